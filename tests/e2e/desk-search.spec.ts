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
import { caughtUp, hold } from '../support/hold'

test.beforeAll(freshFestival)
test.beforeEach(({ page, signIn }) => signIn(page, 3))

test.describe('the search', () => {
  test('says when nobody has the JMBAG', async ({ page }) => {
    await open(page)
    await search(page, '9999999999')
    await expect(page.getByText('JMBAG nije pronađen!')).toBeVisible()
    await expect(ticket(page)).toBeDisabled()
  })

  for (const n of [2, 19])
    test(`asks for more digits at ${n} matches`, async ({ page, db }) => {
      const prefix = newPrefix()
      for (let i = 0; i < n; i++) await addGuest(db, `${prefix}${String(i).padStart(4, '0')}`)
      await open(page)
      await search(page, prefix)
      await expect(page.getByText(`Pronađeno ${n} podudaranja, nastavite upisivati`)).toBeVisible()
    })

  test('says nothing and clears the fields at 20 matches', async ({ page, db }) => {
    const prefix = newPrefix()
    for (let i = 0; i < 20; i++)
      await addGuest(db, `${prefix}${String(i).padStart(4, '0')}`, { name: 'A', surname: 'B' })
    await open(page)
    await search(page, `${prefix}0001`)
    await expect(name(page)).toHaveValue('A')
    const answered = page.waitForResponse(/search-brucosi/)
    await search(page, prefix)
    await answered
    await expect(page.getByRole('button', { name: 'Traži' })).not.toHaveAttribute('aria-busy')
    await expect(name(page)).toHaveValue('')
    await expect(surname(page)).toHaveValue('')
    await expect(page.getByText(/podudaranja|pronađen/i)).toHaveCount(0)
    await expect(page.getByRole('search').getByRole('alert')).toHaveCount(0)
    await expect(jmbag(page)).toHaveValue(prefix)
    // Nothing is said; that the field is alive is seen.
    await expect(page.getByRole('search').getByText(`${prefix.length}/10`)).toBeVisible()
  })

  test('calls a missing form an error', async ({ page, db }) => {
    const digits = `${newPrefix()}0001`
    await addGuest(db, digits)
    await open(page)
    await search(page, digits)
    await expect(page.getByRole('search').getByRole('alert')).toHaveText(
      'JMBAG pronađen, ali korisnik nije ispunio formu.',
    )
    await expect(name(page)).toBeFocused()
  })

  test('says first of all who has a ticket, since when and sold by whom', async ({
    page,
    db,
    as,
  }) => {
    const digits = `${newPrefix()}0001`
    const id = await addGuest(db, digits)
    const sale = { name: 'Ana', surname: 'Anić', bought: '1' }
    expect((await (await as(1)).put(`/api/guests/${id}/`, { data: sale })).status()).toBe(200)
    await open(page)
    await search(page, digits)
    const box = page.getByRole('search')
    const bought = box.getByText('VEĆ IMA KARTU')
    const missing = box.getByRole('alert')
    await expect(missing).toHaveText('JMBAG pronađen, ali korisnik nije ispunio formu.')
    const [first, second] = [await bought.boundingBox(), await missing.boundingBox()]
    expect(first?.y).toBeLessThan(second?.y as number)
    const [row] = await db`select bought_at from guests where id = ${id}`
    const [seller] = await db`select name from users where privilege = 1 order by id limit 1`
    const said = `od ${formatDateTime(row?.bought_at)} · prodaja: ${seller?.name}`
    await expect(box.getByText(said)).toBeVisible()
    // Enter goes on with the next student, and never near the ticket.
    await expect(jmbag(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(jmbag(page)).toBeFocused()
    await expect(jmbag(page)).toHaveValue('')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('fills the gap from the only submission', async ({ page, db }) => {
    const { digits } = await addFresher(db, 'Željka', 'Đurić')
    await open(page)
    await search(page, digits)
    await expect(name(page)).toHaveValue('Željka')
    await expect(surname(page)).toHaveValue('Đurić')
    await expect(ticket(page)).toBeFocused()
  })

  test('lets choose among several submissions by keyboard, none beforehand', async ({
    page,
    db,
  }) => {
    const { digits, id } = await addFresher(db, 'Ivo', 'Šarić')
    await addSignup(db, digits, 'Iva', 'Kos')
    await page.clock.install()
    await open(page)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await search(page, digits)
    const picker = page.getByRole('dialog', { name: 'Odaberite prijavu' })
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

    await page.getByRole('button', { name: 'Odaberi iz prijava' }).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(surname(page)).toHaveValue('Šarić')
    await page.getByRole('button', { name: 'Odaberi iz prijava' }).click()
    // A letter within 600 ms of another key belongs to what was being typed.
    await page.clock.runFor(500)
    await page.keyboard.press('a')
    await expect(picker).toBeVisible()
    await page.clock.runFor(600)
    await page.keyboard.press('a')
    await page.clock.runFor(100)
    await expect(surname(page)).toHaveValue('Kos')
    await expect(ticket(page)).toBeFocused()
    // An Enter or a Space within 400 ms was pressed before the name could be read.
    await page.clock.runFor(250)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await expect(ticket(page)).not.toHaveAttribute('aria-busy')
    expect(await db`select 1 from guests where id = ${id} and bought_at is not null`).toEqual([])
    await page.clock.runFor(100)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Karta je prodana' })).toBeVisible()
  })

  test('lets the digits go on behind the picker, and a card take their place', async ({
    page,
    db,
  }) => {
    const { digits } = await addFresher(db, 'Ivo', 'Šarić')
    await addSignup(db, digits, 'Iva', 'Kos')
    const next = await addFresher(db, 'Ana', 'Kos')
    await open(page)
    const picker = page.getByRole('dialog', { name: 'Odaberite prijavu' })
    await search(page, digits.slice(0, 8))
    await expect(picker).toBeVisible()
    await page.keyboard.press(digits.charAt(8))
    await expect(picker).toBeHidden()
    await expect(jmbag(page)).toBeFocused()
    await expect(jmbag(page)).toHaveValue(digits.slice(0, 9))
    await jmbag(page).press('Enter')
    await expect(picker).toBeVisible()
    await scan(page, next.digits)
    await expect(jmbag(page)).toHaveValue(next.digits)
    await expect(name(page)).toHaveValue('Ana')
  })

  test('waits a second after the last digit, without taking the keyboard away', async ({
    page,
    db,
  }) => {
    const { digits } = await addFresher(db)
    await page.clock.install()
    await open(page)
    const asked: string[] = []
    page.on('request', (r) => r.url().includes('search-brucosi') && asked.push(r.url()))
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await jmbag(page).pressSequentially(digits)
    await page.clock.runFor(900)
    expect(asked).toHaveLength(0)
    await page.clock.runFor(200)
    await page.clock.resume()
    await expect(name(page)).toHaveValue('Ivo')
    expect(asked).toHaveLength(1)
    await expect(jmbag(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(ticket(page)).toBeFocused()
  })

  test('drops a stale answer', async ({ page, db }) => {
    const slow = await addFresher(db, 'Spori', 'Odgovor')
    const fast = await addFresher(db, 'Brzi', 'Odgovor')
    await open(page)
    const held = await hold(page, `**/search-brucosi/?jmbag=${slow.digits}`)
    await search(page, slow.digits)
    await expect.poll(() => held.calls.length).toBeGreaterThan(0)
    await search(page, fast.digits)
    await expect(name(page)).toHaveValue('Brzi')
    held.release()
    await caughtUp(page)
    await expect(name(page)).toHaveValue('Brzi')
    await expect(jmbag(page)).toHaveValue(fast.digits)
  })

  test('drops what separates digits, and says when there are too many', async ({ page }) => {
    await open(page)
    await jmbag(page).fill('0036 51-23 45')
    await expect(jmbag(page)).toHaveValue('0036512345')
    await jmbag(page).press('6')
    await expect(jmbag(page)).toHaveValue('00365123456')
    await expect(page.getByRole('search').getByRole('alert')).toHaveText(
      'JMBAG ima 10 znamenki, a upisano ih je 11.',
    )
  })

  test('finds freshers by name, and students who only signed up', async ({ page, db }) => {
    const first = await addFresher(db, 'Klementina', 'Abramović')
    await addFresher(db, 'Klementina', 'Zgrablić')
    const unlisted = `${newPrefix()}0001`
    await addSignup(db, unlisted, 'Klementina', 'Bez Popisa')
    await open(page)
    await jmbag(page).pressSequentially('kl')
    await expect(page.getByText('Upišite barem 3 slova imena ili prezimena.')).toBeVisible()
    await jmbag(page).pressSequentially('ementina')
    await jmbag(page).press('Enter')
    const list = page.getByRole('list', { name: 'Brucoši s tim imenom' })
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
    // The next digits begin another search, after letters too.
    await scan(page, unlisted)
    await expect(jmbag(page)).toHaveValue(unlisted)
    await expect(page.getByText('Postoji prijava: Klementina Bez Popisa')).toBeVisible()
  })

  test('by name chooses nobody without an Enter, not even a single one', async ({ page, db }) => {
    const { digits } = await addFresher(db, 'Marcelina', 'Jedina')
    await open(page)
    await jmbag(page).pressSequentially('marcelin')
    const list = page.getByRole('list', { name: 'Brucoši s tim imenom' })
    await expect(list.getByRole('listitem')).toContainText([digits])
    await expect(jmbag(page)).toHaveValue('marcelin')
    await expect(name(page)).toHaveValue('')
    await page.keyboard.press('Enter')
    await expect(name(page)).toHaveValue('Marcelina')
    await expect(ticket(page)).toBeFocused()
  })

  test('sends a student who signed up and is on no list to an admin, or adds them', async ({
    page,
    db,
    as,
  }) => {
    const digits = `${newPrefix()}0001`
    await addSignup(db, digits, 'Nova', 'Studentica')
    await open(page)
    await scan(page, digits)
    const box = page.getByRole('search')
    await expect(box.getByRole('alert')).toHaveText('JMBAG nije pronađen!')
    await expect(box).toContainText('Postoji prijava: Nova Studentica, nije na popisu')
    await expect(box).toContainText('pošaljite studenta administratoru')
    await expect(page.getByRole('button', { name: 'Dodaj na popis' })).toHaveCount(0)

    const admin = await as(1)
    const allow = { data: { deskAdds: '1' } }
    expect((await admin.put('/api/festival/', allow)).status()).toBe(200)
    await scan(page, digits)
    await page.getByRole('button', { name: 'Dodaj na popis' }).click()
    await expect(page.getByText('Student je dodan na popis.')).toBeVisible()
    await expect(name(page)).toHaveValue('Nova')
    await expect(ticket(page)).toBeFocused()
    await ticket(page).click()
    await expect(page.getByRole('dialog', { name: 'Karta je prodana' })).toBeVisible()
    const rows = await db`select name, bought_at from guests where jmbag = ${digits}`
    expect(rows).toMatchObject([{ name: 'Nova' }])
    expect(rows[0]?.bought_at).not.toBeNull()
  })

  test('repeats what the network has lost, once it is there again', async ({
    page,
    db,
    context,
  }) => {
    const { digits } = await addFresher(db)
    await open(page)
    await context.setOffline(true)
    await scan(page, digits)
    await expect(page.getByRole('search').getByRole('alert')).toContainText('Nema veze')
    await context.setOffline(false)
    await expect(page.getByText('Veza je tu.')).toBeVisible()
    await expect(name(page)).toHaveValue('Ivo')
    await expect(page.getByRole('search').getByRole('alert')).toHaveCount(0)
    // A sale is not repeated: its student may have gone.
    await context.setOffline(true)
    await ticket(page).click()
    await expect(page.getByRole('search').getByRole('alert')).toContainText('Nema veze')
    await context.setOffline(false)
    await expect(page.getByText('Veza je tu. Pokušajte ponovno.')).toBeVisible()
    await expect(ticket(page)).not.toBeChecked()
  })

  test('says that it failed, and works again', async ({ page, db }) => {
    const { digits } = await addFresher(db)
    await open(page)
    await page.route('**/search-brucosi/**', (route) => route.abort())
    await search(page, digits)
    await expect(page.getByText('Greška prilikom pretraživanja.')).toBeVisible()
    await expect(jmbag(page)).toHaveValue(digits)
    await page.unroute('**/search-brucosi/**')
    await jmbag(page).press('Enter')
    await expect(name(page)).toHaveValue('Ivo')
  })
})
