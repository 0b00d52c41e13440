// covers: components/admin/desk lib/guests db/queries/desk.ts
import { formatDateTime } from '@/lib/time/zagreb'
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
import { holdRequests, waitForIdle } from '../support/hold'

test.beforeAll(freshFestival)
test.beforeEach(({ page, signIn }) => signIn(page, 3))

// Rule 3.3: messages about the result of a search.
test('the search by JMBAG shows its result, and fills the fields with the student found', async ({
  page,
  db,
  as,
}) => {
  const box = page.getByRole('search')
  await open(page)

  await test.step('the JMBAG field keeps only digits, and shows an error for more than ten digits', async () => {
    await jmbag(page).fill('0036 51-23 45')
    await expect(jmbag(page)).toHaveValue('0036512345')
    await jmbag(page).press('6')
    await expect(jmbag(page)).toHaveValue('00365123456')
    await expect(box.getByRole('alert')).toHaveText('JMBAG ima 10 znamenki, a upisano ih je 11.')
  })

  await test.step('an unknown JMBAG shows a message', async () => {
    await search(page, '9999999999')
    await expect(page.getByText('JMBAG nije pronađen!')).toBeVisible()
    await expect(ticket(page)).toBeDisabled()
  })

  const prefix = newPrefix()
  const addMatch = (i: number, person?: { name: string; surname: string }) =>
    addGuest(db, `${prefix}${String(i).padStart(4, '0')}`, person)

  await test.step('several matches show a message that asks for more digits', async () => {
    await addMatch(1, { name: 'Prva', surname: 'Od Dvadeset' })
    await addMatch(2)
    await search(page, prefix)
    await expect(page.getByText('Pronađeno 2 podudaranja, nastavite upisivati')).toBeVisible()
  })

  await test.step('20 matches show no message and clear the fields', async () => {
    for (let i = 3; i <= 20; i++) await addMatch(i)
    await search(page, `${prefix}0001`)
    await expect(name(page)).toHaveValue('Prva')
    const searchResponse = page.waitForResponse(/search-brucosi/)
    await search(page, prefix)
    await searchResponse
    await expect(page.getByRole('button', { name: 'Traži' })).not.toHaveAttribute('aria-busy')
    await expect(name(page)).toHaveValue('')
    await expect(surname(page)).toHaveValue('')
    await expect(page.getByText(/podudaranja|pronađen/i)).toHaveCount(0)
    await expect(box.getByRole('alert')).toHaveCount(0)
    await expect(jmbag(page)).toHaveValue(prefix)
    // No message is shown, but the counter of digits shows that the field works.
    await expect(box.getByText(`${prefix.length}/10`)).toBeVisible()
  })

  const digits = `${newPrefix()}0001`
  const id = await addGuest(db, digits)

  await test.step('a student without a sign-up shows an error', async () => {
    await search(page, digits)
    await expect(box.getByRole('alert')).toHaveText(
      'JMBAG pronađen, ali korisnik nije ispunio formu.',
    )
    await expect(name(page)).toBeFocused()
  })

  await test.step('an existing ticket is shown first, with its time of sale and its seller', async () => {
    const sale = { name: 'Ana', surname: 'Anić', bought: '1' }
    expect((await (await as(1)).put(`/api/guests/${id}/`, { data: sale })).status()).toBe(200)
    await page.keyboard.press('Escape')
    await search(page, digits)
    const bought = box.getByText('VEĆ IMA KARTU')
    const missing = box.getByRole('alert')
    await expect(bought).toBeVisible()
    await expect(missing).toHaveText('JMBAG pronađen, ali korisnik nije ispunio formu.')
    const [first, second] = [await bought.boundingBox(), await missing.boundingBox()]
    expect(first?.y).toBeLessThan(second?.y as number)
    const [row] = await db`select bought_at from guests where id = ${id}`
    const [seller] = await db`select name from users where privilege = 1 order by id limit 1`
    const saleText = `od ${formatDateTime(row?.bought_at)} · prodaja: ${seller?.name}`
    await expect(box.getByText(saleText)).toBeVisible()
    // Enter clears the search for the next student, and does not change the ticket.
    await expect(jmbag(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(jmbag(page)).toBeFocused()
    await expect(jmbag(page)).toHaveValue('')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  await test.step('a single sign-up fills the empty name and surname', async () => {
    await search(page, (await addFresher(db, 'Željka', 'Đurić')).digits)
    await expect(name(page)).toHaveValue('Željka')
    await expect(surname(page)).toHaveValue('Đurić')
    await expect(ticket(page)).toBeFocused()
  })
})

// Rule 3.4: the picker for several sign-ups.
test('one of several sign-ups is picked by keyboard, and none is preselected', async ({
  page,
  db,
}) => {
  const { digits, id } = await addFresher(db, 'Ivo', 'Šarić')
  await addSignup(db, digits, 'Iva', 'Kos')
  const picker = page.getByRole('dialog', { name: 'Odaberite prijavu' })
  await page.clock.install()
  await open(page)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await search(page, digits)

  await test.step('Enter picks no sign-up, and Escape moves the focus to the name', async () => {
    await expect(picker).toContainText(
      'Pronađeno 2 podudaranja iz prijava – odaberite ispravno ime/prezime.',
    )
    await expect(picker.locator('li')).toContainText(['Iva Kos', 'Ivo Šarić'])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(picker).toBeVisible()
    await expect(picker.getByRole('button', { name: /šarić|kos/i }).first()).not.toBeFocused()
    await page.keyboard.press('Escape')
    await page.clock.runFor(100)
    await expect(name(page)).toBeFocused()
  })

  await test.step('arrow keys and Enter pick a sign-up, and so does a letter after a pause of 600 ms', async () => {
    await page.getByRole('button', { name: 'Odaberi iz prijava' }).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(surname(page)).toHaveValue('Šarić')
    await page.getByRole('button', { name: 'Odaberi iz prijava' }).click()
    // A letter within 600 ms of another key counts as typing, and chooses no sign-up.
    await page.clock.runFor(500)
    await page.keyboard.press('a')
    await expect(picker).toBeVisible()
    await page.clock.runFor(600)
    await page.keyboard.press('a')
    await page.clock.runFor(100)
    await expect(surname(page)).toHaveValue('Kos')
    await expect(ticket(page)).toBeFocused()
  })

  await test.step('a key press within 400 ms after the pick sells no ticket', async () => {
    await page.clock.runFor(250)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await expect(ticket(page)).not.toHaveAttribute('aria-busy')
    expect(await db`select 1 from guests where id = ${id} and bought_at is not null`).toEqual([])
    await page.clock.runFor(100)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Karta je prodana' })).toBeVisible()
  })

  await test.step('a typed digit closes the picker and extends the JMBAG, and a card replaces the JMBAG', async () => {
    await page.clock.resume()
    const other = await addFresher(db, 'Ivo', 'Šarić')
    await addSignup(db, other.digits, 'Iva', 'Kos')
    const next = await addFresher(db, 'Ana', 'Kos')
    await page.keyboard.press('Enter')
    await expect(jmbag(page)).toBeFocused()
    await search(page, other.digits.slice(0, 8))
    await expect(picker).toBeVisible()
    await page.keyboard.press(other.digits.charAt(8))
    await expect(picker).toBeHidden()
    await expect(jmbag(page)).toBeFocused()
    await expect(jmbag(page)).toHaveValue(other.digits.slice(0, 9))
    await jmbag(page).press('Enter')
    await expect(picker).toBeVisible()
    await scan(page, next.digits)
    await expect(jmbag(page)).toHaveValue(next.digits)
    await expect(name(page)).toHaveValue('Ana')
  })
})

// Rules 3.2, 3.5 and 14.1: the delay of the search, and a failed search.
test('the search waits for the last digit, ignores a late response, and reports a failure', async ({
  page,
  db,
  context,
}) => {
  const { digits } = await addFresher(db)
  const alert = page.getByRole('search').getByRole('alert')
  await page.clock.install()
  await open(page)

  await test.step('the search starts one second after the last digit, and keeps the focus', async () => {
    const searches: string[] = []
    page.on('request', (r) => r.url().includes('search-brucosi') && searches.push(r.url()))
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await jmbag(page).pressSequentially(digits)
    await page.clock.runFor(900)
    expect(searches).toHaveLength(0)
    await page.clock.runFor(200)
    await page.clock.resume()
    await expect(name(page)).toHaveValue('Ivo')
    expect(searches).toHaveLength(1)
    await expect(jmbag(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
  })

  await test.step('a late response to an earlier search is ignored', async () => {
    const fast = await addFresher(db, 'Brzi', 'Odgovor')
    const held = await holdRequests(page, `**/search-brucosi/?jmbag=${digits}`)
    await page.keyboard.press('Escape')
    await search(page, digits)
    await expect.poll(() => held.bodies.length).toBeGreaterThan(0)
    await search(page, fast.digits)
    await expect(name(page)).toHaveValue('Brzi')
    held.release()
    await waitForIdle(page)
    await expect(name(page)).toHaveValue('Brzi')
    await expect(jmbag(page)).toHaveValue(fast.digits)
  })

  await test.step('a failed search shows an error, and the next search works', async () => {
    await page.route('**/search-brucosi/**', (route) => route.abort())
    await search(page, digits)
    await expect(page.getByText('Greška prilikom pretraživanja.')).toBeVisible()
    await expect(jmbag(page)).toHaveValue(digits)
    await page.unroute('**/search-brucosi/**')
    await jmbag(page).press('Enter')
    await expect(name(page)).toHaveValue('Ivo')
  })

  await test.step('a search that failed without a network is repeated when the network is back', async () => {
    const other = await addFresher(db, 'Petra', 'Perić')
    await context.setOffline(true)
    await scan(page, other.digits)
    await expect(alert).toContainText('Nema veze')
    await context.setOffline(false)
    await expect(page.getByText('Veza je tu.')).toBeVisible()
    await expect(name(page)).toHaveValue('Petra')
    await expect(alert).toHaveCount(0)
  })

  await test.step('a sale that failed without a network is not repeated when the network is back', async () => {
    await context.setOffline(true)
    await ticket(page).click()
    await expect(alert).toContainText('Nema veze')
    await context.setOffline(false)
    await expect(page.getByText('Veza je tu. Pokušajte ponovno.')).toBeVisible()
    await expect(ticket(page)).not.toBeChecked()
  })
})

// Rule 3.15: the search by name.
test('the search by name finds freshers, and students who only signed up', async ({
  page,
  db,
  as,
}) => {
  const box = page.getByRole('search')
  const list = page.getByRole('list', { name: 'Brucoši s tim imenom' })
  const unlisted = `${newPrefix()}0001`
  await addSignup(db, unlisted, 'Klementina', 'Bez Popisa')
  await open(page)

  await test.step('one of several matches is picked by keyboard', async () => {
    const first = await addFresher(db, 'Klementina', 'Abramović')
    await addFresher(db, 'Klementina', 'Zgrablić')
    await jmbag(page).pressSequentially('kl')
    await expect(page.getByText('Upišite barem 3 slova imena ili prezimena.')).toBeVisible()
    await jmbag(page).pressSequentially('ementina')
    await jmbag(page).press('Enter')
    await expect(list.getByRole('listitem')).toContainText([
      first.digits,
      `${unlisted} · nije na popisu`,
      'Zgrablić Klementina',
    ])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(surname(page)).toHaveValue('Abramović')
    await expect(ticket(page)).toBeFocused()
    await expect(student(page)).toContainText(`ka${first.digits.slice(3, 8)}@fer.hr`)
  })

  await test.step('a student with a sign-up who is on no list is referred to an admin', async () => {
    // Digits start a new search, even if the field has letters.
    await scan(page, unlisted)
    await expect(jmbag(page)).toHaveValue(unlisted)
    await expect(box.getByRole('alert')).toHaveText('JMBAG nije pronađen!')
    await expect(box).toContainText('Postoji prijava: Klementina Bez Popisa, nije na popisu')
    await expect(box).toContainText('pošaljite studenta administratoru')
    await expect(page.getByRole('button', { name: 'Dodaj na popis' })).toHaveCount(0)
  })

  await test.step('if an admin allows it, the desk adds the student to the list and sells a ticket', async () => {
    const allow = { data: { deskAdds: '1' } }
    expect((await (await as(1)).put('/api/festival/', allow)).status()).toBe(200)
    await scan(page, unlisted)
    await page.getByRole('button', { name: 'Dodaj na popis' }).click()
    await expect(page.getByText('Student je dodan na popis.')).toBeVisible()
    await expect(name(page)).toHaveValue('Klementina')
    await expect(ticket(page)).toBeFocused()
    await ticket(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sljedeći brucoš' }).click()
    const rows = await db`select name, bought_at from guests where jmbag = ${unlisted}`
    expect(rows).toMatchObject([{ name: 'Klementina' }])
    expect(rows[0]?.bought_at).not.toBeNull()
    await expect(jmbag(page)).toBeFocused()
  })

  await test.step('a single match is not picked before Enter is pressed', async () => {
    const { digits } = await addFresher(db, 'Marcelina', 'Jedina')
    await jmbag(page).pressSequentially('marcelin')
    await expect(list.getByRole('listitem')).toContainText([digits])
    await expect(jmbag(page)).toHaveValue('marcelin')
    await expect(name(page)).toHaveValue('')
    await page.keyboard.press('Enter')
    await expect(name(page)).toHaveValue('Marcelina')
    await expect(ticket(page)).toBeFocused()
  })
})
