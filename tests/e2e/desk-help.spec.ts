// covers: components/admin/desk lib/guests
import type { Page } from '@playwright/test'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { addFresher, open, search, ticket } from '../support/desk'
import { expect, freshFestival, test } from '../support/fixtures'
import { readQr } from '../support/read-qr'

test.beforeAll(freshFestival)
test.beforeEach(({ page, signIn }) => signIn(page, 3))

const help = (page: Page) => page.getByRole('region', { name: 'Pomoć s kartom' })

/** Sells a ticket to a student, and finds the same student again. */
async function withTicket(page: Page, digits: string) {
  await open(page)
  await search(page, digits)
  await ticket(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sljedeći brucoš' }).click()
  await search(page, digits)
  await help(page).waitFor()
}

test('the desk corrects an e-mail address, resends the ticket, and shows and prints its QR code', async ({
  page,
  db,
}) => {
  const { digits, id } = await addFresher(db)
  await withTicket(page, digits)
  const email = help(page).getByRole('button', { name: /^E-mail/ })
  const activitiesOf = async (...actions: string[]) =>
    db`select action, changes from activities where entity = 'guests'
      and entity_id = ${String(id)} and action in ${db(actions)} order by id`

  await test.step('an invalid e-mail address is rejected, and the ticket is resent to the corrected address', async () => {
    await email.press('Enter')
    await page.keyboard.type('krivo')
    await page.keyboard.press('Enter')
    await expect(help(page)).toContainText('Neispravna e-mail adresa')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Ivo@Primjer.hr')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Karta ide na: ivo@primjer.hr')).toBeVisible()
    await help(page).getByRole('button', { name: 'Pošalji kartu ponovno' }).click()
    await expect(page.getByText('mail na ivo@primjer.hr je zabilježen')).toBeVisible()
    const mails =
      await db`select to_mail, resend from mails where guest_id = ${id} order by created_at`
    expect(mails).toMatchObject([
      { to_mail: `is${digits.slice(3, 8)}@fer.hr`, resend: false },
      { to_mail: 'ivo@primjer.hr', resend: true },
    ])
  })

  await test.step('an emptied e-mail address falls back to the student address', async () => {
    await email.press('Enter')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await expect(help(page)).toContainText('studentska adresa')
    expect(await activitiesOf('changed', 'resent')).toMatchObject([
      { action: 'changed', changes: { email: [null, 'ivo@primjer.hr'] } },
      { action: 'resent' },
      { action: 'changed', changes: { email: ['ivo@primjer.hr', null] } },
    ])
  })

  const [guest] = await db`select conf_code from guests where id = ${id}`
  const show = help(page).getByRole('button', { name: 'Prikaži QR kod' })

  await test.step('the QR code is shown more than 300 px wide, and contains the confirmation code', async () => {
    await show.click()
    const dialog = page.getByRole('dialog', { name: 'Ivo Šarić' })
    const picture = dialog.getByRole('img')
    expect(await readQr(await picture.screenshot())).toBe(guest?.conf_code)
    expect((await picture.boundingBox())?.width).toBeGreaterThan(300)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(show).toBeFocused()
  })

  await test.step('the ticket is printed with its QR code, and showing and printing are logged', async () => {
    await page.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset.printed = '1'
      }
    })
    await help(page).getByRole('button', { name: 'Ispiši kartu' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
    await page.emulateMedia({ media: 'print' })
    const sheet = page.locator('.paper')
    await expect(sheet).toContainText('Ivo Šarić')
    expect(await readQr(await sheet.locator('svg').screenshot())).toBe(guest?.conf_code)
    expect(await activitiesOf('shown', 'printed')).toMatchObject([
      { action: 'shown' },
      { action: 'printed' },
    ])
  })
})

for (const { name: size, viewport } of SCREEN_SIZES)
  test.describe(size, () => {
    test.use({ viewport })

    test('the ticket help at the desk is accessible', { tag: '@full' }, async ({ page, db }) => {
      const { digits } = await addFresher(db)
      await withTicket(page, digits)
      await expectAccessible(page)
      await help(page).getByRole('button', { name: 'Prikaži QR kod' }).click()
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
    })
  })
