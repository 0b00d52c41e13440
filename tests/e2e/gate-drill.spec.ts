import type { Browser, Page } from '@playwright/test'
import { shownCodes } from '@/lib/gate/drill-rules'
import { expectAccessible } from '../support/axe'
import { canvasCamera } from '../support/canvas-camera'
import { expect, freshFestival, test } from '../support/fixtures'
import { readCode } from '../support/hand-scanner'

const REAL = '11111111-1111-1111-8111-111111111111'

/** A volunteer's phone that has joined by a code of its own. */
async function joined(browser: Browser, url: string, name: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    locale: 'hr-HR',
  })
  const page = await context.newPage()
  await page.clock.install()
  await canvasCamera(page)
  await page.goto(url)
  await page.getByLabel('Ime').fill(name)
  await page.getByRole('button', { name: 'Na ulaz' }).click()
  await expect(page.getByRole('button', { name: 'Skeniraj kartu' })).toBeVisible()
  await expect(page.getByText(/Na mreži · popis prije/)).toBeVisible()
  return page
}

test.beforeAll(freshFestival)

test('two phones rehearse a night without a network, and are told whether they passed', async ({
  page,
  browser,
  signIn,
  as,
  db,
}) => {
  const admin = await as(1)
  const until = new Date(Date.now() + 5 * 3_600_000).toISOString()
  const pair = async () => (await admin.post('/api/gates/1/pairings/', { data: { until } })).json()
  const phones = [
    await joined(browser, (await pair()).url, 'Iva'),
    await joined(browser, (await pair()).url, 'Ante'),
  ]
  // Ready is who has said, by a sign of life, that the roster is there.
  const ready = () => db`select from gate_devices where status ->> 'rosterAt' is not null`
  await expect.poll(async () => (await ready()).length).toBe(2)
  await signIn(page, 1)
  await page.goto('/admin/gates')
  await page.getByRole('link', { name: 'Vježba' }).click()
  await page.getByRole('button', { name: 'Započni vježbu' }).click()
  await expect(page.getByRole('img', { name: /Kod vježbe 1 od/ })).toBeVisible()
  await expect(page.getByText('Još nije')).toHaveCount(2)
  const [drill] = await db`select id from gate_drills order by id desc limit 1`
  const codes = shownCodes(drill?.id)

  for (const phone of phones) {
    await expect(phone.locator('[data-drill]')).toBeVisible()
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'Skeniraj kod vježbe' }).click()
    await expect(phone.locator('[data-network=none]').first()).toBeVisible()
    const kinds: string[] = []
    for (const code of codes) kinds.push((await readCode(phone, code)).kind)
    expect(kinds).toEqual([
      ...['admitted', 'admitted', 'admitted', 'banned', 'admitted', 'admitted', 'inside'],
      ...['unknown_alone', 'admitted', 'admitted', 'admitted'],
    ])
    // A real ticket is nobody's now, and is said to be.
    expect((await readCode(phone, REAL)).kind).toBe('not_code')
    await expect(phone.getByText('Ovo je prava karta.').first()).toBeVisible()
  }
  expect(await db`select from gate_drill_reports`).toHaveLength(0)

  for (const phone of phones) await phone.clock.fastForward(58_000)
  await expect(page.getByText('nađeno: 8')).toHaveCount(2)
  await expect(page.getByText('stiglo 11 od 11')).toHaveCount(2)
  // How fast this machine is, is no matter of this test; all else has passed.
  const failed = page.getByRole('listitem').filter({ has: page.getByLabel('nije prošlo') })
  const words = await failed.filter({ hasNot: page.getByRole('list') }).allInnerTexts()
  expect(words.filter((one) => !one.startsWith('Odgovara na vrijeme'))).toEqual([])
  expect(await db`select from passages`).toHaveLength(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Završi vježbu' }).click()
  for (const phone of phones) {
    await expect(phone.getByRole('button', { name: 'Skeniraj kartu' })).toBeVisible()
    await phone.getByRole('button', { name: 'Skeniraj kartu' }).click()
    // A code of the drill that somebody still shows is no ticket.
    expect((await readCode(phone, codes[0] as string)).kind).toBe('not_code')
    await phone.context().close()
  }
})
