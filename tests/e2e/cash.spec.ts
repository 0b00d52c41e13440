// covers: components/admin/cash components/admin/desk lib/cash
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { receiptNumber } from '@/lib/cash/rules'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { addFresher, jmbag, name, open, scan, search, student, ticket } from '../support/desk'
import { download } from '../support/download'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdRequests } from '../support/hold'
import { emptyTill, movesOf, PRICE } from '../support/till'

const nbsp = (text: string) => text.replace(/ (?=€)/g, '\u00a0')
const bar = (page: Page) => page.getByRole('region', { name: 'Smjena' })
const float = (page: Page) => page.getByLabel('Gotovina u blagajni (€)')
const sold = (page: Page) => page.getByRole('dialog', { name: 'Karta je prodana' })

test.beforeAll(freshFestival)

/**
 * Switches the cash desk on through the API. Instances cache the switch, so they would not notice a
 * change in the database.
 */
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

/**
 * Replaces window.print. Returns a function that reads the text of the last printed sheet, or null.
 */
async function watchPrint(page: Page) {
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printed = document.querySelector('.paper')?.textContent ?? ''
    }
  })
  return () => page.evaluate(() => document.documentElement.dataset.printed ?? null)
}

const SALE = ['sale', 'cash', PRICE, '']
const moneyOf = async (db: Sql) =>
  (await movesOf(db)).map(({ kind, method, cents, reason }) => [kind, method, cents, reason])

