// covers: components/admin/people components/admin/users components/admin/tags components/admin/translations components/admin/band-contacts components/admin/activities components/admin/signups components/admin/data
import type { Page } from '@playwright/test'
import ExcelJS from 'exceljs'
import type { Sql } from 'postgres'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { awaitDayBoundary } from '../support/day-boundary'
import { download } from '../support/download'
import { empty } from '../support/empty'
import { recordArrivals } from '../support/factories'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdScripts, waitForHydration } from '../support/late-scripts'
import { demo } from '../support/login'

const SCREENS = [
  'tags',
  'users',
  'users-add',
  'privileges',
  'translations',
  'band-kontakt',
  'visibility',
  'activities',
]

const add = (page: Page) => page.getByRole('button', { name: 'Dodaj', exact: true })
const search = (page: Page) => page.getByRole('searchbox')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text })

/** Presses the delete button of a row, and confirms. */
async function remove(page: Page, label: string) {
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši' }).click()
}

/** Exports the list as it is shown. Returns the rows of the sheet. */
async function savedRows(page: Page): Promise<unknown[][]> {
  const file = await download(page.getByRole('button', { name: 'Izvoz', exact: true }))
  const book = new ExcelJS.Workbook()
  await book.xlsx.readFile(await file.path())
  const rows: unknown[][] = []
  book.worksheets[0]?.eachRow((line) => rows.push((line.values as unknown[]).slice(1)))
  return rows
}

/** Adds people to the freshers' list, and deletes all sign-ups. */
async function addFreshers(db: Sql, people: { name: string; surname: string; jmbag: string }[]) {
  await db`delete from signups`
  await db`delete from guests where jmbag in ${db(people.map(({ jmbag }) => jmbag))}`
  const [list] = await db`select id from guest_lists where role = 'brucosi'`
  await db`insert into guests ${db(people.map((person) => ({ ...person, list_id: list?.id })))}`
}

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db }) => {
  await empty(db, 'activities', 'translations', 'band_contacts')
  await db`delete from guests where list_id in
    (select id from guest_lists where kind = 'tag' and role is null)`
  await db`delete from guest_lists where kind = 'tag' and role is null`
  await db`delete from users where email like '%@primjer.hr'`
  await signIn(page, 1)
})

// Rule 13.4: the screen of tags.
test('tags are added, renamed, searched, sorted, exported and deleted', {
  tag: '@full',
}, async ({ page, db }) => {
  const name = page.getByLabel('Naziv novog taga')
  await page.goto('/admin/tags')

  await test.step('a tag is added, and an empty or duplicate name is rejected', async () => {
    await add(page).click()
    await expect(name).toHaveAccessibleDescription('Unesite naziv taga')
    await name.fill('press')
    await add(page).click()
    await expect(row(page, 'press')).toContainText('0')
    await expect(name).toHaveValue('')
    await expect(name).toBeFocused()
    await name.fill('PRESS')
    await add(page).dblclick()
    await expect(name).toHaveAccessibleDescription('Tag s tim nazivom već postoji.')
  })

  await test.step('a tag is renamed in its row', async () => {
    await page.getByRole('button', { name: 'Naziv taga: press. Uredi' }).click()
    const cell = page.getByRole('textbox', { name: 'Naziv taga', exact: true })
    await cell.fill('Mediji')
    await cell.press('Enter')
    await expect(page.getByRole('button', { name: 'Naziv taga: Mediji. Uredi' })).toBeFocused()
    expect(
      await db`select name from guest_lists where kind = 'tag' and role is null and deleted_at is null`,
    ).toEqual([{ name: 'Mediji' }])
  })

  await test.step('tags show guest counts, and are searched, sorted and exported in the sorted order', async () => {
    await db`insert into guest_lists (name) values ('Mediji A')`
    await db`insert into guests (name, surname, list_id, bought_at, conf_code)
      select 'Ana', 'Anić', id, now(), gen_random_uuid() from guest_lists where name = 'Mediji'`
    await page.reload()
    await expect(row(page, 'VIP')).toBeVisible()
    await search(page).fill('mediji')
    await expect(row(page, 'VIP')).toHaveCount(0)
    const sum = page.getByRole('columnheader', { name: 'Ukupno' }).getByRole('button')
    await sum.click()
    await sum.click()
    const first = page.getByRole('rowgroup').last().getByRole('row').first()
    await expect(first.getByRole('cell')).toHaveText(['Mediji', '1', '1', '0', ''], {
      useInnerText: true,
    })
    expect(await savedRows(page)).toEqual([
      ['Naziv', 'Ukupno', 'Kupljeno', 'Ušlo'],
      ['Mediji', 1, 1, 0],
      ['Mediji A', 0, 0, 0],
    ])
  })

  await test.step('a tag is deleted only when it has no guests', async () => {
    await remove(page, 'Obriši tag Mediji')
    await expect(page.getByRole('alertdialog')).toContainText('Na ovom tagu ima gostiju.')
    await page.getByRole('button', { name: 'Odustani' }).click()
    await db`delete from guests where surname = 'Anić'`
    await remove(page, 'Obriši tag Mediji')
    await expect(toast(page, 'Tag Mediji je obrisan.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Obriši tag Mediji', exact: true })).toHaveCount(
      0,
    )
  })
})

