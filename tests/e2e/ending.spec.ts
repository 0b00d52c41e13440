// covers: components/admin/editions lib/editions
import type { Sql } from 'postgres'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { download } from '../support/download'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'
import { NEXT_YEAR } from '../support/next-year'

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db }) => {
  await empty(db, 'guests', 'mails', 'edition_totals')
  await db`delete from editions where ended_at is not null`
  await db`update editions set year = 2025`
  await signIn(page, 1)
})

/** Sets opening and closing time of the current edition, in days from now. */
const setNight = (db: Sql, opensInDays: number, closesInDays: number) =>
  db`update editions set opens_at = now() + make_interval(days => ${opensInDays}),
    closes_at = now() + make_interval(days => ${closesInDays}) where ended_at is null`

const addGuest = (db: Sql, boughtAt: string) =>
  db`insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Ivo', 'Šarić', id, gen_random_uuid(), ${boughtAt} from guest_lists where name = 'VIP'`

// Rule 8.14: the end of an edition.
test('ending an edition warns, asks for the name, offers the archive, and keeps only totals', {
  tag: '@full',
}, async ({ page, context, db, setFlags }) => {
  const end = page.getByRole('button', { name: 'Završi festival …' })
  const dialog = page.getByRole('alertdialog')
  const go = dialog.getByRole('button', { name: 'Obriši i završi' })
  const visitor = await context.newPage()
  await setFlags({ COMINGSOON_VISIBILITY: '1', LINEUP_VISIBILITY: '1' })
  await addGuest(db, '2025-10-02T08:00Z')
  await db`insert into mails (template, to_mail, state, due_at)
    values ('message', 'a@b.hr', 'queued', now() + interval '1 day')`

  await test.step('the admin home page shows the days until personal data are erased automatically', async () => {
    await db`update editions set retention_days = 60 where ended_at is null`
    await setNight(db, -36, -35)
    await page.goto('/admin')
    await expect(page.getByText('brišu se sami za 24 dana')).toBeVisible()
  })

  await test.step('the edition cannot be ended during its night', async () => {
    await setNight(db, -1, 1)
    await page.goto('/admin/end-edition')
    await expect(page.getByText('Noć još traje', { exact: false })).toBeVisible()
    await expect(end).toBeDisabled()
  })

  await test.step('the page lists what is erased, and the number of mails that will not be sent', async () => {
    await setNight(db, -2, -1)
    await page.reload()
    await expect(page.getByText('Na slanje čeka mailova: 1. Neće biti poslani.')).toBeVisible()
    await expect(page.getByText('Gosti na popisima')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('switch', { name: 'Cjenik' }).click()
    await expect(page.getByText('Brišu se sve stavke.')).toBeVisible()
  })

  await test.step('the next edition needs a year with four digits', async () => {
    await page.getByRole('textbox', { name: 'Otvaranje vrata' }).fill(`10.10.${NEXT_YEAR}. 20:00`)
    await page.getByRole('textbox', { name: 'Kraj noći' }).fill(`11.10.${NEXT_YEAR}. 04:00`)
    await page.getByLabel('Godina').fill('27')
    await end.click()
    await expect(page.getByText(/^Upišite godinu, npr\. \d{4}\.$/)).toBeVisible()
    await page.getByLabel('Godina').fill(String(NEXT_YEAR))
  })

  await test.step('nothing is erased without the typed name, and the dialog warns of the missing download', async () => {
    await end.click()
    await expect(dialog).toContainText('gosti na popisima (1)')
    await expect(dialog).toContainText('Arhivu iz prvog koraka niste preuzeli.')
    await expectAccessible(page)
    await go.click()
    await expect(dialog.getByText('Upišite točan naziv: Brucošijada.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const [row] = await db`select (select count(*)::int from guests) as guests,
      (select count(*)::int from editions) as editions`
    expect(row).toEqual({ guests: 1, editions: 1 })
  })

  await test.step('the dialog no longer warns after the archive is downloaded', async () => {
    const archive = await download(page.getByRole('button', { name: 'Preuzmi arhivu (ZIP)' }))
    expect(archive.suggestedFilename()).toBe('festival-2025.zip')
    await end.click()
    await expect(dialog).toBeVisible()
    await expect(dialog).not.toContainText('niste preuzeli')
  })

  await test.step('public pages are hidden at once, guests are erased, and totals are kept', async () => {
    expect((await visitor.goto('/lineup'))?.status()).toBe(200)
    await dialog.getByRole('textbox').fill('brucošijada')
    await go.click()
    await expect(page.getByText('Festival Brucošijada 2025 je završen.')).toBeVisible()
    expect((await visitor.goto('/lineup'))?.status()).toBe(404)
    const [remaining] = await db`select count(*)::int as n from guests`
    expect(remaining?.n).toBe(0)
    const earlier = page.getByRole('listitem').filter({ hasText: 'Brucošijada 2025.' })
    await expect(earlier.getByRole('row', { name: 'VIP' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/admin/activities')
    await expect(page.getByText('kraj festivala')).toBeVisible()
  })
})

test('the sales chart compares editions at the same number of days before the opening', {
  tag: '@full',
}, async ({ page, db }) => {
  // Both editions open on 10 October, so the compared day of each is eight days before the opening.
  await db`update editions set opens_at = ${`${NEXT_YEAR}-10-10T18:00Z`}, closes_at = ${`${NEXT_YEAR}-10-11T02:00Z`}`
  const [earlier] =
    await db`insert into editions (name, year, ordinal, lng, lat, ended_at, opens_at, closes_at)
    values ('Brucošijada', 2025, 1, 0, 0, now(), '2025-10-10T18:00Z', '2025-10-11T02:00Z') returning id`
  await db`insert into edition_totals (edition_id, kind, at, count)
    values (${earlier?.id}, 'sold-before-12', '2025-10-01T22:00Z', 1)`
  await addGuest(db, `${NEXT_YEAR}-10-01T08:00Z`)
  await addGuest(db, `${NEXT_YEAR}-10-02T08:00Z`)
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
  for (const { viewport } of SCREEN_SIZES) {
    await page.setViewportSize(viewport)
    await expectAccessible(page)
  }
})
