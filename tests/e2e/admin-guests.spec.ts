// covers: components/admin/guests components/admin/data lib/guests
import type { APIRequestContext, Page } from '@playwright/test'
import { insertGuests } from '@/db/seed/insert-guests'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'
import { addSponsors } from '../support/programme-rows'

const COUNT = 10_000
const SLUG = '5b1c6a2e-1111-1aaa-8bbb-0123456789ab'
const PHONE = { width: 360, height: 780 }

test.beforeAll(freshFestival)
test.beforeAll(async ({ db }) => {
  await empty(db, 'mails', 'guests', 'sponsors')
  await insertGuests(db as never, { count: COUNT, seed: 5 })
  await addSponsors(db, 1)
  await db`update sponsors set slug = ${SLUG}`
  await db`insert into guests (name, surname, list_id)
    select 'Sponzorov', 'Gostić', id from guest_lists where kind = 'sponsor'`
  await db`vacuum analyze guests`
})

test.beforeEach(({ page, signIn }) => signIn(page, 1))

let serial = 0
/** Creates a guest with a unique surname. */
async function addGuest(admin: APIRequestContext, fields: object = {}) {
  const surname = `Probić${++serial}`
  const answer = await admin.post('/api/guests/', {
    data: { name: 'Zrinka', surname, tag: 'VIP', bought: '0', entered: '0', ...fields },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { id: number; surname: string }
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const link = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name })
const sheet = (page: Page, name = /./) => page.getByRole('dialog', { name })
const field = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const open = (page: Page, id: number) => page.goto(`/admin/guest-list?gost=${id}`)

test('a list of ten thousand guests is scrolled, filtered and sorted, and the URL keeps the choice', async ({
  page,
  db,
}) => {
  await page.goto('/admin/guest-list')
  const table = page.getByRole('table')
  const lastRow = table.locator(`[aria-rowindex="${COUNT + 2}"]`).getByRole('link')
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.ariaRowIndex)

  await test.step('the guests of a sponsor are found by the tag filter, and the page has no sponsor slug', async () => {
    const tag = page.getByLabel('Tag')
    await tag.selectOption({ label: 'Tvrtka 1 (1)' })
    await expect(rows(page)).toHaveCount(1)
    await link(page, 'Sponzorov Gostić').click()
    await expect(sheet(page, /Sponzorov/)).toContainText('Tvrtka 1')
    expect(page.url()).not.toContain(SLUG)
    await expect(page.locator('body')).not.toContainText(SLUG)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await tag.selectOption('')
  })

  await test.step('all rows are reached by scrolling, and fewer than 60 are rendered at a time', async () => {
    await expect(table).toHaveAttribute('aria-rowcount', String(COUNT + 2))
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(lastRow).toBeInViewport()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
    await expect(rows(page).nth(10).getByRole('link')).toBeInViewport()
    expect(await rows(page).count()).toBeLessThan(60)
  })

  await test.step('arrow keys, Home and End move between rows, and Enter opens a guest', async () => {
    await page.getByRole('button', { name: 'Na vrh popisa' }).click()
    await rows(page).first().getByRole('link').focus()
    for (const [key, row] of [
      ['ArrowDown', 3],
      ['ArrowDown', 4],
      ['ArrowUp', 3],
      ['End', COUNT + 2],
      ['Home', 2],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(focused, { message: key }).toBe(String(row))
    }
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
    await expect(rows(page).nth(10).getByRole('link')).toBeInViewport()
    await page.keyboard.press('ArrowUp')
    await expect(rows(page).first().getByRole('link')).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(sheet(page)).toBeVisible()
  })

  await test.step('a list that is scrolled while a guest closes does not scroll back to the row of the guest', async () => {
    await page.evaluate(() => {
      const { focus } = HTMLElement.prototype
      HTMLElement.prototype.focus = function (options) {
        HTMLElement.prototype.focus = focus
        scrollTo(0, document.body.scrollHeight)
        this.focus(options)
      }
    })
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await expect.poll(focused).toBe('2')
    await expect(lastRow).toBeInViewport()
  })

  await test.step('the list is filtered and sorted, also after a reload', async () => {
    await expect(page.getByRole('columnheader', { name: 'Prezime' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    const [count] = await db`
      select count(*)::int as bought, count(entered_at)::int as both from guests where bought_at is not null`
    const grouped = (n: number) => n.toLocaleString('hr-HR')
    await page.getByRole('button', { name: `S kartom ${grouped(count?.bought)}` }).click()
    await expect(page.getByText(`Pronađeno: ${grouped(count?.bought)}`)).toBeVisible()
    await page.getByRole('button', { name: `Unutra ${grouped(count?.both)}` }).click()
    await expect(page.getByText(`Pronađeno: ${grouped(count?.both)}`)).toBeVisible()
    await page.getByRole('button', { name: 'Ulaz', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Ulaz' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect(table).toHaveAttribute('aria-busy', 'false')
    const first = await rows(page).first().textContent()
    expect(new URL(page.url()).search).toBe('?karta=1&ulaz=1&poredak=enteredTime')
    await page.reload()
    await expect(rows(page).first()).toHaveText(first ?? '')
  })
})

test('editing a guest shows errors, offers a choice in a conflict, and keeps typed values offline', async ({
  page,
  browser,
  signIn,
  as,
  baseURL,
}) => {
  const admin = await as(1)
  const { id, surname } = await addGuest(admin, { tag: 'Brucoši', jmbag: '0011111111' })
  await addGuest(admin, { tag: 'Brucoši', jmbag: '0011111112' })
  const stored = async () => (await admin.get(`/api/guests/${id}/`)).json()
  await page.goto(`/admin/guest-list?trazi=${surname}`)
  await link(page, `Zrinka ${surname}`).click()

  await test.step('errors are shown, and the corrected values are saved', async () => {
    await field(page, 'E-mail').fill('nije adresa')
    await button(page, 'Spremi').click()
    await expect(page.getByText('Neispravna e-mail adresa')).toBeVisible()
    await field(page, 'E-mail').fill(' ZRINKA@primjer.hr ')
    await field(page, 'JMBAG').fill('0011111112')
    await button(page, 'Spremi').click()
    await expect(sheet(page).getByRole('alert')).toContainText('Gost s ovim JMBAG-om već postoji!!')
    await field(page, 'JMBAG').fill('0011111113')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Spremljeno.', { exact: true })).toBeVisible()
    await expect(field(page, 'E-mail')).toHaveValue('zrinka@primjer.hr')
    await expect(page.getByRole('region', { name: 'Povijest' })).toContainText('0011111113')
    await expect(button(page, 'Spremi')).toHaveCount(0)
  })

  await test.step('Back and Escape ask for confirmation before unsaved changes are discarded', async () => {
    await field(page, 'Ime').fill('Nespremljena')
    await page.goBack()
    await expect(page.getByRole('alertdialog', { name: 'Odbaciti promjene?' })).toBeVisible()
    await button(page, 'Odustani').last().click()
    await expect(field(page, 'Ime')).toHaveValue('Nespremljena')
    await page.keyboard.press('Escape')
    await button(page, 'Odbaci').click()
    await expect(sheet(page)).toBeHidden()
    await expect(link(page, `Zrinka ${surname}`)).toBeVisible()
    expect((await stored()).name).toBe('Zrinka')
  })

  await test.step('when two admins change the same field, the second sees both values and chooses', async () => {
    const context = await browser.newContext({ baseURL })
    const other = await context.newPage()
    await signIn(other, 1)
    await open(other, id)
    await link(page, `Zrinka ${surname}`).click()
    await field(page, 'Telefon').fill('091 111 1111')
    await field(page, 'Ime').fill('Moja')
    await field(other, 'Telefon').fill('092 222 2222')
    await field(other, 'Prezime').fill('Njihova')
    await button(other, 'Spremi').click()
    await expect(other.getByText('Spremljeno.')).toBeVisible()

    // The change that the other admin has saved appears by itself, before this admin saves.
    const choice = page.getByRole('group', { name: 'Telefon: dvije promjene' })
    await expect(choice).toContainText('092 222 2222')
    await expect(page.getByRole('group')).toHaveCount(1)
    await expect(field(page, 'Telefon')).toHaveValue('091 111 1111')
    await expect(field(page, 'Prezime')).toHaveValue('Njihova')
    await choice.getByRole('button', { name: 'Zadrži moje' }).click()
    await button(page, 'Spremi').click()
    await expect(button(page, 'Spremi')).toHaveCount(0)
    const both = { name: 'Moja', surname: 'Njihova', phone: '091 111 1111' }
    expect(await stored()).toMatchObject(both)
    await context.close()
  })

  await test.step('a typed value stays while the connection is lost, and is then saved only once', async () => {
    const changes = async () =>
      (await (await admin.get(`/api/guests/${id}/history/`)).json()).activities.length
    const before = await changes()
    await field(page, 'Telefon').fill('091 333 3333')
    await page.context().setOffline(true)
    await button(page, 'Spremi').click()
    const alert = sheet(page).getByRole('alert')
    await expect(alert).toContainText('Nije spremljeno. Nema veze')
    await expect(field(page, 'Telefon')).toHaveValue('091 333 3333')
    await page.context().setOffline(false)
    await sheet(page).getByRole('button', { name: 'Pokušaj ponovno' }).dblclick()
    await expect(button(page, 'Spremi')).toHaveCount(0)
    await expect(alert).toHaveCount(0)
    expect(await stored()).toMatchObject({ phone: '091 333 3333' })
    expect(await changes()).toBe(before + 1)
  })
})

test('a guest is sold a ticket and admitted, and the ticket is returned', async ({ page, as }) => {
  const admin = await as(1)
  const { id } = await addGuest(admin, { email: 'zrinka@primjer.hr' })
  await open(page, id)
  await page.getByRole('switch', { name: 'Karta' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Potvrda ide na zrinka@primjer.hr.')
  await button(page, 'Označi kao kupljenu').dblclick()
  await expect(question).toBeHidden()
  await expect(page.getByRole('region', { name: 'Mailovi' }).getByRole('link')).toHaveCount(1)
  await page.getByRole('switch', { name: 'Ulaz' }).click()
  await expect(sheet(page).getByText(/^Unutra od/)).toBeVisible()
  await page.getByRole('switch', { name: 'Karta' }).click()
  await button(page, 'Poništi kartu').click()
  await expect(sheet(page).getByText('Nema kartu')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Povijest' }).getByRole('listitem')).toHaveCount(4)

  const bought = page.getByRole('switch', { name: 'Karta' })
  /** A text in the sheet, which is hidden from roles while the question is open. */
  const inSheet = (text: string | RegExp) => page.locator('[role="dialog"]').getByText(text)

  await test.step('an open question to sell stays when another user sells, and changes nothing then', async () => {
    await expect(bought).not.toHaveAttribute('aria-busy')
    await bought.click()
    const sale = await admin.put(`/api/guests/${id}/`, { data: { bought: '1' } })
    expect(sale.status()).toBe(200)
    const { confCode } = await sale.json()
    await expect(inSheet(/^Kupljena \d/)).toBeVisible()
    await expect(question).toContainText('Označiti kartu kao kupljenu?')
    await expect(button(page, 'Poništi kartu')).toHaveCount(0)
    await button(page, 'Označi kao kupljenu').click()
    await expect(page.getByText(/^Karta je već prodana/)).toBeVisible()
    await expect(question).toBeHidden()
    const stored = await (await admin.get(`/api/guests/${id}/`)).json()
    expect(stored).toMatchObject({ bought: '1', confCode })
  })

  await test.step('an open question to return stays when another user returns, and is refused then', async () => {
    await expect(bought).toBeChecked()
    await bought.click()
    const ticketReturn = await admin.put(`/api/guests/${id}/`, { data: { bought: '0' } })
    expect(ticketReturn.status()).toBe(200)
    await expect(inSheet('Nema kartu')).toBeVisible()
    await expect(button(page, 'Označi kao kupljenu')).toHaveCount(0)
    await button(page, 'Poništi kartu').click()
    await expect(question.getByRole('alert')).toContainText(
      'Netko je ovo u međuvremenu promijenio.',
    )
    await button(page, 'Odustani').click()
    await expect(question).toBeHidden()
  })
})

test('a deleted guest is restored: at once, to another tag, and six days later', async ({
  page,
  as,
  db,
}) => {
  const admin = await as(1)
  await admin.post('/api/tags/', { data: { name: 'Kratki' } })
  const { id, surname } = await addGuest(admin, { tag: 'Kratki' })
  const listed = link(page, `Zrinka ${surname}`)
  await page.goto(`/admin/guest-list?trazi=${surname}`)
  const remove = async () => {
    await listed.click()
    await button(page, 'Obriši gosta').click()
    await button(page, 'Obriši').click()
    await expect(sheet(page)).toHaveCount(0)
    await expect(page.getByText('Ništa ne odgovara ovom odabiru.')).toBeVisible()
  }

  await test.step('the guest is restored directly after the deletion', async () => {
    await remove()
    await button(page, 'Vrati').click()
    await expect(listed).toBeVisible()
  })

  await test.step('the guest is restored to another tag when the old tag was deleted', async () => {
    await remove()
    const [tag] = await db`select id from guest_lists where name = 'Kratki'`
    expect((await admin.delete(`/api/tags/${tag?.id}/`)).status()).toBe(204)
    await button(page, 'Vrati').last().click()
    const question = sheet(page, /Na koji popis/)
    await question.getByLabel('Tag').selectOption('VIP')
    await question.getByRole('button', { name: 'Vrati' }).click()
    await expect(listed).toBeVisible()
    expect((await (await admin.get(`/api/guests/${id}/`)).json()).tag).toBe('VIP')
  })

  await test.step('the guest is restored from the page of deleted guests six days later', async () => {
    expect((await admin.delete(`/api/guests/${id}/`)).status()).toBe(204)
    await db`update guests set deleted_at = now() - interval '6 days' where id = ${id}`
    await page.goto('/admin/guest-list')
    await page.getByRole('link', { name: 'Obrisani gosti' }).click()
    const row = rows(page).filter({ hasText: surname })
    await expect(row).toContainText('VIP')
    await button(page, `Vrati: Zrinka ${surname}`).click()
    await expect(page.getByText('Gost je vraćen na popis.')).toBeVisible()
    await expect(row).toHaveCount(0)
    await page.goto(`/admin/guest-list?trazi=${surname}`)
    await expect(listed).toBeVisible()
  })
})

// Rules 4.7, 4.10, 4.11 and 13.26: the form for a new guest.
test('guests are added one after another by keyboard, and typed values stay if the connection is lost', async ({
  page,
  as,
}) => {
  await addGuest(await as(1), { tag: 'Brucoši', jmbag: '0022222222' })
  await page.goto('/admin/guests-add')
  const input = (label: string) => page.getByLabel(label, { exact: true })

  await test.step('an empty form shows the message that all fields are needed', async () => {
    await button(page, 'Dodaj').click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Unesite sva polja')
    await expect(input('JMBAG')).toHaveCount(0)
    for (const name of ['Karta', 'Ulaz'])
      await expect(page.getByRole('switch', { name })).toBeChecked()
  })

  await test.step('Enter submits, focuses a rejected field, and after success starts the next guest', async () => {
    await input('Ime').fill('Dora')
    await input('Prezime').fill('Dodić')
    await input('Tag').selectOption('Brucoši')
    await input('JMBAG').fill('0022222222')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Gost s ovim JMBAG-om već postoji!!')).toBeVisible()
    await expect(input('JMBAG')).toBeFocused()
    await input('JMBAG').fill('0022222223')
    await page.keyboard.press('Enter')
    const done = page.getByRole('dialog', { name: 'Gost je uspješno dodan!' })
    await expect(done).toContainText('Dora Dodić')
    await expect(done).toContainText('Pošta nije postavljena')
    await expect(done.getByRole('button', { name: 'Dodaj sljedećeg' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(input('Ime')).toBeFocused()
    await expect(input('Tag')).toHaveValue('Brucoši')
  })

  await test.step('typed values stay when the connection is lost', async () => {
    await input('Ime').fill('Ema')
    await input('Prezime').fill('Bez Veze')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Greška' })).toContainText(
      'Greška prilikom dodavanja gosta: Nema veze',
    )
    await page.context().setOffline(false)
    await button(page, 'U redu').click()
    await expect(input('Ime')).toHaveValue('Ema')
  })
})

for (const { name, viewport } of SCREEN_SIZES)
  test(`the guest list and its forms are accessible: ${name}`, { tag: '@full' }, async ({
    browser,
    signIn,
    as,
    baseURL,
  }) => {
    const { id, surname } = await addGuest(await as(1), { bought: '1', entered: '1' })
    const context = await browser.newContext({
      baseURL,
      viewport,
      hasTouch: viewport.width === PHONE.width,
    })
    const page = await context.newPage()
    await signIn(page, 1)
    await page.goto('/admin/guest-list')
    await expect(rows(page).nth(8).getByRole('link')).toBeVisible()
    await expectAccessible(page)
    for (const box of await page.getByRole('main').getByRole('button').all())
      if (await box.isVisible())
        expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.goto(`/admin/guest-list?trazi=${surname}&gost=${id}`)
    await field(page, 'Ime').fill('Nova')
    await page.getByRole('region', { name: 'Povijest' }).waitFor()
    await expectAccessible(page)
    await (await as(1)).put(`/api/guests/${id}/`, { data: { name: 'Druga' } })
    // The conflict appears by itself through a live update, before Save is pressed.
    await page.getByRole('group', { name: 'Ime: dvije promjene' }).waitFor()
    await expectAccessible(page)
    await page.goto('/admin/guests-add')
    await button(page, 'Dodaj').click()
    await page.getByText('Unesite sva polja').waitFor()
    await expectAccessible(page)
    await context.close()
  })