test('each privilege links to its users, and users are exported with their privileges', {
  tag: '@full',
}, async ({ page, db }) => {
  await db`insert into users (name, email, privilege) values ('Iva Ivić', 'iva@primjer.hr', 3)`
  await page.goto('/admin/privileges')
  const privilegeLinks = page.getByRole('table').locator('tbody th a')
  await expect(privilegeLinks.first()).toHaveText('Admin')
  await page.getByRole('columnheader', { name: 'Privilegija' }).getByRole('button').click()
  await expect(privilegeLinks).toHaveText([
    'Admin',
    'Bez privilegija',
    'Karte',
    'Ulaz',
    'Ulaz + karte',
  ])
  const allUsers = await savedRows(page)
  expect(allUsers[0]).toEqual(['Ime i prezime', 'E-mail', 'Privilegija'])
  const [{ n } = { n: 0 }] = await db`select count(*)::int as n from users`
  expect(allUsers).toHaveLength(n + 1)

  await page.getByRole('table').getByRole('link', { name: 'Karte', exact: true }).click()
  await search(page).fill('iva@primjer.hr')
  await expect(page).toHaveURL('/admin/users?privilegija=3&trazi=iva%40primjer.hr')
  await expect(page.getByRole('rowgroup').last().getByRole('row')).toHaveCount(1)
  expect(await savedRows(page)).toEqual([allUsers[0], ['Iva Ivić', 'iva@primjer.hr', 'Karte']])
})

test('a failed save or deletion without a network shows an error, and typed text stays', async ({
  page,
}) => {
  await page.goto('/admin/tags')
  await expect(row(page, 'VIP')).toBeVisible()
  await page.context().setOffline(true)
  const name = page.getByLabel('Naziv novog taga')
  await name.fill('Mediji')
  await name.press('Enter')
  await expect(page.getByRole('form').getByText('Nema veze s poslužiteljem.')).toBeVisible()
  await expect(name).toHaveValue('Mediji')
  await remove(page, 'Obriši tag VIP')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Nema veze s poslužiteljem.')
  await question.getByRole('button', { name: 'Odustani' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Ulaz' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Odbaciti promjene?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Odustani' }).click()
  await page.context().setOffline(false)
  await name.press('Enter')
  await expect(row(page, 'Mediji')).toBeVisible()
})

test('text typed before hydration is kept, and searched for afterwards', async ({ page }) => {
  for (const [screen, box, text] of [
    ['tags?trazi=bru', search(page), 'vip'],
    ['guests', page.getByLabel('JMBAG', { exact: true }), '0036'],
  ] as const) {
    const releaseScripts = await holdScripts(page)
    await page.goto(`/admin/${screen}`, { waitUntil: 'commit' })
    await box.fill(text)
    const searchRequest = page.waitForRequest((request) => request.url().includes(`=${text}`))
    releaseScripts()
    await searchRequest
    await expect(box).toHaveValue(text)
    await page.unrouteAll()
  }

  const releaseScripts = await holdScripts(page)
  await page.goto('/admin/users-add', { waitUntil: 'commit' })
  const name = page.getByLabel('Ime i prezime')
  await name.fill('Željka Čžuć')
  await name.press('Enter')
  await expect(page).toHaveURL('/admin/users-add')
  releaseScripts()
  await waitForHydration(add(page))
  await add(page).click()
  await expect(page.getByText('Unesite sve podatke')).toHaveCount(2)
  await expect(name).toHaveValue('Željka Čžuć')
})

