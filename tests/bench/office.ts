import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import type postgres from 'postgres'
import { screensFor } from '@/components/admin/frame/pages'
import { seedDemo } from '@/db/seed/demo'
import { insertGuests } from '@/db/seed/insert-guests'
import { BROWSER_ARGS } from '@/playwright.config'
import { ensureChromium } from '@/scripts/lib/chromium'
import { say } from '@/scripts/lib/say'
import { demoCookie, startInstance } from '../support/instance'
import { median, observe, scrollThrough } from './browser-clock'
import { ms, table, whole } from './table'

const GUESTS = 10_000
const TIMES = 5
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 780 }

/** How many times slower than this machine a phone of the staff is taken to be. */
const SLOWER = 4

/**
 * The back office in a real browser: how soon a table of 10,000 guests shows its first rows
 * and how evenly it scrolls; and of every staff screen the weight of its scripts and the
 * time until it answers, opened for the first time on a slow phone.
 */
export async function benchOffice(url: string, sql: postgres.Sql) {
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  const [{ n } = { n: 0 }] = await sql<{ n: number }[]>`
    select count(*)::int as n from guests where deleted_at is null`
  await insertGuests(sql as never, { count: GUESTS - n, seed: 1 })
  await sql`vacuum analyze guests`
  const instance = await startInstance(url, { BUILD_DIR: '.next/bench' })
  const cookies = (await demoCookie(instance.url, 1)).split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: instance.url }
  })
  // Without a graphics card its work would be done by the processor, and a second time.
  const args = [...BROWSER_ARGS, '--disable-gpu']
  const browser = await chromium.launch({ executablePath: ensureChromium(), args })
  const newContext = async (viewport: typeof PHONE) => {
    const context = await browser.newContext({ baseURL: instance.url, viewport })
    await context.addCookies(cookies)
    return context
  }
  try {
    say(`\n${table(await readTable(browser, newContext))}`)
    say(`\n${table(await readScreens(newContext))}`)
  } finally {
    await browser.close()
    await instance.stop()
  }
}

type NewContext = (viewport: typeof PHONE) => Promise<BrowserContext>

/** Makes the processor of a page as many times slower. */
async function slowDown(page: Page, rate: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}

async function readTable(browser: Browser, newContext: NewContext): Promise<string[][]> {
  const rows = [
    [`${whole(GUESTS)} guests, ${browser.version()}`, 'rows ms', 'fps', 'frame p99 ms', 'drawn'],
  ]
  for (const [name, viewport] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)
    for (const rate of [1, SLOWER]) {
      const context = await newContext(viewport)
      const page = await context.newPage()
      await observe(page, 'tbody [data-guest]')
      await slowDown(page, rate)
      const opened: number[] = []
      for (let i = 0; i < TIMES; i++) {
        await page.goto('/admin/guest-list')
        opened.push(await shown(page))
      }
      const { fps, p99, drawn } = await scrollThrough(page)
      const label = rate === 1 ? name : `${name}, ${rate}× slower`
      rows.push([label, whole(median(opened)), ms(fps), ms(p99), whole(drawn)])
      await context.close()
    }
  return rows
}

async function readScreens(newContext: NewContext): Promise<string[][]> {
  const rows = [[`staff screens, phone, ${SLOWER}× slower`, 'script kB', 'interactive ms']]
  const screens = screensFor(1).filter(({ file }) => !file)
  const addresses = [
    '/admin',
    ...screens.flatMap(({ href, add }) => [href, add?.href ?? []].flat()),
  ]
  for (const address of addresses) {
    const context = await newContext(PHONE)
    const page = await context.newPage()
    await observe(page, 'main h1')
    const session = await slowDown(page, SLOWER)
    await session.send('Network.enable')
    const scripts = new Set<string>()
    let bytes = 0
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await page.goto(address)
    const interactive = await quiet(page)
    rows.push([address, ms(bytes / 1000), whole(interactive)])
    await context.close()
  }
  return rows
}

/** When what is observed was there, in ms since the page was asked for. */
const shown = async (page: Page): Promise<number> => {
  const at = await page.waitForFunction(() => window.benchClock?.shownAt ?? null)
  return (await at.jsonValue()) as number
}

/** When it was there and the last long piece of work was done: from then on a press is answered. */
async function quiet(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => {
    const clock = window.benchClock
    if (clock?.shownAt === undefined || document.readyState !== 'complete') return null
    const last = Math.max(clock.shownAt, clock.busyUntil)
    return performance.now() - last > 1000 ? last : null
  })
  return (await at.jsonValue()) as number
}
