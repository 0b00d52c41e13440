import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { hold } from '../support/hold'

const student = {
  Ime: 'Željka',
  Prezime: 'Đurić',
  JMBAG: '0036598765',
  'E-mail': 'zd59876@fer.hr',
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const consent = (page: Page) => page.getByRole('checkbox', { name: /Prihvaćam privolu/ })
const send = (page: Page) => page.getByRole('button', { name: 'Pošalji' })
const toast = (page: Page) => page.locator('[data-sonner-toast]')

async function fill(page: Page, change: Partial<typeof student> = {}) {
  for (const [label, value] of Object.entries({ ...student, ...change }))
    await field(page, label).fill(value)
  await consent(page).check()
}

const SUBMIT = '**/api/forms/brucosi-form-submit/'

test.beforeAll(freshFestival)

// What the site's worker answers, no test could hold back.
test.use({ serviceWorkers: 'block' })

test.beforeEach(async ({ page, db, setFlags }) => {
  await db`delete from signups where jmbag = ${student.JMBAG}`
  await setFlags({ COMINGSOON_VISIBILITY: '1', ULAZNICA_VISIBILITY: '1' })
  await page.goto('/brucosi')
})

test('a fresher signs up, with consent and its time, and the form is empty again', async ({
  page,
  db,
}) => {
  await expectAccessible(page)
  await fill(page)
  await send(page).click()
  await expect(toast(page)).toContainText(
    /Podaci spremljeni.*Vaši podaci su uspješno spremljeni\./s,
  )
  for (const label of Object.keys(student)) await expect(field(page, label)).toHaveValue('')
  await expect(consent(page)).not.toBeChecked()
  const rows = await db`select * from signups where jmbag = ${student.JMBAG}`
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ name: 'Željka', surname: 'Đurić', email: 'zd59876@fer.hr' })
  await expect(toast(page)).toHaveCount(0)
})

test('the address expected follows what is typed', async ({ page }) => {
  await expect(page.getByText('is51234@fer.hr')).toBeVisible()
  await fill(page, { 'E-mail': '' })
  await expect(page.getByText('zd59876@fer.hr')).toBeVisible()
})

test('an empty form names every fault at its field and sends nothing', async ({ page }) => {
  const { calls } = await hold(page, SUBMIT)
  await send(page).click()
  await expect(toast(page)).toContainText(
    /Neispravan unos.*Molimo pregledajte podatke u formi te pokušajte ponovno\./s,
  )
  const fault = (label: string) => expect(field(page, label))
  await fault('Ime').toHaveAccessibleDescription('Ime je obavezno polje')
  await fault('Prezime').toHaveAccessibleDescription('Ime je obavezno polje')
  await fault('JMBAG').toHaveAccessibleDescription(/JMBAG mora biti 10 znamenki/)
  await fault('E-mail').toHaveAccessibleDescription(/Email je obavezno polje/)
  await expect(consent(page)).toHaveAccessibleDescription('Prihvaćanje privole je obavezno')
  await expect(field(page, 'Ime')).toBeFocused()
  await expectAccessible(page)
  expect(calls).toEqual([])
})

test('an address that is not the student’s own is refused with the right one', async ({ page }) => {
  await fill(page, { 'E-mail': 'netko.drugi@fer.hr' })
  await send(page).click()
  await expect(page.getByText('Email mora biti u FER formatu (zd59876@fer.hr)')).toBeVisible()
})

test('a lost connection is said, and what was typed stays', async ({ page, context }) => {
  await fill(page)
  // What it takes to say so has come by then; the other case stands below.
  await expect(page.locator('section[aria-label^="Obavijesti"]')).toBeAttached()
  await context.setOffline(true)
  await send(page).click()
  await expect(toast(page)).toContainText('Podaci nisu spremljeni')
  for (const [label, value] of Object.entries(student))
    await expect(field(page, label)).toHaveValue(value)
  await expect(consent(page)).toBeChecked()
  await context.setOffline(false)
  await send(page).click()
  await expect(toast(page).filter({ hasText: 'Podaci spremljeni' })).toBeVisible()
})

test('what the server finds wrong lands on its field', async ({ page }) => {
  await page.route(SUBMIT, (route) =>
    route.fulfill({
      status: 400,
      json: { detail: 'Neispravan unos', code: 'invalid', fields: { email: ['Nije dobra.'] } },
    }),
  )
  await fill(page)
  await send(page).click()
  await expect(field(page, 'E-mail')).toHaveAccessibleDescription(/Nije dobra\./)
  await expect(field(page, 'E-mail')).toBeFocused()
  await expect(field(page, 'Ime')).toHaveValue(student.Ime)
})

test('a double click sends once', async ({ page, db }) => {
  const { calls, release } = await hold(page, SUBMIT)
  await fill(page)
  await send(page).dblclick()
  await expect.poll(() => calls.length).toBe(1)
  release()
  await expect(toast(page).filter({ hasText: 'Podaci spremljeni' })).toBeVisible()
  expect(calls).toHaveLength(1)
  expect(await db`select from signups where jmbag = ${student.JMBAG}`).toHaveLength(1)
})

test('a network that is gone before the rules have come is said too', { tag: '@full' }, async ({
  page,
}) => {
  await page.route('**/_next/static/**', (route) => route.abort())
  await page.route(SUBMIT, (route) => route.abort())
  await send(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nema veze' })).toBeVisible()
})

test.describe('without scripting', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what is needed, and sends nothing away', async ({ page }) => {
    const note = page.locator('noscript p')
    await expect(note).toBeVisible()
    await expect(note).toContainText('Prijava se šalje uz uključen JavaScript.')
    await expect(send(page)).toBeDisabled()
  })
})