test('a cash sale needs an open shift, takes thirteen key presses, and shows the change due', async ({
  page,
  db,
}) => {
  const receivedCash = page.getByLabel('Primljeno (ne mora se upisati)')
  /** Finds a student at the desk, and enters the cash that the student gave. */
  const enterCash = async (digits: string, amount: string) => {
    await search(page, digits)
    await receivedCash.fill(amount)
  }
  await open(page)

  await test.step('a sale without an open shift asks for the float, and keeps the typed name', async () => {
    await search(page, (await addFresher(db)).digits)
    await name(page).fill('Petra')
    await ticket(page).click()
    await expect(page.getByRole('search').getByRole('alert')).toContainText('Prvo otvorite smjenu')
    await expect(float(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar(page)).toContainText('Upišite iznos u eurima')
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await expect(name(page)).toHaveValue('Petra')
    await page.keyboard.press('Enter')
    await expect(sold(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(jmbag(page)).toBeFocused()
    expect(await moneyOf(db)).toEqual([['float', 'cash', 0, ''], SALE])
  })

  await test.step('each of two sales in a row takes thirteen key presses', async () => {
    for (const { digits } of [await addFresher(db), await addFresher(db, 'Ana', 'Kos')]) {
      expect(digits).toHaveLength(10)
      await page.keyboard.type(digits)
      await page.keyboard.press('Enter')
      await expect(ticket(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(sold(page)).toContainText(nbsp('10,50 €'))
      await page.keyboard.press('Enter')
      await expect(sold(page)).toBeHidden()
    }
    await expect(bar(page)).toContainText('prodano 3')
    expect((await moneyOf(db)).slice(1)).toEqual([SALE, SALE, SALE])
  })

  await test.step('the missing amount or the change due is calculated from the cash received', async () => {
    await enterCash((await addFresher(db)).digits, '5')
    await expect(page.getByText('Nedostaje')).toBeVisible()
    await receivedCash.fill('20')
    await expect(page.getByRole('status').filter({ hasText: 'Za vratiti' })).toContainText(
      nbsp('9,50 €'),
    )
    await receivedCash.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sold(page)).toContainText(nbsp('9,50 €'))
  })

  const next = await addFresher(db, 'Ana', 'Kos')

  await test.step('the change due is shown even if the next card is read before the response to the sale', async () => {
    await page.keyboard.press('Enter')
    await enterCash((await addFresher(db)).digits, '20')
    await receivedCash.press('Enter')
    await expect(ticket(page)).toBeFocused()
    const held = await holdRequests(page, '**/api/guests/*/')
    await page.keyboard.press('Enter')
    await expect.poll(() => held.bodies.length).toBe(1)
    await scan(page, next.digits)
    held.release()
    const toast = page.locator('[data-sonner-toast]', { hasText: 'uspješno kupio kartu' })
    await expect(toast).toContainText(nbsp('Za vratiti 9,50 €'))
    await expect(student(page)).toContainText(next.digits)
  })

  await test.step('a card read with the focus on a payment method or in the shift dialog sells no ticket', async () => {
    const other = await addFresher(db)
    const before = await moneyOf(db)
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('k')
    await page.getByLabel('Kartica').focus()
    await scan(page, other.digits)
    await expect(student(page)).toContainText(other.digits)
    await page.getByRole('button', { name: 'Zatvori smjenu' }).click()
    await page.getByRole('dialog').getByRole('button').last().focus()
    await scan(page, next.digits)
    await expect(student(page)).toContainText(next.digits)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await moneyOf(db)).toEqual(before)
    expect(
      await db`select 1 from guests where bought_at is not null
      and id in ${db([next.id, other.id])}`,
    ).toEqual([])
  })
})

test('a card sale takes one key more, a free ticket also a reason, and a receipt has no name', async ({
  page,
  db,
}) => {
  const other = await addFresher(db, 'Ana', 'Kos')
  await open(page)

  await test.step('the key K selects payment by card', async () => {
    await page.keyboard.type((await addFresher(db)).digits)
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('k')
    await expect(page.getByRole('radio', { name: 'Kartica' })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(sold(page)).toContainText('Kartica')
    await page.keyboard.press('Enter')
  })

  await test.step('the key B selects a free ticket, which needs a reason', async () => {
    await page.keyboard.type(other.digits)
    await page.keyboard.press('Enter')
    // For the next student the payment method is cash again.
    await expect(page.getByRole('radio', { name: 'Gotovina' })).toBeChecked()
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('b')
    const reason = page.getByLabel('Zašto besplatno')
    await expect(reason).toBeFocused()
    await ticket(page).click()
    await expect(page.getByRole('search').getByRole('alert')).toHaveText(
      'Upišite zašto je karta besplatna.',
    )
    await expect(reason).toBeFocused()
    await page.keyboard.type('Volonterka')
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sold(page)).toContainText('Besplatno')
    expect(await moneyOf(db)).toEqual([
      ['sale', 'card', PRICE, ''],
      ['sale', 'free', 0, 'Volonterka'],
    ])
    await page.keyboard.press('Enter')
  })

  await test.step('the receipt is printed after the sale, and its number is shown in a later search', async () => {
    const { digits, id } = await addFresher(db)
    await openShift(page)
    await search(page, digits)
    await ticket(page).click()
    await sold(page).waitFor()
    const printed = await watchPrint(page)
    await sold(page).getByRole('button', { name: 'Ispiši potvrdu' }).click()
    const [{ id: move } = { id: 0 }] = await movesOf(db, id)
    const [edition] = await db`select year from editions where ended_at is null`
    const number = receiptNumber(edition?.year, move)
    for (const text of [number, nbsp('10,50 €'), 'gotovinom', 'a ne fiskalni račun'])
      await expect.poll(printed).toContain(text)
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

  await test.step('the return of the free ticket counts as returned in the shift', async () => {
    await search(page, other.digits)
    await expect(student(page)).toContainText('Besplatno')
    await ticket(page).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Poništi kartu' }).click()
    await expect(page.getByText('Karta je poništena.')).toBeVisible()
    await expect(bar(page)).toContainText('prodano 1 · vraćeno 1')
  })
})

test('a refund comes from the till of the user who returns the ticket, and each till is counted', async ({
  page,
  db,
  signIn,
  as,
}) => {
  const { digits } = await addFresher(db)
  await open(page)
  await openShift(page)
  await search(page, digits)
  await ticket(page).click()
  await sold(page).waitFor()

  await test.step('a return shows the refund, and is refused without a shift or with too little cash', async () => {
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

  await test.step('the expected cash of a shift is shown only after the count', async () => {
    await signIn(page, 3)
    await page.clock.install()
    await open(page)
    await bar(page).getByRole('button', { name: 'Zatvori smjenu' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).not.toContainText('60,50')
    // The count is stored, but its response is lost. The same count sent again shows the result.
    await page.route('**/api/cash/shifts/*/close/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByLabel('Prebrojano u blagajni (€)').fill('60')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Nema veze')
    await page.unroute('**/api/cash/shifts/*/close/')
    await dialog.getByLabel('Prebrojano u blagajni (€)').press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(nbsp('Manjak 0,50 €'))
    await expect(dialog).toContainText(nbsp('60,50 €'))
    // The desk reads every minute whether the shift is open. The dialog stays.
    const read = page.waitForResponse('**/api/cash/desk/')
    await page.clock.fastForward(61_000)
    await read
    await expect(float(page)).toBeAttached()
    await dialog.getByLabel('Napomena').fill('Krivo vraćeno')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(float(page)).toBeVisible()
  })

  await signIn(page, 1)
  await page.goto('/admin/blagajna')

  await test.step('an admin sees the counted shift, and downloads the shifts as a file', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Krivo vraćeno' })
    await expect(row).toContainText(nbsp('60,50 €'))
    await expect(row).toContainText(nbsp('−0,50 €'))
    const file = await download(page.getByRole('button', { name: 'Preuzmi (Excel)' }))
    expect(file.suggestedFilename()).toMatch(/^blagajna-\d{4}-\d\d-\d\d\.xlsx$/)
  })

  await test.step('an admin counts and ends a shift that was left open', async () => {
    await page.getByRole('button', { name: 'Prebroji i zatvori' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Prebrojano u blagajni (€)').fill('14,5')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText('Točno se slaže')
    await dialog.getByRole('button', { name: 'Gotovo' }).click()
    await expect(page.getByText('Otvorene smjene')).toHaveCount(0)
  })

  await test.step('the count of a shift that was ended meanwhile shows the stored count', async () => {
    const seller = await as(3)
    const opened = await seller.post('/api/cash/shifts/', { data: { floatCents: 1_000 } })
    expect(opened.status()).toBe(201)
    await page.reload()
    await page.getByRole('button', { name: 'Prebroji i zatvori' }).click()
    const ended = await seller.post(`/api/cash/shifts/${(await opened.json()).id}/close/`, {
      data: { countedCents: 900 },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(ended.status()).toBe(200)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Prebrojano u blagajni (€)').fill('10')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(
      nbsp('Smjena je već zatvorena. Prebrojano je 9,00 €: manjak 1,00 €.'),
    )
    await expect(dialog.getByRole('button', { name: 'Gotovo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step('a return in the guest list shows the refund before and after', async () => {
    const { id } = await addFresher(db)
    const data = { name: 'Ana', surname: 'Kos', bought: '1', payment: { way: 'card' } }
    const sale = await (await as(1)).put(`/api/guests/${id}/`, { data })
    expect(sale.status()).toBe(200)
    await page.goto(`/admin/guest-list?gost=${id}`)
    await ticket(page).click()
    const question = page.getByRole('alertdialog', { name: 'Poništiti kartu?' })
    await expect(question).toContainText(nbsp('Vratite 10,50 € karticom.'))
    await question.getByRole('button', { name: 'Poništi kartu' }).click()
    await expect(
      page.getByText(nbsp('Karta je poništena. Vratite 10,50 € karticom.')),
    ).toBeVisible()
    expect((await movesOf(db, id)).map(({ kind, cents }) => [kind, cents])).toEqual([
      ['sale', PRICE],
      ['return', -PRICE],
    ])
  })
})

test('a seller who opens a shift on a second device gets the shift that is already open', {
  tag: '@full',
}, async ({ page, browser, signIn }) => {
  await open(page)
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await signIn(other, 3)
  await open(other)
  await openShift(page, '12,5')
  await float(other).fill('99')
  await other.keyboard.press('Enter')
  await expect(bar(other)).toContainText(nbsp('polog 12,50 €'))
  await other.context().close()
})

test('an admin sets ticket prices and turns the cash desk off', async ({
  page,
  context,
  db,
  signIn,
  as,
}) => {
  await signIn(page, 1)
  await page.goto('/admin/festival')
  const card = page.getByRole('region', { name: 'Blagajna na prodajnom mjestu' })
  const { digits } = await addFresher(db)

  await test.step('an invalid price shows an error', async () => {
    await card.getByLabel('Brucoši (€)').fill('12,3x')
    await card.getByRole('button', { name: 'Spremi cijene' }).click()
    await expect(card).toContainText('Upišite iznos u eurima')
  })

  await test.step('a price saved by another admin appears, and values typed in other fields stay', async () => {
    const other = await context.newPage()
    await other.goto('/admin/festival')
    const price = (on: Page) => on.getByLabel('VIP (€)')
    await price(other).fill('7')
    await other.getByRole('button', { name: 'Spremi cijene' }).click()
    await expect(price(other)).toHaveValue('7')
    await expect(price(page)).toHaveValue('7')
    await expect(card.getByLabel('Brucoši (€)')).toHaveValue('12,3x')
    await other.close()
  })

  await test.step('a price that another admin has saved meanwhile is shown, and saving again overwrites it', async () => {
    const [list] = await db`select id from guest_lists where role = 'brucosi'`
    const data = { prices: [{ id: list?.id, cents: 800 }] }
    const saved = await (await as(1)).put('/api/cash/settings/', { data })
    expect(saved.status()).toBe(200)
    await card.getByLabel('Brucoši (€)').fill('12,30')
    await card.getByRole('button', { name: 'Spremi cijene' }).click()
    await expect(card.getByLabel('Brucoši (€)')).toHaveAccessibleDescription('Sada je: 8')
    await expect(card.getByLabel('Brucoši (€)')).toHaveValue('12,30')
    expect((await db`select price_cents from guest_lists where id = ${list?.id}`)[0]).toEqual({
      price_cents: 800,
    })
  })

  await test.step('the desk shows the new price', async () => {
    await card.getByRole('button', { name: 'Spremi cijene' }).click()
    await expect(page.getByText('Cijene su spremljene.')).toBeVisible()
    await open(page)
    await search(page, digits)
    await expect(student(page)).toContainText(nbsp('12,30 €'))
  })

  const paid = await addFresher(db)
  const data = { name: 'Ana', surname: 'Kos', bought: '1', payment: { way: 'card' } }
  expect((await (await as(1)).put(`/api/guests/${paid.id}/`, { data })).status()).toBe(200)

  await test.step('with the cash desk off, the desk shows neither payment methods nor a shift', async () => {
    await page.goto('/admin/festival')
    await card.getByRole('switch', { name: 'Blagajna' }).click()
    await expect(page.getByText('Blagajna je isključena.')).toBeVisible()
    await open(page)
    await search(page, digits)
    await expect(ticket(page)).toBeFocused()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(bar(page)).toHaveCount(0)
  })

  await test.step('with the cash desk off, the return of a paid ticket shows the refund before and after', async () => {
    await search(page, paid.digits)
    await expect(student(page)).toContainText(nbsp('Plaćeno 12,30 € karticom'))
    await ticket(page).click()
    const question = page.getByRole('alertdialog', { name: 'Poništiti kartu?' })
    await expect(question).toContainText(nbsp('Vratite 12,30 € karticom.'))
    await question.getByRole('button', { name: 'Poništi kartu' }).click()
    await expect(
      page.getByText(nbsp('Karta je poništena. Vratite 12,30 € karticom.')),
    ).toBeVisible()
    expect((await movesOf(db, paid.id)).map(({ kind, cents }) => [kind, cents])).toEqual([
      ['sale', 1_230],
      ['return', -1_230],
    ])
  })
})

for (const { name: size, viewport } of SCREEN_SIZES)
  test.describe(size, () => {
    test.use({ viewport })

    test('the cash desk is accessible', { tag: '@full' }, async ({ page, db, signIn }) => {
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
      await page.keyboard.press('Enter')
      await bar(page).getByRole('button', { name: 'Zatvori smjenu' }).click()
      await page.getByLabel('Prebrojano u blagajni (€)').fill('60')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('status').waitFor()
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
