import { type CDPSession, chromium, type Page } from 'playwright'
import type postgres from 'postgres'
import { BROWSER_ARGS } from '@/playwright.config'
import { ensureChromium } from '@/scripts/lib/chromium'
import { print } from '@/scripts/lib/say'
import { readCode } from '../support/hand-scanner'
import { startInstance } from '../support/instance'
import { median } from './browser-clock'
import { joinPhones } from './gate-calls'
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
    const [cookie = ''] = await joinPhones(sql, 1)
    const at = cookie.indexOf('=')
    const [name, value] = [cookie.slice(0, at), cookie.slice(at + 1)]
    await context.addCookies([{ name, value, url: instance.url }])
    const page = await context.newPage()
    const session = await slowDown(page, SLOWER)
    const rows = [[`gate, ${whole(size)} guests, ${SLOWER}× slower, ${browser.version()}`, 'value']]
    const note = (what: string, reached: string) => rows.push([what, reached])

    await page.goto('/ulaz')
    const bare = await memory(session)
    await page.getByText(READY).waitFor({ timeout: 120_000 })
    const { usable, bytes, scripts } = await page.evaluate(() => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const pages = all.filter(({ name }) => name.includes('/api/gate/roster'))
      const sent = (some: PerformanceResourceTiming[]) =>
        some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return {
        usable: performance.now() - Math.min(...pages.map(({ startTime }) => startTime)),
        bytes: sent(pages),
        scripts: sent(all.filter(({ name }) => name.endsWith('.js'))),
      }
    })
    note('scripts loaded before hydration, kB', ms(scripts / 1024))
    note('roster usable, ms', whole(usable))
    note('roster sent, MB', ms(bytes / MEGABYTE))
    note('roster in memory, MB', ms(((await memory(session)) - bare) / MEGABYTE))
    const control = await page.evaluate(async () => {
      const { serviceWorker } = navigator
      if (!serviceWorker.controller)
        await new Promise((done) => serviceWorker.addEventListener('controllerchange', done))
      return performance.now()
    })
    note('service worker in control, ms (slowest)', whole(control))

    const search = page.getByLabel('Ime, prezime ili kod')
    const names = await sql<{ surname: string }[]>`
      select surname from guests where deleted_at is null and length(surname) > 3
      order by md5(id::text) limit 12`
    const searched: number[] = []
    for (const { surname } of names) {
      await search.fill(surname)
      searched.push(await timeOfSearch(page, surname))
    }
    note('search by name, ms (median)', ms(median(searched)))

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
    note('offline verdict, ms (median)', ms(median(verdicts)))
    note('offline verdict, ms (slowest)', ms(Math.max(...verdicts)))

    await context.setOffline(false)
    await instance.stop('SIGKILL')
    const opened: number[] = []
    const decided: number[] = []
    for (let i = 0; i < 3; i++) {
      await page.reload()
      const screen = page.getByRole('button', { name: 'Skeniraj kartu' })
      await screen.waitFor({ timeout: 60_000 })
      opened.push(await page.evaluate(() => performance.now()))
      await page.getByText(READY).waitFor({ timeout: 60_000 })
      decided.push(await page.evaluate(() => performance.now()))
    }
    note('opens while the server is down, ms', whole(median(opened)))
    note('… until it can decide, ms', whole(median(decided)))
    print(`\n${table(rows)}`)
  } finally {
    await browser.close()
    await instance.stop('SIGKILL')
  }
}

/** Measures the ms from the submit of the search until the list shows a guest of that surname. */
const timeOfSearch = (page: Page, surname: string) =>
  page.evaluate(async (text) => {
    const begun = performance.now()
    const form = document.querySelector('form') as HTMLFormElement
    form.requestSubmit()
    const isShown = () => document.querySelector('main ul')?.textContent?.includes(text)
    while (!isShown()) await new Promise((frame) => requestAnimationFrame(frame))
    return performance.now() - begun
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