// Rule 13.5: the screen of users and their privileges.
test('users are added, found, given privileges and deleted, and one admin always remains', async ({
  page,
  db,
  as,
}) => {
  const email = page.getByLabel('E-mail (adresa organizacije)')
  const question = page.getByRole('alertdialog')
  const rights = (name: string) => page.getByRole('group', { name: `Privilegija: ${name}` })
  const buttons = rights('Željka Čžuć')
  const pressed = buttons.getByRole('button', { pressed: true })

  await test.step('a user is added, and validation errors are shown at their fields', async () => {
    await page.goto('/admin/users-add')
    await add(page).click()
    await expect(page.getByText('Unesite sve podatke')).toHaveCount(3)
    await page.getByLabel('Ime i prezime').fill('Željka Čžuć')
    await email.fill('nije adresa')
    await page.getByLabel('Privilegija').selectOption({ label: 'Karte – prodaja karata brucošima' })
    await add(page).click()
    await expect(email).toHaveAccessibleDescription('Neispravna e-mail adresa')
    await page.getByRole('link', { name: 'Svi korisnici' }).click()
    await page.getByRole('button', { name: 'Odustani' }).click()
    await email.fill('Zeljka@primjer.hr')
    await add(page).click()
    await expect(toast(page, 'Korisnik Željka Čžuć je dodan.')).toBeVisible()
    await expect(email).toHaveValue('')
    await expect(page.getByLabel('Ime i prezime')).toBeFocused()
  })

  await test.step('a double-click on a privilege sends one request, and the change can be undone', async () => {
    await page.getByRole('link', { name: 'Svi korisnici' }).click()
    await search(page).fill('zeljka cz')
    await expect(page.getByRole('rowgroup').last().getByRole('row')).toHaveCount(1)
    await expect(buttons.getByRole('button')).toHaveText([
      'X',
      'Karte',
      'Ulaz',
      'Ulaz+Karte',
      'Admin',
    ])
    await expect(pressed).toHaveText('Karte')
    let puts = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts++
    })
    await buttons.getByRole('button', { name: 'Ulaz+Karte' }).dblclick()
    await expect(pressed).toHaveText('Ulaz+Karte')
    expect(puts).toBe(1)
    const back = page.getByRole('button', { name: 'Vrati' })
    const fontFamily = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
    await expect(back).toHaveCSS('font-family', fontFamily)
    await expect(buttons.locator('[aria-disabled]')).toHaveCount(0)
    await back.click()
    await expect(pressed).toHaveText('Karte')
  })

  await test.step('granting or withdrawing the admin privilege needs a confirmation', async () => {
    await buttons.getByRole('button', { name: 'Admin' }).click()
    await expect(question).toContainText('Željka Čžuć: dati sva prava admina?')
    await question.getByRole('button', { name: 'Odustani' }).click()
    await expect(pressed).toHaveText('Karte')
    await buttons.getByRole('button', { name: 'Admin' }).click()
    await question.getByRole('button', { name: 'Promijeni' }).click()
    await expect(pressed).toHaveText('Admin')
    await buttons.getByRole('button', { name: 'Ulaz+Karte' }).click()
    await expect(question).toContainText('Željka Čžuć: oduzeti prava admina?')
    await question.getByRole('button', { name: 'Promijeni' }).click()
    await expect(pressed).toHaveText('Ulaz+Karte')
  })

  await test.step('the second of two admins who change a privilege gets a notice and sees the current value', async () => {
    // Changes the user as another admin would, while the request is under way. An earlier change
    // would reach the list as a live update.
    await page.route('**/api/users/**', async (route) => {
      if (route.request().method() !== 'GET')
        await db`update users set privilege = 2 where email = 'zeljka@primjer.hr'`
      await route.continue()
    })
    await buttons.getByRole('button', { name: 'X' }).click()
    await expect(toast(page, 'Netko je ovo u međuvremenu promijenio.')).toBeVisible()
    await expect(pressed).toHaveText('Ulaz')
    await page.unroute('**/api/users/**')
  })

  await test.step('an open question is refused if another admin has changed the privilege meanwhile', async () => {
    await expect(buttons.locator('[aria-disabled]')).toHaveCount(0)
    await buttons.getByRole('button', { name: 'Admin' }).click()
    await expect(question).toContainText('Željka Čžuć: dati sva prava admina?')
    const [user] = await db`select id from users where email = 'zeljka@primjer.hr'`
    const other = await as(1)
    const change = await other.put(`/api/users/${user?.id}/`, { data: { privilege: 3 } })
    expect(change.status()).toBe(200)
    // The question hides the list below it from roles.
    const group = page.getByRole('group', {
      name: 'Privilegija: Željka Čžuć',
      includeHidden: true,
    })
    await expect(group.getByRole('button', { pressed: true, includeHidden: true })).toHaveText(
      'Karte',
    )
    await question.getByRole('button', { name: 'Promijeni' }).click()
    await expect(question).toBeHidden()
    await expect(pressed).toHaveText('Karte')
    const [now] = await db`select privilege from users where id = ${user?.id}`
    expect(now?.privilege).toBe(3)
    await buttons.getByRole('button', { name: 'Ulaz', exact: true }).click()
    await expect(pressed).toHaveText('Ulaz')
  })

  await test.step('the last admin can be neither demoted nor deleted', async () => {
    await search(page).fill('')
    const [me] = await db`select name, email from users where privilege = 1`
    const who = me?.name || me?.email
    await rights(who).getByText('Karte', { exact: true }).click()
    await expect(question).toContainText('Promijeniti vlastitu privilegiju?')
    await question.getByRole('button', { name: 'Promijeni' }).click()
    await expect(toast(page, 'Ovo je posljednji admin.')).toBeVisible()
    await remove(page, `Obriši korisnika ${who}`)
    await expect(question).toContainText('Ovo je posljednji admin.')
    await question.getByRole('button', { name: 'Odustani' }).click()
  })

  await test.step('each privilege shows its number of users and links to them, and a user is deleted', async () => {
    await page.goto('/admin/privileges')
    const counts = await db`select privilege, count(*)::int as n from users group by 1`
    const count = (privilege: number) => counts.find((c) => c.privilege === privilege)?.n ?? 0
    await expect(page.getByRole('table').locator('tr:has(td) td:first-of-type')).toHaveText(
      [1, 4, 3, 2, 0]
        .map((privilege) => String(count(privilege)))
        .concat(String(counts.reduce((sum, c) => sum + c.n, 0))),
    )
    await page.getByRole('link', { name: 'Ulaz', exact: true }).last().click()
    await expect(page.getByRole('button', { name: /^Ulaz \d/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await remove(page, 'Obriši korisnika Željka Čžuć')
    await expect(toast(page, 'Korisnik Željka Čžuć je obrisan.')).toBeVisible()
    await expect(row(page, 'Željka')).toHaveCount(0)
  })
})

test('the sign-ins dialog of a user with a long e-mail address keeps its close button visible', {
  tag: '@full',
}, async ({ page, db }) => {
  const email = `${'dugacko'.repeat(6)}@primjer.hr`
  await db`insert into users (name, email, privilege) values ('', ${email}, 2)`
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/admin/users?trazi=${email}`)
  await page.getByRole('button', { name: `Prijave korisnika ${email}` }).click()
  await expect(page.getByRole('button', { name: 'Zatvori' })).toBeInViewport({ ratio: 1 })
})

// Rule 13.18: the screen of site texts.
test('missing site texts are added, and existing texts are edited in their row', async ({
  page,
  as,
  db,
}) => {
  const value = page.getByLabel('Vrijednost', { exact: true })
  const key = page.getByLabel('Ključ', { exact: true })
  const missing = page.getByRole('button', { name: 'Napiši kontakt.title1' })
  const cell = page.getByRole('button', { name: /^Vrijednost: kontakt\.title1/ })
  const box = page.getByRole('textbox', { name: 'Vrijednost: kontakt.title1' })
  const stored = async () => (await db`select value from translations`)[0]?.value
  const write = async (text: string) => {
    await cell.click()
    await box.fill(text)
  }
  await page.goto('/admin/translations')

  await test.step('a missing text is added, and its key is rejected a second time', async () => {
    await missing.click()
    await expect(value).toBeFocused()
    await value.fill('<b>Javi</b> se<br/>nama')
    await add(page).click()
    await expect(cell).toHaveText('Javi se<br>nama')
    await expect(missing).toHaveCount(0)
    await key.fill('kontakt.title1')
    await add(page).click()
    await expect(key).toHaveAccessibleDescription('Prijevod s tim ključem već postoji.')
  })

  await test.step('Escape keeps the old text, and Enter or leaving the field saves the new text', async () => {
    await write('Krivo')
    await box.press('Escape')
    await expect(cell).toHaveText('Javi se<br>nama')
    await write('Prvi red')
    await box.press('Shift+Enter')
    await box.pressSequentially('drugi <i>red</i>')
    await box.press('Enter')
    await expect(cell).toHaveText(/^Prvi red\s+drugi red$/)
    expect(await stored()).toBe('Prvi red\ndrugi red')
    await write('Spremljeno odlaskom')
    await page.getByRole('heading', { name: 'Prijevodi' }).click()
    await expect(cell).toHaveText('Spremljeno odlaskom')
  })

  await test.step('a text that cannot be saved stays typed, and leaving the page asks for confirmation', async () => {
    await write('Bez mreže')
    await page.route('**/api/translations/*/', (route) => route.abort())
    await box.press('Enter')
    await expect(page.getByText('Nema veze s poslužiteljem.')).toBeVisible()
    await expect(box).toHaveValue('Bez mreže')
    await page.getByRole('navigation').getByRole('link', { name: 'Ulaz' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Odbaciti promjene?' })).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Odustani' }).click()
    await page.unroute('**/api/translations/*/')
  })

  await test.step('the second of two admins sees the text of the first, and can overwrite it', async () => {
    const other = await as(1)
    const [text] = await (await other.get('/api/translations/')).json()
    await other.put(`/api/translations/${text.id}/`, { data: { value: 'Tuđe' } })
    await box.press('Enter')
    await expect(page.getByText('Netko je ovo u međuvremenu promijenio.')).toBeVisible()
    await expect(page.getByText('Sada piše: Tuđe')).toBeVisible()
    expect(await stored()).toBe('Tuđe')
    await page.getByRole('button', { name: 'Spremi moje preko toga' }).click()
    await expect(cell).toHaveText('Bez mreže')
    expect(await stored()).toBe('Bez mreže')
  })

  await test.step('a deleted text is listed as missing again', async () => {
    await remove(page, 'Obriši prijevod kontakt.title1')
    await expect(missing).toBeVisible()
  })
})

// Rule 13.13: the screen of band contacts.
test('band contacts are added, called, mailed, edited, searched, exported and deleted', async ({
  page,
  as,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Uredi kontakt' })
  const person = dialog.getByLabel('Osoba za kontakt')
  const email = dialog.getByLabel('E-mail (nije obavezan)')
  const save = () => dialog.getByRole('button', { name: 'Spremi promjene' }).click()
  const edit = () => page.getByRole('button', { name: 'Uredi kontakt za Bura' }).click()
  const other = await as(1)
  await page.goto('/admin/band-kontakt')

  await test.step('a contact is added, and its phone number is a tel: link', async () => {
    await page.getByLabel('Bend', { exact: true }).fill('Bura')
    await add(page).click()
    await expect(page.getByText('Unesite sve podatke')).toHaveCount(2)
    await page.getByLabel('Osoba za kontakt').fill('Ana Anić')
    await page.getByLabel('Telefon').fill('+385 (0)91 111-2222')
    await add(page).click()
    const call = page.getByRole('link', { name: 'Nazovi: Ana Anić' })
    await expect(call).toHaveAttribute('href', 'tel:+385911112222')
  })

  await test.step('the second of two admins who edit a contact sees the conflict, and can overwrite it', async () => {
    await edit()
    const [contact] = await (await other.get('/api/contact/')).json()
    await other.put(`/api/contact/${contact.id}/`, {
      data: { bookerName: 'Iva Ivić', bookerPhone: '091 333' },
    })
    await person.fill('Mia Mijić')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Odustani' }).click()
    await save()
    await expect(dialog.getByRole('alert')).toContainText('Netko je ovo u međuvremenu promijenio.')
    await expect(person).toHaveAccessibleDescription('Sada je: Iva Ivić')
    await expect(person).toHaveValue('Mia Mijić')
    await dialog.getByRole('button', { name: 'Spremi moje preko toga' }).click()
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Bura')).toContainText('Mia Mijić')
    await expect(row(page, 'Bura')).toContainText('091 333')
  })

  await test.step('the e-mail address and notes of a contact are shown after they are saved', async () => {
    await expect(page.getByRole('link', { name: /^Piši/ })).toHaveCount(0)
    await edit()
    await email.fill('mia@')
    await dialog.getByLabel('Napomena (nije obavezna)').fill('Zvati iza 10.\nDolazi vlakom.')
    await save()
    await expect(email).toHaveAccessibleDescription('Neispravna e-mail adresa')
    await email.fill('mia@bura.example')
    await save()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: 'Piši: Mia Mijić' })).toHaveAttribute(
      'href',
      'mailto:mia@bura.example',
    )
    await expect(row(page, 'Dolazi vlakom.')).toHaveText(
      'Napomena: Zvati iza 10.\nDolazi vlakom.',
      { useInnerText: true },
    )
  })

  await test.step('contacts are searched, exported as found, and deleted', async () => {
    await other.post('/api/contact/', {
      data: { bandName: 'Žabe', bookerName: 'Eva', bookerPhone: '1' },
    })
    // Reloads the page, because new rows are held back while the user is on the list.
    await page.reload()
    await expect(row(page, 'Žabe')).toBeVisible()
    await search(page).fill('vlakom')
    await expect(row(page, 'Žabe')).toHaveCount(0)
    await expect(row(page, 'Bura')).toBeVisible()
    expect(await savedRows(page)).toEqual([
      ['Bend', 'Osoba za kontakt', 'Telefon', 'E-mail', 'Napomena'],
      ['Bura', 'Mia Mijić', '091 333', 'mia@bura.example', 'Zvati iza 10.\nDolazi vlakom.'],
    ])
    await remove(page, 'Obriši kontakt za Bura')
    await page.getByRole('button', { name: 'Prikaži sve' }).click()
    await remove(page, 'Obriši kontakt za Žabe')
    await expect(page.getByText('Još nema kontakata.')).toBeVisible()
  })
})

// Rules 7.6, 7.7 and 7.8: mails to a range of guests, and the question before sending.
test('mails go to a range of guests after their number is shown and confirmed', async ({
  page,
  db,
}) => {
  await db`update guests set deleted_at = now()`
  await db`delete from mails`
  for (const jmbag of ['0036123451', '0036123452', '0036123453'])
    await db`insert into guests (name, surname, jmbag, list_id, bought_at, conf_code)
      values ('Ivo', 'Šarić', ${jmbag}, 1, now(), gen_random_uuid())`
  await page.goto('/admin/visibility')
  const start = page.getByLabel('Početni indeks')
  const end = page.getByLabel('Završni indeks')
  const send = page.getByRole('button', { name: 'Send Emails' })

  await test.step('an invalid range is rejected', async () => {
    for (const [from, to] of [
      ['', ''],
      ['3', '1'],
      ['a', '2'],
      ['0', '2'],
    ] as const) {
      await start.fill(from)
      await end.fill(to)
      await send.click()
      await expect(page.getByText('Please enter valid start and end indices.')).toBeVisible()
    }
  })

  await test.step('the error of a failed attempt disappears with the next attempt', async () => {
    const attempts = /\/api\/mailer\/send-range\//
    const error = page.getByText('Nema veze s poslužiteljem.')
    await start.fill('2')
    await end.fill('9')
    await page.route(attempts, (route) => route.abort())
    await send.click()
    await expect(error).toBeVisible()
    await page.unroute(attempts)
    await send.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Odustani' }).click()
    await expect(error).toHaveCount(0)
  })

  await test.step('the number of mails is shown, and sending needs a confirmation', async () => {
    await start.fill('2')
    await end.fill('9')
    await end.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Mailova s kartom: 2. Poslati ih?' })
    await question.getByRole('button', { name: 'Odustani' }).click()
    expect(await db`select id from mails`).toHaveLength(0)
    await send.click()
    await question.getByRole('button', { name: 'Pošalji' }).dblclick()
    await expect(page.getByText('Za slanje: 2.')).toBeVisible()
    expect(await db`select id from mails`).toHaveLength(2)
  })

  await test.step('guests who already have a mail are skipped', async () => {
    await start.fill('1')
    await send.click()
    await expect(page.getByRole('alertdialog')).toContainText('preskače se: 2.')
    await page.getByRole('button', { name: 'Pošalji' }).click()
    await expect(page.getByText('Za slanje: 1.')).toBeVisible()
  })
})

// Rule 9.19: each write of staff is recorded.
test('the activity log shows who changed what, with the values before and after', async ({
  page,
  as,
  db,
}) => {
  const admin = await as(1)
  await admin.put('/api/visibility/TLOCRT_VISIBILITY/', { data: { visible: '0' } })
  await db`delete from activities`
  const { id } = await (
    await admin.post('/api/users/', {
      data: { name: 'Iva Ivić', email: 'iva@primjer.hr', privilege: 2 },
    })
  ).json()
  await admin.put(`/api/users/${id}/`, { data: { privilege: 4 } })
  await admin.put('/api/visibility/TLOCRT_VISIBILITY/', { data: { visible: '1' } })
  await admin.put('/api/visibility/TLOCRT_VISIBILITY/', { data: { visible: '0' } })
  const [me] = await db`select name, email from users where privilege = 1`
  const lines = page.getByRole('list', { name: 'Aktivnosti' }).getByRole('listitem')

  await test.step('each entry shows the user, the item, and the values before and after', async () => {
    await page.goto('/admin/activities')
    await expect(lines.first()).toContainText('Prikaz Tlocrt')
    await expect(lines.first()).toContainText(/Vrijednost: prije da\s*poslije ne/)
    await expect(lines.first()).toContainText(me?.name || me?.email)
  })

  await test.step('entries are filtered by kind, text and user', async () => {
    await page.getByLabel('Vrsta').selectOption({ label: 'Korisnik' })
    await expect(lines).toHaveCount(2)
    await expect(lines.first()).toContainText('Korisnik Iva Ivić')
    await expect(lines.first()).toContainText(/Privilegija: prije Ulaz\s*poslije Ulaz \+ karte/)
    await search(page).fill('primjer.hr')
    await expect(lines).toHaveCount(1)
    await page.getByLabel('Osoba').selectOption({ label: 'Iva Ivić' })
    await expect(page.getByText('Ništa ne odgovara ovom odabiru.')).toBeVisible()
    await page.getByRole('button', { name: 'Prikaži sve' }).click()
    await expect(lines.nth(3)).toBeVisible()
  })

  await test.step('the personal data of a deleted user are removed from the log', async () => {
    await admin.delete(`/api/users/${id}/`)
    await page.reload()
    await expect(lines.first()).toContainText('osobni podaci su obrisani')
    await expect(page.getByText('Iva Ivić')).toHaveCount(0)
  })
})

test('the admin home page shows today’s figures, and the daily report can be downloaded', async ({
  page,
  as,
  db,
}) => {
  await awaitDayBoundary()
  await db`insert into guests (name, surname, list_id, conf_code, bought_at, entered_at)
    select 'Gost', n::text, 1, gen_random_uuid(), now(), '2026-11-20T20:10:00Z'
    from generate_series(1, 2) n`
  await recordArrivals(db)
  const today = await (await (await as(1)).get('/api/reports/today/')).json()
  await page.goto('/admin')
  const todayPanel = page.getByRole('region', { name: 'Danas' })
  await expect(todayPanel.locator('dd:first-of-type')).toHaveText([
    String(today.soldToday),
    String(today.inside),
    String(today.mails.waiting),
    today.site.live === '1' ? 'Otvorena' : 'Najava',
  ])
  await expect(page.getByRole('slider', { name: 'Četvrt sata na grafu dolazaka' })).toHaveAttribute(
    'aria-valuetext',
    /unutra \d+$/,
  )
  await page.goto('/admin/daily-report')
  await expect(page.getByText(/^Stanje u/)).toBeVisible()
  const report = await download(page.getByRole('button', { name: 'Preuzmi (Excel)' }))
  expect(report.suggestedFilename()).toMatch(/^dnevni-izvjestaj-\d{4}-\d\d-\d\d\.xlsx$/)
})

test('a user whose session has ended returns to the same page and search after signing in', async ({
  page,
  db,
}) => {
  await db`update auth_sessions set ended_at = now()`
  // The page redirects by itself, perhaps before it has loaded.
  await page.goto('/admin/tags?trazi=vip', { waitUntil: 'commit' })
  await page.waitForURL('/admin/login?next=%2Fadmin%2Ftags%3Ftrazi%3Dvip')
  await demo(page, 'sve, uključujući').click()
  await page.waitForURL('/admin/tags?trazi=vip')
  await expect(search(page)).toHaveValue('vip')
  // Waits for the list. A request that is still open would redirect to the sign-in first, with the
  // old search.
  await expect(row(page, 'VIP')).toBeVisible()

  await db`update auth_sessions set ended_at = now()`
  await search(page).fill('bru')
  await page.waitForURL(/\/admin\/login\?next=%2Fadmin%2Ftags%3Ftrazi%3Dbru/)
})

for (const { name, viewport } of SCREEN_SIZES)
  test.describe(name, () => {
    test.use({ viewport })

    test('the admin screens are accessible', { tag: '@full' }, async ({ page, as }) => {
      const admin = await as(1)
      await admin.post('/api/translations/', { data: { key: 'kontakt.text1', value: 'Tekst' } })
      await admin.post('/api/contact/', {
        data: {
          ...{ bandName: 'Bura', bookerName: 'Ana Anić', bookerPhone: '+385 91 111 2222' },
          ...{ bookerEmail: 'ana@bura.example', notes: 'Zvati iza 10.' },
        },
      })
      for (const screen of SCREENS) {
        await page.goto(`/admin/${screen}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText('Učitavanje …')).toHaveCount(0)
        if (screen === 'translations') {
          await page.getByRole('button', { name: /^Vrijednost: kontakt\.text1/ }).click()
          if (viewport.width < 500)
            await page.getByRole('button', { name: 'Novi prijevod' }).click()
        }
        if (screen === 'users-add') await add(page).click()
        if (screen === 'band-kontakt')
          await page.getByRole('button', { name: 'Uredi kontakt za Bura' }).click()
        await expectAccessible(page)
      }
    })
  })

