import type { Browser, Page } from 'playwright'
import type postgres from 'postgres'
import { print } from '@/scripts/lib/say'
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

const TIMES = 5

/** What people look for: a part of a name, two names, a part of a JMBAG, nobody. */
const SEARCHES = ['mar', 'ana hor', '003651', 'luk', 'horv', 'nema ga', 'iva', '@example']

/**
 * The guest list in a real browser, on a database of so many guests: how soon its first rows are
 * there, how evenly it scrolls, and how long a search takes to the screen, from its last letter.
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
      for (let i = 0; i < TIMES; i++) {
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
  const rows = [[`searches, ${whole(size)} guests`, 'to the screen ms', 'found']]
  const context = await newContext(DESKTOP)
  const page = await context.newPage()
  await page.goto('/admin/guest-list')
  const told = page.getByRole('main').getByRole('status').filter({ hasText: /:/ })
  await told.waitFor()
  for (const text of SEARCHES) {
    const times: number[] = []
    for (let i = 0; i < TIMES; i++) {
      await page.goto('/admin/guest-list')
      await page.locator('tbody [data-guest]').first().waitFor()
      times.push(await untilShown(page, text))
    }
    const found = /: ([\d.]+)/.exec((await told.textContent()) ?? '')?.[1] ?? ''
    rows.push([text, whole(median(times)), found])
  }
  await context.close()
  return rows
}

/** From the last letter in the field to the rows that answer it, drawn; in ms. */
const untilShown = (page: Page, text: string) =>
  page.evaluate(async (letters) => {
    const field = document.querySelector('main input[type="search"]') as HTMLInputElement
    const begun = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, letters)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // No function in here may have a name: the loader would wrap it in a helper of its own.
    while (
      ![...document.querySelectorAll('main [role="status"]')].some((told) =>
        told.textContent?.startsWith('Pronađeno'),
      ) ||
      document.querySelector('main [aria-busy="true"]')
    )
      await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - begun
  }, text)
