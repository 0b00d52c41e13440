// covers: components/public/signups lib/signups
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdRequests } from '../support/hold'

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
const saved = (page: Page) => toast(page).filter({ hasText: 'Podaci spremljeni' })

async function fill(page: Page, change: Partial<typeof student> = {}) {
  for (const [label, value] of Object.entries({ ...student, ...change }))
    await field(page, label).fill(value)
  await consent(page).check()
}

const SUBMIT = '**/api/forms/brucosi-form-submit/'

test.beforeAll(freshFestival)

test.beforeEach(async ({ page, db, setFlags }) => {
  await db`delete from signups`
  await setFlags({ COMINGSOON_VISIBILITY: '1', ULAZNICA_VISIBILITY: '1' })
  await page.goto('/brucosi')
})

// Rules 2.1, 2.2, 2.7 and 2.8: the form, its validation errors and its success message.
test('a fresher signs up, and sees each validation error at its field', async ({ page, db }) => {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/forms/brucosi-form-submit/')) sent++
  })
  await expectAccessible(page)

  await test.step('an empty form shows all validation errors and sends nothing', async () => {
    await send(page).click()
    await expect(toast(page)).toContainText(
      /Neispravan unos.*Molimo pregledajte podatke u formi te pokušajte ponovno\./s,
    )
    const expectField = (label: string) => expect(field(page, label))
    await expectField('Ime').toHaveAccessibleDescription('Ime je obavezno polje')
    await expectField('Prezime').toHaveAccessibleDescription('Ime je obavezno polje')
    await expectField('JMBAG').toHaveAccessibleDescription(/JMBAG mora biti 10 znamenki/)
    await expectField('E-mail').toHaveAccessibleDescription(/Email je obavezno polje/)
    await expect(consent(page)).toHaveAccessibleDescription('Prihvaćanje privole je obavezno')
    await expect(field(page, 'Ime')).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('the expected e-mail address follows the values in the form', async () => {
    await expect(page.getByText('is51234@fer.hr')).toBeVisible()
    await fill(page, { 'E-mail': '' })
    await expect(page.getByText('zd59876@fer.hr')).toBeVisible()
  })

  await test.step('another e-mail address is refused, and the error shows the expected address', async () => {
    await fill(page, { 'E-mail': 'netko.drugi@fer.hr' })
    await send(page).click()
    await expect(page.getByText('Email mora biti u FER formatu (zd59876@fer.hr)')).toBeVisible()
    expect(sent).toBe(0)
  })

  await test.step('a valid form with consent is stored, and the form is empty again', async () => {
    await fill(page)
    await send(page).click()
    await expect(saved(page)).toContainText('Vaši podaci su uspješno spremljeni.')
    for (const label of Object.keys(student)) await expect(field(page, label)).toHaveValue('')
    await expect(consent(page)).not.toBeChecked()
    expect(await db`select name, surname, jmbag, email from signups`).toEqual([
      { name: 'Željka', surname: 'Đurić', jmbag: student.JMBAG, email: 'zd59876@fer.hr' },
    ])
    await expect(toast(page)).toHaveCount(0)
  })
})

// Rules 2.9 and 2.14: a failed sign-up, and a sign-up that is sent twice.
test('a sign-up is stored only once, and a lost connection keeps the typed values', async ({
  page,
  context,
  db,
}) => {
  await test.step('a lost connection shows an error and keeps the typed values', async () => {
    await fill(page)
    // Waits for the script that shows toasts. A test below covers a network failure before it has
    // loaded.
    await expect(page.locator('section[aria-label^="Obavijesti"]')).toBeAttached()
    await context.setOffline(true)
    await send(page).click()
    await expect(toast(page)).toContainText('Podaci nisu spremljeni')
    for (const [label, value] of Object.entries(student))
      await expect(field(page, label)).toHaveValue(value)
    await expect(consent(page)).toBeChecked()
    await context.setOffline(false)
  })

  await test.step('a validation error of the server is shown at its field', async () => {
    await page.route(SUBMIT, (route) =>
      route.fulfill({
        status: 400,
        json: { detail: 'Neispravan unos', code: 'invalid', fields: { email: ['Nije dobra.'] } },
      }),
    )
    await send(page).click()
    await expect(field(page, 'E-mail')).toHaveAccessibleDescription(/Nije dobra\./)
    await expect(field(page, 'E-mail')).toBeFocused()
    await expect(field(page, 'Ime')).toHaveValue(student.Ime)
    await page.unroute(SUBMIT)
  })

  await test.step('a double click sends one request', async () => {
    const { bodies, release } = await holdRequests(page, SUBMIT)
    await send(page).dblclick()
    await expect.poll(() => bodies.length).toBe(1)
    release()
    await expect(saved(page)).toBeVisible()
    expect(bodies).toHaveLength(1)
    expect(await db`select from signups`).toHaveLength(1)
  })
})

test('the form shows an error when the network fails before the validation is loaded', {
  tag: '@full',
}, async ({ page }) => {
  await page.route('**/_next/static/**', (route) => route.abort())
  await page.route(SUBMIT, (route) => route.abort())
  await send(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nema veze' })).toBeVisible()
})

test('the consent box looks empty until it is ticked', { tag: '@full' }, async ({ page }) => {
  const box = page.getByRole('checkbox')
  const readPixels = async () => {
    const { data, info } = await sharp(await box.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    return { edge: at(1, 16), inside: at(6, 6), tick: at(13, 20) }
  }
  const [ink, white, signal] = [
    [11, 14, 28],
    [255, 255, 255],
    [228, 255, 58],
  ]
  await box.scrollIntoViewIfNeeded()
  expect(await readPixels()).toEqual({ edge: ink, inside: white, tick: white })
  await box.check()
  await page.mouse.move(0, 0)
  await page.getByRole('heading', { level: 1 }).click()
  expect(await readPixels()).toEqual({ edge: ink, inside: ink, tick: signal })
})
