import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { formatDate, formatDateTime } from '@/lib/time/zagreb'
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
  scan,
  search,
  student,
  surname,
  ticket,
} from '../support/desk'
import { expect, freshFestival, test } from '../support/fixtures'
import { caughtUp, hold } from '../support/hold'

/** This festival has no mail service; the spec's sentence is held by story.spec.ts. */
const soldTo = (email: string) =>
  `Brucoš je uspješno kupio kartu. Pošta nije postavljena: mail na ${email} je zabilježen, ali nije poslan.`

test.beforeAll(freshFestival)
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
    const question = page.getByRole('alertdialog', { name: 'Poništiti kartu? Ivo Šarić' })
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
    const other = await as(1)
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

test.describe('a hand scanner', () => {
  const soldTickets = async (db: Sql, students: { id: number }[]) => {
    const rows = await db`
      select g.id, (select count(*)::int from mails m where m.guest_id = g.id) as mails
      from guests g where bought_at is not null and id in ${db(students.map(({ id }) => id))}
      order by id`
    expect(rows.map(({ mails }) => mails)).toEqual(rows.map(() => 1))
    return rows.map(({ id }) => id)
  }

  test('sells to fifteen students in a row, and to nobody who walked away', async ({
    page,
    db,
  }) => {
    const students = []
    for (let i = 0; i < 15; i++) students.push(await addFresher(db, 'Ivo', `Šarić ${i}`))
    const walkedAway = students[3]
    const isSlow = students[8]
    await open(page)
    for (const [i, { digits }] of students.entries()) {
      const isHeld = students[i] === isSlow
      await scan(page, digits)
      await expect(student(page)).toContainText(digits)
      await expect(surname(page)).toHaveValue(`Šarić ${i}`)
      await expect(ticket(page)).toBeFocused()
      if (students[i] === walkedAway) continue
      const held = isHeld ? await hold(page, '**/api/guests/*/') : null
      await page.keyboard.press('Enter')
      if (held) {
        // The next card comes before the sale is answered.
        await expect.poll(() => held.calls.length).toBe(1)
        await scan(page, students[i + 1]?.digits as string)
        held.release()
        await expect(page.getByText('uspješno kupio kartu').first()).toBeVisible()
      } else await expect(page.getByRole('dialog')).toContainText(`is${digits.slice(3, 8)}@fer.hr`)
    }
    expect(await soldTickets(db, students)).toEqual(
      students.filter((one) => one !== walkedAway).map(({ id }) => id),
    )
  })

  /** Where the keyboard rests when the next card is read. */
  const RESTS: [string, (page: Page) => Promise<void>][] = [
    ['on the ticket', (page) => ticket(page).focus()],
    ['on no field', (page) => ticket(page).blur()],
    ['on a button', (page) => page.getByRole('button', { name: 'Sljedeći brucoš' }).focus()],
    ['in the dialog of today', (page) => page.getByText('Danas prodano').click()],
    [
      'in the success dialog',
      async (page) => {
        await ticket(page).click()
        await page.getByRole('dialog', { name: 'Karta je prodana' }).waitFor()
      },
    ],
    [
      'in the question about the ticket',
      async (page) => {
        const digits = await jmbag(page).inputValue()
        await ticket(page).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Sljedeći brucoš' }).click()
        await search(page, digits)
        await page.getByText('VEĆ IMA KARTU').waitFor()
        await expect(jmbag(page)).toBeFocused()
        await ticket(page).click()
        await page.getByRole('alertdialog').waitFor()
      },
    ],
  ]

  for (const [speed, delay] of [
    ['at a scanner’s speed', 0],
    ['by hand', 150],
  ] as const)
    test(`starts with the next student ${speed}, and presses nothing`, async ({ page, db }) => {
      await open(page)
      for (const [where, rest] of RESTS) {
        const before = await addFresher(db, 'Prva', 'Studentica')
        const next = await addFresher(db, 'Druga', 'Studentica')
        await search(page, before.digits)
        await expect(ticket(page)).toBeFocused()
        await rest(page)
        const sold = await soldTickets(db, [before])
        await page.keyboard.type(next.digits, { delay })
        await page.keyboard.press('Enter')
        await expect(student(page), where).toContainText(next.digits)
        await expect(name(page)).toHaveValue('Druga')
        await expect(ticket(page)).toBeFocused()
        expect(await soldTickets(db, [before, next]), where).toEqual(sold)
      }
    })

  test('is read out of another text field, which stays as it was', async ({ page, db }) => {
    const before = await addFresher(db, 'Prva', 'Studentica')
    const next = await addFresher(db, 'Druga', 'Studentica')
    await open(page)
    await search(page, before.digits)
    await expect(ticket(page)).toBeFocused()
    await name(page).focus()
    await scan(page, next.digits)
    await expect(student(page)).toContainText(next.digits)
    await expect(name(page)).toHaveValue('Druga')
    // What is typed there by hand is not: a field may hold digits.
    await name(page).fill('')
    await page.keyboard.type('123')
    await expect(name(page)).toHaveValue('123')
    await expect(jmbag(page)).toHaveValue(next.digits)
  })

  test('of two cards at once reads the second', async ({ page, db }) => {
    const first = await addFresher(db, 'Prva', 'Studentica')
    const second = await addFresher(db, 'Druga', 'Studentica')
    await open(page)
    const held = await hold(page, `**/search-brucosi/?jmbag=${first.digits}`)
    await scan(page, first.digits)
    await scan(page, second.digits)
    await expect(name(page)).toHaveValue('Druga')
    held.release()
    await caughtUp(page)
    await expect(jmbag(page)).toHaveValue(second.digits)
    await expect(student(page)).toContainText(second.digits)
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
      await page.getByRole('dialog').getByRole('button', { name: 'Iva Kos' }).click()
      await ticket(page).click()
      await page.getByRole('dialog', { name: 'Karta je prodana' }).waitFor()
      await expectAccessible(page)
      await scan(page, digits)
      await page.getByText('VEĆ IMA KARTU').waitFor()
      await expectAccessible(page)
    })
  })
