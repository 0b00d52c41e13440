import { formatDate, formatDateTime } from '@/lib/time'
import { expectAccessible, LOOKS } from '../support/axe'
import { awaitDayBoundary } from '../support/day-boundary'
import {
  addFresher,
  addGuest,
  addSignup,
  jmbag,
  name,
  newPrefix,
  open,
  search,
  surname,
  ticket,
} from '../support/desk'
import { expect, test } from '../support/fixtures'
import { hold } from '../support/hold'

/** This festival has no mail service; the spec's sentence is held by story.spec.ts. */
const soldTo = (email: string) =>
  `Brucoš je uspješno kupio kartu. Pošta nije postavljena: mail na ${email} je zabilježen, ali nije poslan.`

test.beforeEach(({ page, signIn }) => signIn(page, 3))

test.describe('the sale', () => {
  test('is done by keyboard alone, one student after another', async ({ page, db }) => {
    const first = await addFresher(db)
    const second = await addFresher(db, 'Ana', 'Kos')
    await open(page)
    await page.keyboard.type(first.digits)
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(soldTo(`is${first.digits.slice(3, 8)}@fer.hr`))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(jmbag(page)).toBeFocused()
    await expect(jmbag(page)).toHaveValue('')
    await page.keyboard.type(second.digits)
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText(soldTo(`ak${second.digits.slice(3, 8)}@fer.hr`))
    const rows = await db`
      select name, surname, conf_code, bought_at from guests
      where id in ${db([first.id, second.id])} order by id`
    expect(rows.map((row) => [row.name, row.surname])).toEqual([
      ['Ivo', 'Šarić'],
      ['Ana', 'Kos'],
    ])
    expect(rows.every((row) => row.conf_code && row.bought_at)).toBe(true)
  })

  test('needs name and surname; Enter walks through them', async ({ page, db }) => {
    const digits = `${newPrefix()}0001`
    const id = await addGuest(db, digits)
    await open(page)
    await search(page, digits)
    await ticket(page).click()
    await expect(page.getByRole('search').getByRole('alert')).toHaveText(
      'Ispunite polja ime i prezime!',
    )
    await expect(name(page)).toBeFocused()
    await page.keyboard.type('Petra')
    await page.keyboard.press('Enter')
    await expect(surname(page)).toBeFocused()
    await page.keyboard.type('Čuk')
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByRole('dialog')).toContainText('pc')
    const [row] = await db`select name, surname, bought_at from guests where id = ${id}`
    expect(row).toMatchObject({ name: 'Petra', surname: 'Čuk' })
    expect(row?.bought_at).not.toBeNull()
  })

  test('happens once, however often it is pressed', async ({ page, db }) => {
    const { digits, id } = await addFresher(db)
    await open(page)
    await search(page, digits)
    await expect(ticket(page)).toBeFocused()
    const held = await hold(page, '**/api/guests/*/')
    await ticket(page).dblclick()
    await expect.poll(() => held.calls.length).toBe(1)
    held.release()
    await expect(page.getByRole('dialog')).toContainText('uspješno kupio kartu')
    expect(held.calls).toHaveLength(1)
    const mails = await db`select 1 from mails where guest_id = ${id}`
    expect(mails).toHaveLength(1)
  })

  test('shows code and time, and asks before it takes a ticket back', async ({ page, db }) => {
    const { digits, id } = await addFresher(db)
    await open(page)
    await search(page, digits)
    await ticket(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sljedeći brucoš' }).click()
    await search(page, digits)
    const [sold] = await db`select conf_code, bought_at from guests where id = ${id}`
    await expect(ticket(page)).toBeChecked()
    await expect(page.getByText(sold?.conf_code)).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Student' }).getByText(formatDateTime(sold?.bought_at)),
    ).toBeVisible()

    await ticket(page).click()
    const question = page.getByRole('alertdialog', { name: 'Poništiti kartu?' })
    await question.getByRole('button', { name: 'Odustani' }).click()
    await expect(ticket(page)).toBeChecked()
    await ticket(page).click()
    await question.getByRole('button', { name: 'Poništi kartu' }).click()
    await expect(ticket(page)).not.toBeChecked()
    await expect(page.getByText(sold?.conf_code)).toHaveCount(0)
    const [returned] = await db`select conf_code, bought_at from guests where id = ${id}`
    expect(returned).toMatchObject({ conf_code: null, bought_at: null })
  })

  test('says so when somebody else sold it meanwhile', async ({ page, db, as }) => {
    const { digits, id } = await addFresher(db)
    await open(page)
    await search(page, digits)
    await expect(ticket(page)).toBeFocused()
    const other = await as(4)
    const data = { name: 'Ivo', surname: 'Šarić', bought: '1' }
    expect((await other.put(`/api/guests/${id}/`, { data })).status()).toBe(200)
    await ticket(page).click()
    const [row] = await db`select bought_at from guests where id = ${id}`
    await expect(page.getByRole('search').getByRole('alert')).toContainText(
      `Karta je već prodana ${formatDateTime(row?.bought_at)}`,
    )
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(ticket(page)).toBeChecked()
    expect(await db`select 1 from mails where guest_id = ${id}`).toHaveLength(1)
  })

  test('keeps what was typed when the connection is lost', async ({ page, db, context }) => {
    const digits = `${newPrefix()}0001`
    await addGuest(db, digits)
    await open(page)
    await search(page, digits)
    await name(page).fill('Petra')
    await surname(page).fill('Perić')
    await context.setOffline(true)
    await ticket(page).click()
    await expect(page.getByRole('search').getByRole('alert')).toContainText('Nema veze')
    await expect(name(page)).toHaveValue('Petra')
    await expect(surname(page)).toHaveValue('Perić')
    await expect(ticket(page)).not.toBeChecked()
    await context.setOffline(false)
    await ticket(page).click()
    await expect(page.getByRole('dialog')).toContainText('uspješno kupio kartu')
  })

  test('saves a corrected name without selling', async ({ page, db }) => {
    const digits = `${newPrefix()}0001`
    const id = await addGuest(db, digits, { name: 'Ivo', surname: 'Saric' })
    await open(page)
    await search(page, digits)
    await surname(page).fill('Šarić')
    await page.getByRole('button', { name: 'Spremi ime i prezime' }).click()
    await expect(page.getByText('Ime i prezime su spremljeni.')).toBeVisible()
    const [row] = await db`select surname, bought_at from guests where id = ${id}`
    expect(row).toMatchObject({ surname: 'Šarić', bought_at: null })
  })
})

