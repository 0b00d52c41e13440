// covers: components/admin/desk lib/guests lib/cash
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { formatDate, formatDateTime } from '@/lib/time/zagreb'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
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
  typeByHand,
} from '../support/desk'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdRequests, waitForIdle } from '../support/hold'

/**
 * Message after a sale on a festival without a mail service. The message of rule 3.8, with a mail
 * service, is tested in full-journey.spec.ts.
 */
const soldTo = (email: string) =>
  `Brucoš je uspješno kupio kartu. Pošta nije postavljena: mail na ${email} je zabilježen, ali nije poslan.`

test.beforeAll(freshFestival)
test.beforeEach(({ page, signIn }) => signIn(page, 3))

// Rule 3.13: the desk works by keyboard alone.
test('tickets are sold by keyboard alone, one student after another', async ({ page, db }) => {
  const dialog = page.getByRole('dialog')
  const students = [await addFresher(db), await addFresher(db, 'Ana', 'Kos')]
  await open(page)

  await test.step('Enter finds the student, sells the ticket, and moves on to the next student', async () => {
    for (const [i, initials] of ['is', 'ak'].entries()) {
      const { digits } = students[i] as { digits: string }
      await page.keyboard.type(digits)
      await page.keyboard.press('Enter')
      await expect(ticket(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toContainText(soldTo(`${initials}${digits.slice(3, 8)}@fer.hr`))
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(jmbag(page)).toBeFocused()
      await expect(jmbag(page)).toHaveValue('')
    }
    const rows = await db`
      select name, surname, conf_code, bought_at from guests
      where id in ${db(students.map(({ id }) => id))} order by id`
    expect(rows.map((row) => [row.name, row.surname])).toEqual([
      ['Ivo', 'Šarić'],
      ['Ana', 'Kos'],
    ])
    expect(rows.every((row) => row.conf_code && row.bought_at)).toBe(true)
  })

  await test.step('a sale needs name and surname, and Enter moves from field to field', async () => {
    const digits = `${newPrefix()}0001`
    const id = await addGuest(db, digits)
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
    await expect(dialog).toContainText('pc')
    const [row] = await db`select name, surname, bought_at from guests where id = ${id}`
    expect(row).toMatchObject({ name: 'Petra', surname: 'Čuk' })
    expect(row?.bought_at).not.toBeNull()
    await page.keyboard.press('Enter')
  })

  for (const key of ['Escape', 'Alt+n'])
    await test.step(`${key} clears the desk for the next student`, async () => {
      const { digits } = await addFresher(db)
      await search(page, digits)
      await expect(ticket(page)).toBeFocused()
      await page.keyboard.press(key)
      await expect(jmbag(page)).toBeFocused()
      await expect(jmbag(page)).toHaveValue('')
      await expect(name(page)).toHaveValue('')
      await expect(ticket(page)).toBeDisabled()
    })
})

test('a sale happens only once after a double-click, a second desk or a lost connection', async ({
  page,
  db,
  as,
  context,
}) => {
  const dialog = page.getByRole('dialog')
  const alert = page.getByRole('search').getByRole('alert')
  const mailsTo = (id: number) => db`select 1 from mails where guest_id = ${id}`
  await open(page)

  await test.step('a double-click on the ticket sends one request and one mail', async () => {
    const { digits, id } = await addFresher(db)
    await search(page, digits)
    await expect(ticket(page)).toBeFocused()
    const held = await holdRequests(page, '**/api/guests/*/')
    await ticket(page).dblclick()
    await expect.poll(() => held.bodies.length).toBe(1)
    held.release()
    await expect(dialog).toContainText('uspješno kupio kartu')
    expect(held.bodies).toHaveLength(1)
    expect(await mailsTo(id)).toHaveLength(1)
    await page.keyboard.press('Enter')
  })

  await test.step('a ticket that was sold elsewhere meanwhile is not sold again, and the desk shows a message', async () => {
    const { digits, id } = await addFresher(db)
    await search(page, digits)
    await expect(ticket(page)).toBeFocused()
    const data = { name: 'Ivo', surname: 'Šarić', bought: '1' }
    expect((await (await as(1)).put(`/api/guests/${id}/`, { data })).status()).toBe(200)
    await ticket(page).click()
    const [row] = await db`select bought_at from guests where id = ${id}`
    await expect(alert).toContainText(`Karta je već prodana ${formatDateTime(row?.bought_at)}`)
    await expect(dialog).toHaveCount(0)
    await expect(ticket(page)).toBeChecked()
    expect(await mailsTo(id)).toHaveLength(1)
  })

  await test.step('the typed name stays when the connection is lost, and the repeated sale succeeds', async () => {
    const digits = `${newPrefix()}0001`
    await addGuest(db, digits)
    await search(page, digits)
    await name(page).fill('Petra')
    await surname(page).fill('Perić')
    await context.setOffline(true)
    await ticket(page).click()
    await expect(alert).toContainText('Nema veze')
    await expect(name(page)).toHaveValue('Petra')
    await expect(surname(page)).toHaveValue('Perić')
    await expect(ticket(page)).not.toBeChecked()
    await context.setOffline(false)
    await ticket(page).click()
    await expect(dialog).toContainText('uspješno kupio kartu')
    await page.keyboard.press('Enter')
  })

  await test.step('a sale keeps a surname that an admin corrected meanwhile, and a typed one is refused', async () => {
    const digits = `${newPrefix()}0001`
    const id = await addGuest(db, digits, { name: 'Iva', surname: 'Ivic' })
    await search(page, digits)
    await expect(ticket(page)).toBeFocused()
    await db`update guests set surname = 'Ivić' where id = ${id}`
    await name(page).fill('Ivana')
    await db`update guests set name = 'Iva-Ana' where id = ${id}`
    await ticket(page).click()
    await expect(alert).toContainText('Sada je: Iva-Ana')
    await expect(name(page)).toHaveValue('Ivana')
    await ticket(page).click()
    await expect(dialog).toContainText('uspješno kupio kartu')
    expect(await db`select name, surname from guests where id = ${id}`).toEqual([
      { name: 'Ivana', surname: 'Ivić' },
    ])
    await page.keyboard.press('Enter')
  })

  // Rule 13.24.
  await test.step('typed names stay when the sign-in has ended', async () => {
    const digits = `${newPrefix()}0001`
    await addGuest(db, digits)
    await search(page, digits)
    await name(page).fill('Petra')
    await surname(page).fill('Perić')
    await db`update auth_sessions set ended_at = now()`
    await ticket(page).click()
    const ended = page.getByRole('alertdialog', { name: 'Prijava je istekla' })
    await ended.getByRole('button', { name: 'Odustani' }).click()
    await expect(name(page)).toHaveValue('Petra')
  })
})

test('a ticket is returned after a confirmation, a name is corrected, and today’s sales are counted', async ({
  page,
  db,
  as,
}) => {
  await open(page)

  await test.step('a sold ticket shows its code and time, and is returned after a confirmation', async () => {
    const { digits, id } = await addFresher(db)
    await search(page, digits)
    await ticket(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sljedeći brucoš' }).click()
    await search(page, digits)
    const [sold] = await db`select conf_code, bought_at from guests where id = ${id}`
    await expect(ticket(page)).toBeChecked()
    await expect(page.getByText(sold?.conf_code)).toBeVisible()
    await expect(student(page).getByText(formatDateTime(sold?.bought_at))).toBeVisible()

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

  await test.step('a corrected name is saved without a sale', async () => {
    const digits = `${newPrefix()}0001`
    const id = await addGuest(db, digits, { name: 'Ivo', surname: 'Saric' })
    await search(page, digits)
    await surname(page).fill('Šarić')
    await page.getByRole('button', { name: 'Spremi ime i prezime' }).click()
    await expect(page.getByText('Ime i prezime su spremljeni.')).toBeVisible()
    const [row] = await db`select surname, bought_at from guests where id = ${id}`
    expect(row).toMatchObject({ surname: 'Šarić', bought_at: null })
  })

  await test.step('the dialog of today’s sales shows the total, and returns the focus to its button', async () => {
    await awaitDayBoundary()
    const stats = await (await (await as(3)).get('/api/guests/today-stats/')).json()
    await page.getByRole('button', { name: 'Danas prodano' }).click()
    const dialog = page.getByRole('dialog', { name: `Danas, ${stats.date}` })
    await expect(dialog.getByText('Ukupno prodano').locator('..')).toContainText(
      String(stats.totalEntries),
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Danas prodano' })).toBeFocused()
  })
})

// Rule 3.12: the count of today, and what it shows when it cannot be loaded.
test('the dialog of today’s sales shows the date and dashes when loading fails', {
  tag: '@full',
}, async ({ page }) => {
  await awaitDayBoundary()
  await open(page)
  await page.route('**/today-stats/', (route) => route.abort())
  await page.getByRole('button', { name: 'Danas prodano' }).click()
  const dialog = page.getByRole('dialog', { name: `Danas, ${formatDate(new Date())}` })
  await expect(dialog.locator('dd')).toHaveText(['–', '–', '–'])
})

/** Returns the ids of these students who have a ticket. Expects exactly one mail for each. */
async function holdersAmong(db: Sql, students: { id: number }[]) {
  const rows = await db`
    select g.id, (select count(*)::int from mails m where m.guest_id = g.id) as mails
    from guests g where bought_at is not null and id in ${db(students.map(({ id }) => id))}
    order by id`
  expect(rows.map(({ mails }) => mails)).toEqual(rows.map(() => 1))
  return rows.map(({ id }) => id)
}

test('students are scanned one after another, and a student who walked away is sold no ticket', async ({
  page,
  db,
}) => {
  const students = []
  for (let i = 0; i < 6; i++) students.push(await addFresher(db, 'Ivo', `Šarić ${i}`))
  const [walkedAway, slow] = [students[1], students[3]]
  await open(page)
  for (const [i, fresher] of students.entries()) {
    const { digits } = fresher
    const held = fresher === slow ? await holdRequests(page, '**/api/guests/*/') : null
    await scan(page, digits)
    await expect(student(page)).toContainText(digits)
    await expect(surname(page)).toHaveValue(`Šarić ${i}`)
    await expect(ticket(page)).toBeFocused()
    if (fresher === walkedAway) continue
    // Nothing is sold before the seller presses Enter.
    expect(held?.bodies ?? []).toEqual([])
    await page.keyboard.press('Enter')
    if (held) {
      // The next card is scanned before the response to the sale arrives.
      await expect.poll(() => held.bodies.length).toBe(1)
      await scan(page, students[i + 1]?.digits as string)
      held.release()
      await expect(page.getByText('uspješno kupio kartu').first()).toBeVisible()
    } else await expect(page.getByRole('dialog')).toContainText(`is${digits.slice(3, 8)}@fer.hr`)
  }
  expect(await holdersAmong(db, students)).toEqual(
    students.filter((fresher) => fresher !== walkedAway).map(({ id }) => id),
  )
})

/**
 * Positions of the keyboard focus when the next card is read, with a function that moves it there.
 */
const FOCUS_POSITIONS: [string, (page: Page) => Promise<void>][] = [
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

// Rule 3.13: digits go to the search box, and their Enter presses no button.
test('a JMBAG that is read from a card or typed shows the next student, and presses no button', async ({
  page,
  db,
}) => {
  await open(page)
  for (const [how, read] of [
    ['read', scan],
    ['typed by hand', typeByHand],
  ] as const)
    for (const [where, moveFocus] of FOCUS_POSITIONS)
      await test.step(`a JMBAG ${how} with the focus ${where} shows the next student`, async () => {
        const before = await addFresher(db, 'Prva', 'Studentica')
        const next = await addFresher(db, 'Druga', 'Studentica')
        await search(page, before.digits)
        await expect(ticket(page)).toBeFocused()
        await moveFocus(page)
        const sold = await holdersAmong(db, [before])
        await read(page, next.digits)
        await expect(student(page)).toContainText(next.digits)
        await expect(name(page)).toHaveValue('Druga')
        await expect(ticket(page)).toBeFocused()
        expect(await holdersAmong(db, [before, next])).toEqual(sold)
      })

  await test.step('a card read in the name field shows the next student, and digits typed there stay there', async () => {
    const before = await addFresher(db, 'Prva', 'Studentica')
    const next = await addFresher(db, 'Druga', 'Studentica')
    await search(page, before.digits)
    await expect(ticket(page)).toBeFocused()
    await name(page).focus()
    await scan(page, next.digits)
    await expect(student(page)).toContainText(next.digits)
    await expect(name(page)).toHaveValue('Druga')
    // Digits that are typed by hand stay in the field, because a name field may have digits.
    await name(page).fill('')
    await page.keyboard.type('123')
    await expect(name(page)).toHaveValue('123')
    await expect(jmbag(page)).toHaveValue(next.digits)
  })

  await test.step('the second of two cards read at once is shown', async () => {
    const first = await addFresher(db, 'Prva', 'Studentica')
    const second = await addFresher(db, 'Druga', 'Studentica')
    const held = await holdRequests(page, `**/search-brucosi/?jmbag=${first.digits}`)
    await scan(page, first.digits)
    await scan(page, second.digits)
    await expect(student(page)).toContainText(second.digits)
    held.release()
    await waitForIdle(page)
    await expect(jmbag(page)).toHaveValue(second.digits)
    await expect(student(page)).toContainText(second.digits)
    await expect(name(page)).toHaveValue('Druga')
  })
})

for (const { name: size, viewport } of SCREEN_SIZES)
  test.describe(size, () => {
    test.use({ viewport })

    test('the ticket desk is accessible', { tag: '@full' }, async ({ page, db }) => {
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
