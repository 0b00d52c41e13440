import type { Page } from 'playwright'
import type postgres from 'postgres'
import { screensFor } from '@/components/admin/frame/pages'
import { seedDemo } from '@/db/seed/demo'
import { insertGuests } from '@/db/seed/insert-guests'
import { print } from '@/scripts/lib/command'
import { median, observe } from './browser-clock'
import { readDesk } from './desk'
import {
  DESKTOP,
  type NewContext,
  openStaffBrowser,
  PHONE,
  SLOWER,
  slowDown,
} from './staff-browser'
import { ms, table, whole } from './table'

const GUESTS = 10_000
/** Number of guests in the database when the search of the palette is measured. */
const PALETTE_GUESTS = 20_000

/**
 * Measures the back office in a real browser: the time of a sale at the desk; the script size of
 * every staff screen and the time until it is interactive, on its first visit with a slow phone;
 * and the time until the palette shows the guests for a few letters.
 */
export async function benchOffice(url: string, sql: postgres.Sql) {
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  const [{ n } = { n: 0 }] = await sql<{ n: number }[]>`
    select count(*)::int as n from guests where deleted_at is null`
  await insertGuests(sql as never, { count: GUESTS - n, seed: 1 })
  await sql`vacuum analyze guests`
  const { newContext, close } = await openStaffBrowser(url)
  try {
    const desk = await newContext(DESKTOP)
    print(`\n${table(await readDesk(sql, desk))}`)
    await desk.close()
    print(`\n${table(await readScreens(newContext))}`)
    await insertGuests(sql as never, { count: PALETTE_GUESTS - GUESTS, seed: 2 })
    await sql`vacuum analyze guests`
    print(`\n${table(await readPalette(newContext))}`)
  } finally {
    await close()
  }
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
    const interactive = await waitUntilInteractive(page)
    rows.push([address, ms(bytes / 1000), whole(interactive)])
    await context.close()
  }
  return rows
}

const NAMES = ['mar', 'ana', 'iva', '0036', 'horv', 'luk', 'đur', 'pet', 'bab', 'kov', 'nik']

async function readPalette(newContext: NewContext): Promise<string[][]> {
  const rows = [[`palette, ${whole(PALETTE_GUESTS)} guests`, 'median ms', 'slowest ms']]
  for (const rate of [1, SLOWER]) {
    const context = await newContext(DESKTOP)
    const page = await context.newPage()
    await page.goto('/admin/tags')
    await page.getByRole('table').waitFor()
    await slowDown(page, rate)
    const times: number[] = []
    for (const name of NAMES) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      times.push(await measureSearch(page, name))
      await page.keyboard.press('Escape')
    }
    const label = rate === 1 ? 'desktop' : `desktop, ${rate}× slower`
    rows.push([label, whole(median(times)), whole(Math.max(...times))])
    await context.close()
  }
  return rows
}

/**
 * Measures the ms from the letters in the field of the palette until the guests are on the screen.
 */
const measureSearch = (page: Page, letters: string) =>
  page.evaluate(async (text) => {
    const field = document.querySelector('[role="combobox"]') as HTMLInputElement
    const startedAt = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    while (!document.querySelector('[role="group"][aria-label="Gosti"]'))
      await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - startedAt
  }, letters)

/**
 * Returns the time in ms at which a page became interactive: the element was shown and the last
 * long task had ended.
 */
async function waitUntilInteractive(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => {
    const clock = window.benchClock
    if (clock?.shownAt === undefined || document.readyState !== 'complete') return null
    const last = Math.max(clock.shownAt, clock.busyUntil)
    return performance.now() - last > 1000 ? last : null
  })
  return (await at.jsonValue()) as number
}
