import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { receiptNumber } from '@/lib/cash/rules'
import { expectAccessible, LOOKS } from '../support/axe'
import { addFresher, jmbag, open, scan, search, student, ticket } from '../support/desk'
import { download } from '../support/download'
import { expect, freshFestival, test } from '../support/fixtures'
import { hold } from '../support/hold'
import { emptyTill, movesOf, PRICE } from '../support/till'

const nbsp = (text: string) => text.replace(/ (?=€)/g, '\u00a0')
const bar = (page: Page) => page.getByRole('region', { name: 'Smjena' })
const float = (page: Page) => page.getByLabel('Gotovina u blagajni (€)')
const sold = (page: Page) => page.getByRole('dialog', { name: 'Karta je prodana' })

test.beforeAll(freshFestival)

/** Runs of the product hear of the switch by the call that turns it, as an admin's. */
test.beforeEach(async ({ page, signIn, db, as }) => {
  await emptyTill(db)
  const [list] = await db`select id from guest_lists where role = 'brucosi'`
  const admin = await as(1)
  const data = { on: '1', prices: [{ id: list?.id, cents: PRICE }] }
  expect((await admin.put('/api/cash/settings/', { data })).status()).toBe(200)
  await signIn(page, 3)
})

const openShift = async (page: Page, amount = '50') => {
  await float(page).fill(amount)
  await float(page).press('Enter')
  await expect(bar(page)).toContainText('Smjena od')
}

/** Sells a fresher their ticket, in a shift that it opens, until that is said. */
async function sellOne(page: Page, db: Sql) {
  const fresher = await addFresher(db)
  await open(page)
  await openShift(page)
  await search(page, fresher.digits)
  await ticket(page).click()
  await sold(page).waitFor()
  return fresher
}

/** What the browser would print: the sheet, while it asks for it. */
async function watchPrint(page: Page) {
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printed = document.querySelector('.paper')?.textContent ?? ''
    }
  })
  return () => page.evaluate(() => document.documentElement.dataset.printed ?? null)
}

const moneyOf = async (db: Sql) =>
  (await movesOf(db)).map(({ kind, way, cents, reason }) => [kind, way, cents, reason])

test('the next card sells nothing, with the way of payment or the shift in front', async ({
  page,
  db,
}) => {
  const [before, next] = [await addFresher(db), await addFresher(db, 'Ana', 'Kos')]
  await open(page)
  await openShift(page)
  await search(page, before.digits)
  await expect(ticket(page)).toBeFocused()
  await page.keyboard.press('k')
  await page.getByLabel('Kartica').focus()
  await scan(page, next.digits)
  await expect(student(page)).toContainText(next.digits)
  await search(page, before.digits)
  await expect(student(page)).toContainText(before.digits)
  await page.getByRole('button', { name: 'Zatvori smjenu' }).click()
  await page.getByRole('dialog').getByRole('button').last().focus()
  await scan(page, next.digits)
  await expect(student(page)).toContainText(next.digits)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(
    await db`select 1 from guests where bought_at is not null
    and id in ${db([before.id, next.id])}`,
  ).toEqual([])
  expect(await moneyOf(db)).toEqual([['float', 'cash', 5_000, '']])
})