// Rule 13.23: the screen of sign-ups.
test('sign-ups are compared with the freshers’ list, found, downloaded and deleted', async ({
  page,
  db,
}) => {
  await addFreshers(db, [
    { name: 'Ana', surname: 'Anić', jmbag: '0036577701' },
    { name: 'Tihana', surname: 'Tihić', jmbag: '0036577702' },
  ])
  await db`insert into signups ${db([
    { name: 'Ana', surname: 'Anić', jmbag: '0036577701', email: 'aa77701@fer.hr' },
    { name: 'Stipe', surname: 'Stranić', jmbag: '0036577703', email: 'ss77703@fer.hr' },
  ])}`

  await test.step('each sign-up shows whether its student is on the freshers’ list', async () => {
    await page.goto('/admin/signups')
    await expect(row(page, 'Anić Ana')).toContainText('na popisu')
    await expect(row(page, 'Stranić Stipe')).toContainText('nije na popisu')
    await expectAccessible(page)
  })

  await test.step('sign-ups of students who are not on the list are downloaded and deleted', async () => {
    await page.getByRole('button', { name: /^Nisu na popisu/ }).click()
    await expect(row(page, 'Anić Ana')).toHaveCount(0)
    const file = await download(page.getByRole('button', { name: 'Preuzmi (Excel)' }))
    expect(file.suggestedFilename()).toMatch(/^prijave-.*\.xlsx$/)
    await remove(page, 'Obriši prijavu: Stipe Stranić')
    await expect(toast(page, 'Prijava je obrisana')).toBeVisible()
    await expect(page.getByText('Stranić Stipe')).toHaveCount(0)
  })

  await test.step('freshers without a sign-up are found, also after a reload', async () => {
    await page.getByRole('button', { name: /^Na popisu, bez prijave/ }).click()
    await expect(row(page, 'Tihić Tihana')).toContainText('nema kartu')
    await expect(row(page, 'Anić Ana')).toHaveCount(0)
    await page.reload()
    await expect(row(page, 'Tihić Tihana')).toBeVisible()
  })

  await test.step('an order by a field that the other table lacks is ignored', async () => {
    await page.goto('/admin/signups')
    await page.getByRole('button', { name: 'Prijavljen', exact: true }).click()
    await expect(page).toHaveURL('/admin/signups?poredak=submittedAt')
    await page.getByRole('button', { name: /^Na popisu, bez prijave/ }).click()
    await expect(row(page, 'Tihić Tihana')).toBeVisible()
    await page.goto('/admin/signups?popis=bez&poredak=-email')
    await expect(row(page, 'Tihić Tihana')).toBeVisible()
    await page.getByRole('button', { name: /^Sve prijave/ }).click()
    await expect(row(page, 'Anić Ana')).toBeVisible()
  })

  await test.step('a page beyond the end of the list leads to the last page', async () => {
    await db`insert into signups (name, surname, jmbag, email)
      select 'Iva', 'Brojić', '00365' || lpad(n::text, 5, '0'), 'ib' || n || '@fer.hr'
      from generate_series(1, 50) n`
    const deleteButtons = page.getByRole('button', { name: /^Obriši prijavu: / })
    await page.goto('/admin/signups?stranica=3')
    await expect(deleteButtons).toHaveCount(1)
    await expect(page).toHaveURL('/admin/signups?stranica=2')
    await deleteButtons.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši' }).click()
    await expect(deleteButtons).toHaveCount(50)
    await expect(page).toHaveURL('/admin/signups')
  })
})

