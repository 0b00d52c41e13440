// covers: lib/server lib/api-client components/admin/frame
import type { Page } from '@playwright/test'
import { expect, freshFestival, test } from '../support/fixtures'
import { waitForHydration } from '../support/late-scripts'

test.beforeAll(freshFestival)

// A page that was opened before an upgrade cannot load further scripts, because the server has
// those of another build.

/** From now on every script of this page returns 404, as after an upgrade. */
const upgrade = (page: Page) =>
  page.route('**/_next/static/**/*.js', (route) => route.fulfill({ status: 404, body: '' }))

test('a page that was opened before an upgrade keeps working, or shows that it is outdated', async ({
  page,
  db,
  setFlags,
  signIn,
}) => {
  await db`delete from signups`
  await db`delete from guest_lists where name = 'Novinari'`
  await setFlags({ COMINGSOON_VISIBILITY: '1', ULAZNICA_VISIBILITY: '1' })
  await test.step('the sign-up form shows a validation error and keeps the typed values', async () => {
    await page.goto('/brucosi')
    const send = page.getByRole('button', { name: 'Pošalji' })
    await expect(send).toBeEnabled()
    await upgrade(page)
    const typed = { Ime: 'Željka', Prezime: 'Đurić', JMBAG: '0036598765', 'E-mail': 'netko@fer.hr' }
    for (const [label, value] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('checkbox', { name: /Prihvaćam privolu/ }).check()
    await send.click()
    const mail = page.getByLabel('E-mail', { exact: true })
    await expect(mail).toHaveAccessibleDescription(/zd59876@fer\.hr\)/)
    for (const [label, value] of Object.entries(typed))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    await mail.fill('zd59876@fer.hr')
    await send.click()
  })

  await test.step('a fresher signs up', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'uspješno spremljeni' })).toBeVisible()
    expect(await db`select name, email from signups where jmbag = '0036598765'`).toEqual([
      { name: 'Željka', email: 'zd59876@fer.hr' },
    ])
  })

  await page.unrouteAll()
  await signIn(page, 1)
  await page.goto('/admin/tags')
  await waitForHydration(page.locator('[aria-label="Nađi bilo što"]'))
  const name = page.getByLabel('Naziv novog taga')
  await test.step('the admin menu, whose script is missing, shows a notice, and the typed text stays', async () => {
    await upgrade(page)
    await name.fill('Novinari')
    await page.getByRole('button', { name: 'Izbornik' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'nadograđena' })).toBeVisible()
    await page.getByRole('button', { name: 'Zatvori izbornik' }).click()
    await expect(name).toHaveValue('Novinari')
  })

  await test.step('the form of the admin page still saves', async () => {
    await name.press('Enter')
    const saved = () => db`select from guest_lists where name = 'Novinari'`
    await expect.poll(async () => (await saved()).length, { timeout: 60_000 }).toBe(1)
  })
})