for (const key of ['Escape', 'Alt+n'])
  test(`${key} is the next student`, async ({ page, db }) => {
    const { digits } = await addFresher(db)
    await open(page)
    await search(page, digits)
    await expect(ticket(page)).toBeFocused()
    await page.keyboard.press(key)
    await expect(jmbag(page)).toBeFocused()
    await expect(jmbag(page)).toHaveValue('')
    await expect(name(page)).toHaveValue('')
    await expect(ticket(page)).toBeDisabled()
  })

test.describe("today's count", () => {
  test.beforeEach(awaitDayBoundary)

  test('is fetched anew', async ({ page, as }) => {
    const stats = await (await (await as(3)).get('/api/guests/today-stats/')).json()
    await open(page)
    await page.getByRole('button', { name: 'Danas prodano' }).click()
    const dialog = page.getByRole('dialog', { name: `Danas, ${stats.date}` })
    await expect(dialog.getByText('Ukupno prodano').locator('..')).toContainText(
      String(stats.totalEntries),
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Danas prodano' })).toBeFocused()
  })

  test("shows today's date with dashes when it cannot be had", { tag: '@full' }, async ({
    page,
  }) => {
    await open(page)
    await page.route('**/today-stats/', (route) => route.abort())
    await page.getByRole('button', { name: 'Danas prodano' }).click()
    const dialog = page.getByRole('dialog', { name: `Danas, ${formatDate(new Date())}` })
    await expect(dialog.locator('dd')).toHaveText(['–', '–', '–'])
  })
})

for (const { name: look, viewport } of LOOKS)
  test.describe(look, () => {
    test.use({ viewport })

    test('is accessible', { tag: '@full' }, async ({ page, db }) => {
      const { digits } = await addFresher(db)
      await addSignup(db, digits, 'Iva', 'Kos')
      await open(page)
      await expectAccessible(page)
      await search(page, digits)
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await ticket(page).click()
      await page.getByRole('dialog', { name: 'Karta je prodana' }).waitFor()
      await expectAccessible(page)
    })
  })