// Rule 4.26: finding and erasing a person.
test('all records of a person are found, downloaded as a file, and erased for good', async ({
  page,
  db,
}) => {
  const person = { name: 'Zvjezdana', surname: 'Obilježić', jmbag: '0036566601' }
  await addFreshers(db, [person])
  await db`insert into signups ${db({ ...person, email: 'zo66601@fer.hr' })}`
  const records = page.getByRole('checkbox', { name: /Zvjezdana Obilježić/ })

  await test.step('the records are found by the surname typed without diacritics', async () => {
    await page.goto('/admin/people')
    await page.getByLabel('Ime, JMBAG ili e-mail').fill('obiljezic')
    await expect(records).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('the records are downloaded as an HTML file', async () => {
    for (const record of await records.all()) await record.check()
    const file = await download(page.getByRole('button', { name: 'Podaci za osobu' }))
    expect(file.suggestedFilename()).toMatch(/^podaci-o-osobi-.*\.html$/)
  })

  await test.step('the person is erased after OBRIŠI is typed, also in lower case', async () => {
    await page.getByRole('button', { name: 'Obriši zauvijek' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Prijava brucoša')
    await question.getByRole('button', { name: 'Obriši zauvijek' }).click()
    await expect(question.getByRole('alert')).toContainText('Upišite OBRIŠI.')
    await question.getByLabel('Za potvrdu upišite OBRIŠI').fill('obriši')
    await question.getByRole('button', { name: 'Obriši zauvijek' }).click()
    await expect(toast(page, 'Osoba je obrisana')).toBeVisible()
    await expect(page.getByText('O takvoj osobi nije pohranjeno ništa.')).toBeVisible()
    expect(await db`select from guests where surname = 'Obilježić'`).toHaveLength(0)
  })
})
