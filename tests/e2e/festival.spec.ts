// covers: components/admin/festival lib/festival
import type { Page } from '@playwright/test'
import { missingKeys } from '@/lib/translations/rules'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { NEXT_YEAR, weekdayOf } from '../support/next-year'

// Tests the form of the festival. Typed values appear in the preview, and after saving on public
// pages, in the menu, in mails and on tickets.

const form = (page: Page) => page.getByRole('form', { name: 'Festival' })
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name })
const preview = (page: Page) => page.getByRole('region', { name: 'Kako će izgledati' })
const save = (page: Page) => form(page).getByRole('button', { name: /^Spremi/ })
const live = { COMINGSOON_VISIBILITY: '1', ULAZNICA_VISIBILITY: '1', TIMER_VISIBILITY: '1' }

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn }) => signIn(page, 1))

test('the festival form previews typed values, and visitors see them after saving', {
  tag: '@full',
}, async ({ page, setFlags }) => {
  await setFlags(live)
  await page.goto('/admin/festival')

  await test.step('typed values appear in the preview', async () => {
    await expect(save(page)).toBeDisabled()
    const typed = {
      Naziv: 'Ljetna noć Šumara',
      Godina: String(NEXT_YEAR),
      'Redni broj': '44',
      'Otvaranje vrata': `20.11.${NEXT_YEAR}. 21:00`,
      'Kraj noći': `21.11.${NEXT_YEAR}. 05:00`,
      'Cijena ulaznice': '10,50',
      'Adresa za festival': 'pitaj@primjer.hr',
      'Adresa za sponzore': '',
      Facebook: '',
    }
    for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text)
    for (const text of [
      `Tvoja karta je tu #LjetnanoćŠumara${NEXT_YEAR}`,
      '44. Ljetna noć Šumara: vaš popis gostiju',
      `${weekdayOf(`${NEXT_YEAR}-11-20`)}, 20.11.${NEXT_YEAR}. u 21:00`,
      '10,50 €',
      'pitaj@primjer.hr',
      'Instagram · TikTok',
      `Podaci se brišu 60 dana nakon festivala, 20.01.${NEXT_YEAR + 1}.`,
    ])
      await expect(preview(page)).toContainText(text)
    await expect(preview(page)).not.toContainText('sponzori@brucosijada.example')
    await expectAccessible(page)
  })

  await test.step('a pair of coordinates pasted into one field fills both fields', async () => {
    await field(page, 'Zemljopisna širina').evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '45.3271, 14.4422')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })
    await expect(field(page, 'Zemljopisna širina')).toHaveValue('45,3271')
    await expect(field(page, 'Zemljopisna dužina')).toHaveValue('14,4422')
    await expect(preview(page).getByRole('link', { name: /sredina karte/ })).toHaveAttribute(
      'href',
      /mlat=45\.3271&mlon=14\.4422/,
    )
  })

  await test.step('saved values appear on public pages and in the admin area', async () => {
    await save(page).click()
    await expect(page.getByText('Spremljeno. Posjetitelji to vide odmah.')).toBeVisible()
    await expect(save(page)).toBeDisabled()
    await page.goto('/')
    await expect(page).toHaveTitle(`Ljetna noć Šumara ${NEXT_YEAR}`)
    await expect(page.getByText(`20.11.${NEXT_YEAR}. u 21:00`)).toBeVisible()
    const footer = page.getByRole('contentinfo')
    await expect(footer.locator('a[href^="mailto:"]')).toHaveText(['pitaj@primjer.hr'])
    await expect(footer.getByRole('link', { name: /Instagram/ })).toBeVisible()
    await expect(footer.getByRole('link', { name: /Facebook/ })).toHaveCount(0)
    const structuredData = await page.locator('script[type="application/ld+json"]').textContent()
    expect(structuredData).toContain(
      '"offers":{"@type":"Offer","price":"10.50","priceCurrency":"EUR"',
    )
    await page.goto('/ulaznice')
    const ticket = page.getByRole('region', { name: 'Kupnja ulaznica' })
    await expect(ticket).toContainText('Cijena ulaznice: 10,50 €')
    await expect(ticket).toContainText(
      `${weekdayOf(`${NEXT_YEAR}-11-20`)}, 20.11.${NEXT_YEAR}. u 21:00`,
    )
    await page.goto('/brucosi')
    await expect(
      page.getByText(`brišu 60 dana nakon festivala, 20.01.${NEXT_YEAR + 1}.`),
    ).toBeVisible()
    await page.goto('/admin/tags')
    await expect(page.getByText('Ljetna noć Šumara', { exact: true })).toBeVisible()
  })
})