test.describe('a sale', () => {
  test('for cash takes thirteen keys, one after another', async ({ page, db }) => {
    const freshers = [await addFresher(db), await addFresher(db, 'Ana', 'Kos')]
    await open(page)
    await openShift(page)
    await expect(jmbag(page)).toBeFocused()
    for (const { digits } of freshers) {
      let keys = 0
      for (const key of [...digits, 'Enter']) {
        await page.keyboard.press(key)
        keys++
      }
      await expect(ticket(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(sold(page)).toContainText(nbsp('10,50 €'))
      await page.keyboard.press('Enter')
      await expect(sold(page)).toBeHidden()
      expect(keys + 2).toBe(13)
    }
    await expect(bar(page)).toContainText('prodano 2')
    expect(await moneyOf(db)).toEqual([
      ['float', 'cash', 5_000, ''],
      ['sale', 'cash', PRICE, ''],
      ['sale', 'cash', PRICE, ''],
    ])
  })

  test('by card takes one key more, for nothing one and a reason', async ({ page, db }) => {
    const [card, free] = [await addFresher(db), await addFresher(db, 'Ana', 'Kos')]
    await open(page)
    await page.keyboard.type(card.digits)
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('k')
    await expect(page.getByRole('radio', { name: 'Kartica' })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(sold(page)).toContainText('Kartica')
    await page.keyboard.press('Enter')
    await page.keyboard.type(free.digits)
    await page.keyboard.press('Enter')
    // The next one pays as usual.
    await expect(page.getByRole('radio', { name: 'Gotovina' })).toBeChecked()
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('b')
    const why = page.getByLabel('Zašto besplatno')
    await expect(why).toBeFocused()
    await ticket(page).click()
    await expect(page.getByRole('search').getByRole('alert')).toHaveText(
      'Upišite zašto je karta besplatna.',
    )
    await expect(why).toBeFocused()
    await page.keyboard.type('Volonterka')
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sold(page)).toContainText('Besplatno')
    expect(await moneyOf(db)).toEqual([
      ['sale', 'card', PRICE, ''],
      ['sale', 'free', 0, 'Volonterka'],
    ])
  })

  test('helps with the change, which nobody has to type', async ({ page, db }) => {
    const { digits } = await addFresher(db)
    await open(page)
    await openShift(page)
    await search(page, digits)
    const given = page.getByLabel('Primljeno (ne mora se upisati)')
    await given.fill('5')
    await expect(page.getByText('Nedostaje')).toBeVisible()
    await given.fill('20')
    await expect(page.getByRole('status').filter({ hasText: 'Za vratiti' })).toContainText(
      nbsp('9,50 €'),
    )
    await given.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sold(page)).toContainText(nbsp('9,50 €'))
  })

  test('tells the change also when the next card comes before the sale is answered', async ({
    page,
    db,
  }) => {
    const [{ digits }, next] = [await addFresher(db), await addFresher(db, 'Ana', 'Kos')]
    await open(page)
    await openShift(page)
    await search(page, digits)
    const given = page.getByLabel('Primljeno (ne mora se upisati)')
    await given.fill('20')
    await given.press('Enter')
    await expect(ticket(page)).toBeFocused()
    const held = await hold(page, '**/api/guests/*/')
    await page.keyboard.press('Enter')
    await expect.poll(() => held.calls.length).toBe(1)
    await scan(page, next.digits)
    held.release()
    const toast = page.locator('[data-sonner-toast]', { hasText: 'uspješno kupio kartu' })
    await expect(toast).toContainText(nbsp('Za vratiti 9,50 €'))
  })

  test('asks for a shift right where it is needed, and loses nothing', async ({ page, db }) => {
    const { digits } = await addFresher(db)
    await open(page)
    await search(page, digits)
    await page.getByLabel('Ime', { exact: true }).fill('Petra')
    await ticket(page).click()
    await expect(page.getByRole('search').getByRole('alert')).toContainText('Prvo otvorite smjenu')
    await expect(float(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar(page)).toContainText('Upišite iznos u eurima')
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await expect(page.getByLabel('Ime', { exact: true })).toHaveValue('Petra')
    await page.keyboard.press('Enter')
    await expect(sold(page)).toBeVisible()
    expect(await moneyOf(db)).toEqual([
      ['float', 'cash', 0, ''],
      ['sale', 'cash', PRICE, ''],
    ])
  })

  test('prints its receipt without a name, now and later', async ({ page, db }) => {
    const { digits, id } = await sellOne(page, db)
    const printed = await watchPrint(page)
    await sold(page).getByRole('button', { name: 'Ispiši potvrdu' }).click()
    const [{ id: move } = { id: 0 }] = await movesOf(db, id)
    const [edition] = await db`select year from editions where ended_at is null`
    const number = receiptNumber(edition?.year, move)
    for (const words of [number, nbsp('10,50 €'), 'gotovinom', 'a ne fiskalni račun'])
      await expect.poll(printed).toContain(words)
    expect(await printed()).not.toContain('Šarić')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.paper')).toBeVisible()
    await expect(jmbag(page)).toBeHidden()
    await page.emulateMedia({ media: null })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(page.locator('.paper')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await search(page, digits)
    await expect(page.getByText(`Potvrda ${number}`)).toBeVisible()
    const [mail] = await db`select plain_text, state from mails where guest_id = ${id}`
    if (mail?.state === 'recorded') expect(mail.plain_text).toContain(number)
  })
})

test.describe('a ticket taken back', () => {
  test('says what to give back, out of the till of who does it', async ({ page, db, signIn }) => {
    const { digits } = await sellOne(page, db)
    await signIn(page, 4)
    await open(page)
    await search(page, digits)
    await ticket(page).click()
    const question = page.getByRole('alertdialog', { name: 'Poništiti kartu?' })
    await expect(question).toContainText(nbsp('Vratite 10,50 € gotovinom.'))
    await question.getByRole('button', { name: 'Poništi kartu' }).click()
    await expect(page.getByRole('search').getByRole('alert')).toContainText('Otvorite smjenu')
    await openShift(page, '5')
    await ticket(page).click()
    await question.getByRole('button', { name: 'Poništi kartu' }).click()
    await expect(page.getByRole('search').getByRole('alert')).toContainText(
      nbsp('U blagajni je samo 5,00 €.'),
    )
    await bar(page).getByRole('button', { name: 'Uplata ili isplata' }).click()
    const paying = page.getByRole('dialog', { name: 'Uplata ili isplata' })
    await paying.getByLabel('Iznos (€)').fill('20')
    await paying.getByLabel('Razlog').fill('Sitniš')
    await paying.getByLabel('Razlog').press('Enter')
    await expect(paying).toBeHidden()
    await ticket(page).click()
    await question.getByRole('button', { name: 'Poništi kartu' }).click()
    await expect(
      page.getByText(nbsp('Karta je poništena. Vratite 10,50 € gotovinom.')),
    ).toBeVisible()
    expect((await moneyOf(db)).slice(2)).toEqual([
      ['float', 'cash', 500, ''],
      ['correction', 'cash', 2_000, 'Sitniš'],
      ['return', 'cash', -PRICE, ''],
    ])
  })
})

test.describe('a shift', () => {
  test('is counted before it tells what there should be', async ({ page, db, signIn }) => {
    await sellOne(page, db)
    await page.keyboard.press('Enter')
    await bar(page).getByRole('button', { name: 'Zatvori smjenu' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).not.toContainText('60,50')
    await dialog.getByLabel('Prebrojano u blagajni (€)').fill('60')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(nbsp('Manjak 0,50 €'))
    await expect(dialog).toContainText(nbsp('60,50 €'))
    await expectAccessible(page)
    await dialog.getByLabel('Napomena').fill('Krivo vraćeno')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(float(page)).toBeVisible()

    await signIn(page, 1)
    await page.goto('/admin/blagajna')
    const row = page.getByRole('row').filter({ hasText: 'Krivo vraćeno' })
    await expect(row).toContainText(nbsp('60,50 €'))
    await expect(row).toContainText(nbsp('-0,50 €').replace('-', '−'))
    const file = await download(page.getByRole('button', { name: 'Preuzmi (Excel)' }))
    expect(file.suggestedFilename()).toMatch(/^blagajna-\d{4}-\d\d-\d\d\.xlsx$/)
  })

  test('goes on where its seller signs in next', { tag: '@full' }, async ({
    page,
    browser,
    signIn,
  }) => {
    await open(page)
    const other = await (
      await browser.newContext({ baseURL: new URL(page.url()).origin })
    ).newPage()
    await signIn(other, 3)
    await open(other)
    await openShift(page, '12,5')
    await other.getByLabel('Gotovina u blagajni (€)').fill('99')
    await other.keyboard.press('Enter')
    await expect(other.getByRole('region', { name: 'Smjena' })).toContainText(nbsp('polog 12,50 €'))
    await other.context().close()
  })

  test('that was left open an admin counts and ends', async ({ page, signIn }) => {
    await open(page)
    await openShift(page)
    await signIn(page, 1)
    await page.goto('/admin/blagajna')
    await page.getByRole('button', { name: 'Prebroji i zatvori' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Prebrojano u blagajni (€)').fill('50')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText('Točno se slaže')
    await dialog.getByRole('button', { name: 'Gotovo' }).click()
    await expect(page.getByText('Otvorene smjene')).toHaveCount(0)
  })
})

test('is switched and priced by an admin, and off leaves the desk as it was', async ({
  page,
  context,
  db,
  signIn,
}) => {
  await signIn(page, 1)
  await page.goto('/admin/festival')
  const card = page.getByRole('region', { name: 'Blagajna na prodajnom mjestu' })
  await card.getByLabel('Brucoši (€)').fill('12,3x')
  await card.getByRole('button', { name: 'Spremi cijene' }).click()
  await expect(card).toContainText('Upišite iznos u eurima')

  // What another admin saves meanwhile is shown, and takes nothing that is typed here.
  const other = await context.newPage()
  await other.goto('/admin/festival')
  const price = (on: Page) => on.getByLabel('VIP (€)')
  await price(other).fill('7')
  await other.getByRole('button', { name: 'Spremi cijene' }).click()
  await expect(price(other)).toHaveValue('7')
  await expect(price(page)).toHaveValue('7')
  await expect(card.getByLabel('Brucoši (€)')).toHaveValue('12,3x')
  await other.close()

  await card.getByLabel('Brucoši (€)').fill('12,30')
  await card.getByRole('button', { name: 'Spremi cijene' }).click()
  await expect(page.getByText('Cijene su spremljene.')).toBeVisible()
  const { digits } = await addFresher(db)
  await open(page)
  await search(page, digits)
  await expect(page.getByRole('region', { name: 'Student' })).toContainText(nbsp('12,30 €'))
  await page.goto('/admin/festival')
  await card.getByRole('switch', { name: 'Blagajna' }).click()
  await expect(page.getByText('Blagajna je isključena.')).toBeVisible()
  await open(page)
  await search(page, digits)
  await expect(ticket(page)).toBeFocused()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
})

for (const { name: look, viewport } of LOOKS)
  test.describe(look, () => {
    test.use({ viewport })

    test('is accessible', { tag: '@full' }, async ({ page, db, signIn }) => {
      const { digits } = await addFresher(db)
      await open(page)
      await expectAccessible(page)
      await openShift(page)
      await search(page, digits)
      await expectAccessible(page)
      await page.locator('label', { hasText: 'Besplatno' }).click()
      await expectAccessible(page)
      await page.locator('label', { hasText: 'Gotovina' }).click()
      await page.getByLabel('Primljeno (ne mora se upisati)').fill('20')
      await ticket(page).click()
      await sold(page).waitFor()
      await expectAccessible(page)
      await signIn(page, 1)
      await page.goto('/admin/blagajna')
      await page.getByRole('table').first().waitFor()
      await expectAccessible(page)
      await page.goto('/admin/festival')
      await page.getByLabel('Brucoši (€)').waitFor()
      await expectAccessible(page)
    })
  })
