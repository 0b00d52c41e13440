import type { Browser, Page } from 'playwright'
import type postgres from 'postgres'
import { print } from '@/scripts/lib/command'
import { median, observe, scrollThrough } from './browser-clock'
import {
  DESKTOP,
  type NewContext,
  openStaffBrowser,
  PHONE,
  SLOWER,
  slowDown,
} from './staff-browser'
import { ms, table, whole } from './table'

const RUNS = 5

/** Typical search texts: part of a name, two names, part of a JMBAG, a name that no guest has. */
const SEARCHES = ['mar', 'ana hor', '003651', 'luk', 'horv', 'nema ga', 'iva', '@example']

/**
 * Measures the guest list in a real browser on a database of `size` guests: the time until the
 * first rows, the smoothness of scrolling, and the time from the last letter of a search to its
 * result on the screen.
 */
export async function benchGuestList(url: string, sql: postgres.Sql, size: number) {
  await sql`insert into users (name, email, privilege) values ('Bench', 'bench@brucosijada.example', 1)`
  const { browser, newContext, close } = await openStaffBrowser(url)
  try {
    print(`\n${table(await readRows(browser, newContext, size))}`)
    print(`\n${table(await readSearches(newContext, size))}`)
  } finally {
    await close()
  }
}

async function readRows(browser: Browser, newContext: NewContext, size: number) {
  const rows = [
    [`${whole(size)} guests, ${browser.version()}`, 'rows ms', 'fps', 'frame p99 ms', 'drawn'],
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
      for (let i = 0; i < RUNS; i++) {
        await page.goto('/admin/guest-list')
        const at = await page.waitForFunction(() => window.benchClock?.shownAt ?? null)
        opened.push((await at.jsonValue()) as number)
      }
      const { fps, p99, drawn } = await scrollThrough(page)
      const label = rate === 1 ? name : `${name}, ${rate}× slower`
      rows.push([label, whole(median(opened)), ms(fps), ms(p99), whole(drawn)])
      await context.close()
    }
  return rows
}

async function readSearches(newContext: NewContext, size: number) {
  const rows = [[`searches, ${whole(size)} guests`, 'until shown ms', 'found']]
  const context = await newContext(DESKTOP)
  const page = await context.newPage()
  await page.goto('/admin/guest-list')
  const statusLine = page.getByRole('main').getByRole('status').filter({ hasText: /:/ })
  await statusLine.waitFor()
  for (const text of SEARCHES) {
    const times: number[] = []
    for (let i = 0; i < RUNS; i++) {
      await page.goto('/admin/guest-list')
      await page.locator('tbody [data-guest]').first().waitFor()
      times.push(await untilShown(page, text))
    }
    const found = /: ([\d.]+)/.exec((await statusLine.textContent()) ?? '')?.[1] ?? ''
    rows.push([text, whole(median(times)), found])
  }
  await context.close()
  return rows
}

/** Measures the ms from the last letter in the search field until the matching rows are drawn. */
const untilShown = (page: Page, text: string) =>
  page.evaluate(async (letters) => {
    const field = document.querySelector('main input[type="search"]') as HTMLInputElement
    const startedAt = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, letters)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // Functions in this callback must have no name: the loader would wrap them in a helper that
    // does not exist in the page.
    while (
      ![...document.querySelectorAll('main [role="status"]')].some((element) =>
        element.textContent?.startsWith('Pronađeno'),
      ) ||
      document.querySelector('main [aria-busy="true"]')
    )
      await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - startedAt
  }, text)
