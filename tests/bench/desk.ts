import type { BrowserContext, Page } from 'playwright'
import type postgres from 'postgres'
import { PAGES_CHANNEL } from '@/db/queries/signals'
import { median } from './browser-clock'
import { ms, whole } from './table'

const SALES = 300

/**
 * Measures sales at the ticket desk by keyboard alone in a real browser: the time from the first
 * digit of a JMBAG until the next JMBAG can be typed. Runs once without money and once with an open
 * till.
 */
export async function readDesk(sql: postgres.Sql, context: BrowserContext): Promise<string[][]> {
  const rows = [[`${whole(SALES)} sales at the desk`, 'keys', 'median ms', 'p99 ms', 'total s']]
  const page = await context.newPage()
  for (const hasCashDesk of [false, true]) {
    await sql`update editions set cash_desk = ${hasCashDesk}, ticket_price_cents = 1000
      where ended_at is null`
    await notifyFestivalChanged(sql)
    const jmbags = await listJmbagsWithoutTicket(sql)
    await page.goto('/admin/guests')
    if (hasCashDesk) await openShift(page)
    const times: number[] = []
    let keys = 0
    for (const jmbag of jmbags) {
      const startedAt = performance.now()
      keys = await sellTo(page, jmbag)
      times.push(performance.now() - startedAt)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    const all = times.reduce((sum, time) => sum + time, 0)
    const label = hasCashDesk ? 'with cash desk' : 'without cash desk'
    rows.push([label, whole(keys), whole(median(times)), whole(p99), ms(all / 1000)])
  }
  return rows
}

/** Notifies every instance that the edition has changed, as a change by an admin does. */
async function notifyFestivalChanged(sql: postgres.Sql) {
  const change = { id: crypto.randomUUID(), from: 'bench', tags: ['festival'] }
  await sql.notify(PAGES_CHANNEL, JSON.stringify(change))
}

async function listJmbagsWithoutTicket(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ jmbag: string }[]>`
    select g.jmbag from guests g join guest_lists l on l.id = g.list_id
    where l.role = 'brucosi' and g.bought_at is null and g.jmbag is not null and g.name <> ''
      and g.surname <> '' and g.deleted_at is null
    order by md5(g.id::text) limit ${SALES}`
  return rows.map(({ jmbag }) => jmbag)
}

async function openShift(page: Page) {
  await page.getByLabel('Gotovina u blagajni (€)').fill('100')
  await page.keyboard.press('Enter')
  await page.getByText('Smjena od').waitFor()
}

/**
 * Sells one ticket with 13 keys: ten digits, then Enter to find the guest, to sell, and to close
 * the dialog. Returns the number of keys.
 */
async function sellTo(page: Page, jmbag: string): Promise<number> {
  for (const digit of jmbag) await page.keyboard.press(digit)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'switch')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Karta je prodana' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.id === 'jmbag')
  return jmbag.length + 3
}