test('the festival form shows errors at its fields, and asks before typed values are discarded', async ({
  page,
}) => {
  await page.goto('/admin/festival')
  await field(page, 'Trgovina ulaznica').fill('')
  await field(page, 'Dodatak trgovine').fill('https://trgovina.primjer.hr/dodatak.js')
  await field(page, 'Otvaranje vrata').fill(`20.11.${NEXT_YEAR}. 21:00`)
  await field(page, 'Kraj noći').fill(`20.11.${NEXT_YEAR}. 20:00`)
  await save(page).click()
  await expect(field(page, 'Trgovina ulaznica')).toHaveAccessibleDescription(
    'Upišite i trgovinu: onamo vodi poveznica kad se dodatak ne učita.',
  )
  await field(page, 'Dodatak trgovine').fill('')
  for (const price of ['deset', '10,505', '-1', '1000,01']) {
    await field(page, 'Cijena ulaznice').fill(price)
    await save(page).click()
    await expect(field(page, 'Cijena ulaznice')).toHaveAccessibleDescription(
      /Upišite cijenu u eurima kao 10 ili 10,50, najviše 1000, ili ništa\./,
    )
  }
  await field(page, 'Cijena ulaznice').fill(' 10.50 ')
  await save(page).click()
  await expect(field(page, 'Kraj noći')).toHaveAccessibleDescription(
    'Kraj mora biti nakon otvaranja.',
  )
  await expect(field(page, 'Kraj noći')).toBeFocused()
  await field(page, 'Naziv').press('Escape')
  await page.getByRole('link', { name: 'Početna' }).click()
  await page.getByRole('button', { name: 'Odbaci i otiđi' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('the second of two admins who edit the festival sees the value saved by the first', {
  tag: '@full',
}, async ({ page, as }) => {
  await page.goto('/admin/festival')
  await expect(field(page, 'Mjesto')).toBeVisible()
  const other = await as(1)
  expect((await other.put('/api/festival/', { data: { place: 'Velesajam' } })).status()).toBe(200)
  await field(page, 'Mjesto').fill('Studentski dom')
  await save(page).click()
  await expect(field(page, 'Mjesto')).toHaveAccessibleDescription('Sada je: Velesajam')
  await form(page).getByRole('button', { name: 'Uzmi što sada piše' }).click()
  await expect(field(page, 'Mjesto')).toHaveValue('Velesajam')
})

test('the festival form fits a phone, also with a long name', { tag: '@full' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/festival')
  await field(page, 'Naziv').fill('Najneprestolonasljednikovičicama posvećena noć brucoša')
  await expect(preview(page)).toContainText('Najneprestolonasljednikovičicama')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
})

test('the checklist on the admin home page can be folded, and disappears when nothing is missing', {
  tag: '@full',
}, async ({ page, db, as }) => {
  const admin = await as(1)
  const times = {
    opensAt: `${NEXT_YEAR}-11-20T20:00:00Z`,
    closesAt: `${NEXT_YEAR}-11-21T04:00:00Z`,
  }
  const edition = { ...times, contactEmail: '' }
  expect((await admin.put('/api/festival/', { data: edition })).status()).toBe(200)
  await page.goto('/admin')
  const list = page.getByRole('group').filter({ hasText: 'Prije nego što dođu posjetitelji' })
  await expect(list.getByRole('link', { name: /Kad se otvaraju vrata \(gotovo\)/ })).toBeVisible()
  await expect(list.getByRole('link', { name: /^Cjenik/ })).toHaveAttribute('href', '/admin/cjenik')
  await expectAccessible(page)
  await list.getByText('Prije nego što dođu posjetitelji').click()
  await expect(list.getByRole('link', { name: /^Cjenik/ })).toBeHidden()
  await page.reload()
  await expect(list.getByRole('link', { name: /^Cjenik/ })).toBeHidden()
  await list.getByText('Prije nego što dođu posjetitelji').click()
  await list.getByRole('link', { name: /Adresa za pitanja/ }).click()
  await expect(page).toHaveURL(/\/admin\/festival$/)

  const contact = { contactEmail: 'pitaj@primjer.hr' }
  expect((await admin.put('/api/festival/', { data: contact })).status()).toBe(200)
  await db`insert into translations (key, value)
    select key, 'Tekst' from unnest(${missingKeys({}).raw}::text[]) key on conflict do nothing`
  await db`with stage as (insert into stages (name, "order") values ('Velika', 9) returning id)
    insert into sets (stage_id, title, starts_at, ends_at)
    select id, 'Otvaranje', now(), now() + interval '1 hour' from stage`
  await db`insert into price_items (category, name, "order", price_eur, volume_litres)
    values ('SOK', 'Voda', 1, 1, 0.5)`
  await db`update visibility_flags set visible = true where name = 'COMINGSOON_VISIBILITY'`
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(list).toHaveCount(0)
})

// Rule 13.21: texts that a newly visible page lacks.
test('the visibility screen lists the keys of missing site texts', { tag: '@full' }, async ({
  page,
  setFlags,
  db,
}) => {
  await db`delete from translations where key like 'uvjeti.%' or key = 'igrica.title'`
  await setFlags({ IGRICA_VISIBILITY: '0' })
  await page.goto('/admin/visibility')
  const game = page.getByRole('listitem').filter({ hasText: '/igrica i uvjeti korištenja' })
  await expect(game.getByRole('status')).toContainText(
    'Još nema teksta za: uvjeti.title1, uvjeti.text1, igrica.title.',
  )
  await game.getByRole('switch').click()
  await expect(game.getByRole('status')).toContainText(
    'Umjesto teksta piše: uvjeti.title1, uvjeti.text1, igrica.title.',
  )
  await expectAccessible(page)
})
