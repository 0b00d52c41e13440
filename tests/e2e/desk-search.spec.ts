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
import { caughtUp, hold } from '../support/hold'

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

  test('says first of all that a ticket is bought, and the missing form after it', async ({
    page,
    db,
    as,
  }) => {
    const digits = `${newPrefix()}0001`
    const id = await addGuest(db, digits)
    const sale = { name: 'Ana', surname: 'Anić', bought: '1' }
    expect((await (await as(3)).put(`/api/guests/${id}/`, { data: sale })).status()).toBe(200)
    await open(page)
    await search(page, digits)
    const box = page.getByRole('search')
    const bought = box.getByText('Karta je kupljena')
    const missing = box.getByRole('alert')
    await expect(missing).toHaveText('JMBAG pronađen, ali korisnik nije ispunio formu.')
    const [first, second] = [await bought.boundingBox(), await missing.boundingBox()]
    expect(first?.y).toBeLessThan(second?.y as number)
  })

  test('fills the gap from the only submission', async ({ page, db }) => {
    const { digits } = await addFresher(db, 'Željka', 'Đurić')
    await open(page)
    await search(page, digits)
    await expect(name(page)).toHaveValue('Željka')
    await expect(surname(page)).toHaveValue('Đurić')
    await expect(ticket(page)).toBeFocused()
  })

  test('lets choose among several submissions, by keyboard', async ({ page, db }) => {
    const { digits } = await addFresher(db, 'Ivo', 'Šarić')
    await addSignup(db, digits, 'Iva', 'Kos')
    await open(page)
    await search(page, digits)
    const picker = page.getByRole('dialog', { name: 'Odaberite prijavu' })
    await expect(picker).toContainText(
      'Pronađeno 2 podudaranja iz prijava – odaberite ispravno ime/prezime.',
    )
    await page.keyboard.press('Escape')
    await expect(picker).toBeHidden()
    await expect(name(page)).toBeFocused()
    await page.getByRole('button', { name: 'Odaberi iz prijava' }).click()
    await expect(picker.getByRole('button', { name: /šarić|kos/i }).first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const chosen = await picker.locator('li').nth(1).locator('span').first().textContent()
    const [first, last] = chosen?.split(' ') ?? []
    await page.keyboard.press('Enter')
    await expect(picker).toBeHidden()
    await expect(name(page)).toHaveValue(first as string)
    await expect(surname(page)).toHaveValue(last as string)
    await expect(ticket(page)).toBeFocused()
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

  test('takes digits only', async ({ page }) => {
    await open(page)
    await jmbag(page).fill('0036 51-23x45678')
    await expect(jmbag(page)).toHaveValue('0036512345')
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
