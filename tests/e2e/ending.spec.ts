import type { Page } from '@playwright/test'
import { expectAccessible, LOOKS } from '../support/axe'
import { download } from '../support/download'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'
import { NEXT_YEAR } from '../support/next-year'

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 1)
})

async function looksRight(page: Page) {
  for (const { viewport } of LOOKS) {
    await page.setViewportSize(viewport)
    await expectAccessible(page)
  }
}

const end = { name: 'Završi festival …' }
const go = { name: 'Obriši i završi' }

test('warns, asks for the name, and does nothing until it stands there', async ({ page, db }) => {
  await db`insert into guests (name, surname, list_id) select 'Ivo', 'Šarić', id from guest_lists where name = 'VIP'`
  await db`insert into mails (template, to_mail, state, due_at)
    values ('message', 'a@b.hr', 'queued', now() + interval '1 day')`
  await page.goto('/admin/end-edition')
  await expect(page.getByText('Na slanje čeka mailova: 1. Neće biti poslani.')).toBeVisible()
  await expect(page.getByText('Gosti na popisima')).toBeVisible()
  await looksRight(page)

  await page.getByLabel('Godina').fill('27')
  await page.getByRole('button', end).click()
  await expect(page.getByText(/^Upišite godinu, npr\. \d{4}\.$/)).toBeVisible()
  await page.getByLabel('Godina').fill(String(NEXT_YEAR))

  await page.getByRole('switch', { name: 'Cjenik' }).click()
  await expect(page.getByText('Brišu se sve stavke.')).toBeVisible()
  await page.getByRole('button', end).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('gosti na popisima (1)')
  await expect(dialog).toContainText('Arhivu iz prvog koraka niste preuzeli.')
  await expectAccessible(page)
  await dialog.getByRole('button', go).click()
  await expect(dialog.getByText('Upišite točan naziv: Brucošijada.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const [row] = await db`select (select count(*)::int from guests) as guests,
    (select count(*)::int from editions) as editions`
  expect(row).toEqual({ guests: 1, editions: 1 })
})

test('hands over the archive first', async ({ page }) => {
  await page.goto('/admin/end-edition')
  const archive = await download(page.getByRole('button', { name: 'Preuzmi arhivu (ZIP)' }))
  expect(archive.suggestedFilename()).toBe('festival-2025.zip')
  await page.getByRole('button', end).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await expect(dialog).not.toContainText('niste preuzeli')
})

test('ends the festival: pages hide at once, and what is left are numbers', async ({
  page,
  context,
  db,
  setFlags,
}) => {
  await setFlags({ COMINGSOON_VISIBILITY: '1', LINEUP_VISIBILITY: '1' })
  await db`insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Ana', 'Šarić', id, gen_random_uuid(), '2025-10-02T08:00Z' from guest_lists where name = 'VIP'`
  await db`update editions set opens_at = '2025-10-10T18:00Z', closes_at = '2025-10-11T02:00Z'`
  const visitor = await context.newPage()
  expect((await visitor.goto('/lineup'))?.status()).toBe(200)

  await page.goto('/admin/end-edition')
  await page.getByRole('textbox', { name: 'Otvaranje vrata' }).fill(`10.10.${NEXT_YEAR}. 20:00`)
  await page.getByRole('textbox', { name: 'Kraj noći' }).fill(`11.10.${NEXT_YEAR}. 04:00`)
  await page.getByLabel('Godina').fill(String(NEXT_YEAR))
  await page.getByRole('button', end).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('brucošijada')
  await dialog.getByRole('button', go).click()
  await expect(page.getByText('Festival Brucošijada 2025 je završen.')).toBeVisible()
  expect((await visitor.goto('/lineup'))?.status()).toBe(404)
  const [left] = await db`select count(*)::int as n from guests`
  expect(left?.n).toBe(0)
  const earlier = page.getByRole('listitem').filter({ hasText: 'Brucošijada 2025.' })
  await expect(earlier.getByRole('row', { name: 'VIP' })).toBeVisible()
  await looksRight(page)
  await page.goto('/admin/activities')
  await expect(page.getByText('kraj festivala')).toBeVisible()
})

test('draws the earlier edition beside this one, as many days before the doors', {
  tag: '@full',
}, async ({ page, db }) => {
  const sell = (at: string) => db`insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Ivo', 'Šarić', id, gen_random_uuid(), ${at} from guest_lists where name = 'VIP'`
  // Doors are on 10 October of both years: a day of each is eight days before.
  await empty(db, 'guests', 'edition_totals')
  await db`delete from editions where ended_at is not null`
  await db`update editions set opens_at = ${`${NEXT_YEAR}-10-10T18:00Z`}, closes_at = ${`${NEXT_YEAR}-10-11T02:00Z`}`
  const [earlier] =
    await db`insert into editions (name, year, number, lng, lat, ended_at, opens_at, closes_at)
    values ('Brucošijada', 2025, 1, 0, 0, now(), '2025-10-10T18:00Z', '2025-10-11T02:00Z') returning id`
  await db`insert into edition_totals (edition_id, kind, at, count)
    values (${earlier?.id}, 'sold-before-12', '2025-10-01T22:00Z', 1)`
  await sell(`${NEXT_YEAR}-10-01T08:00Z`)
  await sell(`${NEXT_YEAR}-10-02T08:00Z`)
  await page.goto('/admin/daily-report')
  const chart = page.getByRole('slider', { name: 'Dan na grafu prodaje' })
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^02\\.10\\.${NEXT_YEAR}\\. .*, 2025\\. 1$`),
  )
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^01\\.10\\.${NEXT_YEAR}\\. .*, 2025\\. 0$`),
  )
  await expect(page.getByText('Crta je ranije izdanje')).toBeVisible()
  await looksRight(page)
})

test('the night that is on keeps the festival from its end', { tag: '@full' }, async ({
  page,
  as,
  db,
}) => {
  await db`update editions set opens_at = now() - interval '1 hour', closes_at = now() + interval '1 hour'
    where ended_at is null`
  await page.goto('/admin/end-edition')
  await expect(page.getByText('Noć još traje', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', end)).toBeDisabled()
  const admin = await as(1)
  const { edition } = await (await admin.get('/api/editions/end/')).json()
  const keep = Object.fromEntries(
    ['users', 'lineup', 'sponsors', 'priceList', 'texts', 'contacts', 'artwork'].map((k) => [
      k,
      true,
    ]),
  )
  const next = { name: 'X', year: 2040, number: 900, opensAt: null, closesAt: null }
  const data = { edition: edition.id, confirm: edition.name, keep, next }
  expect((await admin.post('/api/editions/end/', { data })).status()).toBe(409)
})

test('the home says when people are erased by themselves, from thirty days before', {
  tag: '@full',
}, async ({ page, db }) => {
  await db`update editions set opens_at = now() - interval '36 days', closes_at = now() - interval '35 days',
    retention_days = 60 where ended_at is null`
  await page.goto('/admin')
  await expect(page.getByText('brišu se sami za 24 dana')).toBeVisible()
  await db`update editions set closes_at = now() - interval '20 days' where ended_at is null`
  await page.reload()
  await expect(page.getByText('Prodano danas')).toBeVisible()
  await expect(page.getByText('Stanje u')).toBeVisible()
  await expect(page.getByText('brišu se sami')).toBeHidden()
})
