import { type CDPSession, chromium, type Page } from 'playwright'
import type postgres from 'postgres'
import { BROWSER_ARGS } from '@/playwright.config'
import { ensureChromium } from '@/scripts/lib/chromium'
import { print } from '@/scripts/lib/command'
import { readCode } from '../support/hand-scanner'
import { startInstance } from '../support/instance'
import { median } from './browser-clock'
import { registerPhones } from './gate-calls'
import { PHONE, SLOWER, slowDown } from './staff-browser'
import { ms, table, whole } from './table'

const SCANS = 40
const READY = /· popis prije/
const MEGABYTE = 2 ** 20

/**
 * Measures the gate on a slow phone with a roster of `size` guests: the time until it is usable and
 * its memory, an offline verdict from the Enter of the code to its colour, a search by name, and
 * the time to open the page while the server is down.
 */
export async function benchPhone(url: string, sql: postgres.Sql, size: number) {
  const instance = await startInstance(url, { BUILD_DIR: '.next/bench' })
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: BROWSER_ARGS,
  })
  try {
    const context = await browser.newContext({ baseURL: instance.url, viewport: PHONE })
    // The loader wraps functions in a helper `__name`, which a page does not have: define it.
    await context.addInitScript('globalThis.__name = (named) => named')
    const [cookie = ''] = await registerPhones(sql, 1)
    const equalsSign = cookie.indexOf('=')
    const [name, value] = [cookie.slice(0, equalsSign), cookie.slice(equalsSign + 1)]
    await context.addCookies([{ name, value, url: instance.url }])
    const page = await context.newPage()
    const session = await slowDown(page, SLOWER)
    const rows = [[`gate, ${whole(size)} guests, ${SLOWER}× slower, ${browser.version()}`, 'value']]
    const addRow = (label: string, text: string) => rows.push([label, text])

    await page.goto('/ulaz')
    const bare = await memory(session)
    await page.getByText(READY).waitFor({ timeout: 120_000 })
    const { usable, bytes, scripts } = await page.evaluate(() => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const pages = all.filter(({ name }) => name.includes('/api/gate/roster'))
      const sent = (entries: PerformanceResourceTiming[]) =>
        entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return {
        usable: performance.now() - Math.min(...pages.map(({ startTime }) => startTime)),
        bytes: sent(pages),
        scripts: sent(all.filter(({ name }) => name.endsWith('.js'))),
      }
    })
    addRow('scripts loaded before hydration, kB', ms(scripts / 1024))
    addRow('roster usable, ms', whole(usable))
    addRow('roster sent, MB', ms(bytes / MEGABYTE))
    addRow('roster in memory, MB', ms(((await memory(session)) - bare) / MEGABYTE))
    const controlMs = await page.evaluate(async () => {
      const { serviceWorker } = navigator
      if (!serviceWorker.controller)
        await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
      return performance.now()
    })
    addRow('service worker in control, ms (slowest)', whole(controlMs))

    const search = page.getByLabel('Ime, prezime ili kod')
    const names = await sql<{ surname: string }[]>`
      select surname from guests where deleted_at is null and length(surname) > 3
      order by md5(id::text) limit 12`
    const searchTimes: number[] = []
    for (const { surname } of names) {
      await search.fill(surname)
      searchTimes.push(await timeOfSearch(page, surname))
    }
    addRow('search by name, ms (median)', ms(median(searchTimes)))

    const codes = await sql<{ code: string }[]>`
      select conf_code as code from guests
      where conf_code is not null and deleted_at is null and entered_at is null
      order by md5(id::text) limit ${SCANS}`
    await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
    await page.getByRole('dialog', { name: 'Skener' }).waitFor()
    await context.setOffline(true)
    await page.locator('dialog [data-network=none]').waitFor()
    const verdicts: number[] = []
    for (const { code } of codes) verdicts.push((await readCode(page, code)).ms)
    addRow('offline verdict, ms (median)', ms(median(verdicts)))
    addRow('offline verdict, ms (slowest)', ms(Math.max(...verdicts)))

    await context.setOffline(false)
    await instance.stop('SIGKILL')
    const openTimes: number[] = []
    const decideTimes: number[] = []
    for (let i = 0; i < 3; i++) {
      await page.reload()
      const screen = page.getByRole('button', { name: 'Skeniraj kartu' })
      await screen.waitFor({ timeout: 60_000 })
      openTimes.push(await page.evaluate(() => performance.now()))
      await page.getByText(READY).waitFor({ timeout: 60_000 })
      decideTimes.push(await page.evaluate(() => performance.now()))
    }
    addRow('opens while the server is down, ms', whole(median(openTimes)))
    addRow('… until it can decide, ms', whole(median(decideTimes)))
    print(`\n${table(rows)}`)
  } finally {
    await browser.close()
    await instance.stop('SIGKILL')
  }
}

/** Measures the ms from the submit of the search until the list shows a guest of that surname. */
const timeOfSearch = (page: Page, surname: string) =>
  page.evaluate(async (text) => {
    const startedAt = performance.now()
    const form = document.querySelector('form') as HTMLFormElement
    form.requestSubmit()
    const isShown = () => document.querySelector('main ul')?.textContent?.includes(text)
    while (!isShown()) await new Promise((frame) => requestAnimationFrame(frame))
    return performance.now() - startedAt
  }, surname)

/** Returns the bytes that scripts of the page use, with buffers, after a garbage collection. */
async function memory(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return usedSize + backingStorageSize
}
