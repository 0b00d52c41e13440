// covers: components/admin/lineup components/admin/sponsors components/admin/price-list components/admin/images components/admin/data
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { chooseFile } from '../support/choose-file'
import { expect, freshFestival, fullUnless, test, withoutLiveUpdates } from '../support/fixtures'
import { holdRequests } from '../support/hold'
import { demo } from '../support/login'
import { largePhoto, sidewaysJpeg, transparentPng } from '../support/pictures'
import {
  addPerformers,
  addPrices,
  addSponsors,
  clearProgramme,
  invalidateAllPages,
} from '../support/programme-rows'

const OPEN = {
  COMINGSOON_VISIBILITY: '1',
  LINEUP_VISIBILITY: '1',
  SPONSORS_VISIBILITY: '1',
  CJENIK_VISIBILITY: '1',
} as const
const SIZES = { phone: { width: 360, height: 780 }, desktop: { width: 1440, height: 900 } }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const names = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading')
const choose = (page: Page, name: string, buffer: Buffer, mimeType = 'image/jpeg') =>
  chooseFile(page.locator('input[type=file]').first(), { name, mimeType, buffer })
const bands = (...all: string[]) => all.map((name, i) => `${i + 1}. ${name}`)

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db }) => {
  await clearProgramme(db)
  await addPerformers(db, { Ananas: '', Breskva: 'Svira.', Cikla: '' })
  await addSponsors(db, 3)
  await addPrices(db, [
    ['SOK', 'Cola', 1, 2.5, 0.25],
    ['SOK', 'Tonik', 2, 2.5, 0.25],
    ['PIVO', 'Svijetlo', 1, 3, 0.5],
  ])
  await invalidateAllPages(db)
  await signIn(page, 1)
})

// Rules 13.7, 13.8 and 13.11: form, deletion and error messages of performers.
test('a performer is added with a photograph, changed, hidden and deleted', async ({
  page,
  setFlags,
  db,
}) => {
  await setFlags(OPEN)
  await page.goto('/admin/lineup-list')
  await page.getByRole('link', { name: 'Dodaj izvođača' }).click()

  await test.step('a performer without a name, or with a file that is no photograph, is rejected', async () => {
    await button(page, 'Dodaj').click()
    await expect(page.getByText('Učitajte fotografiju.')).toBeVisible()
    await expect(field(page, 'Ime')).toHaveAccessibleDescription('Unesite ime izvođača.')
    await choose(page, 'popis.txt', Buffer.from('nije slika'), 'text/plain')
    await expect(page.getByText('Datoteka nije fotografija.')).toBeVisible()
    await choose(page, 'IMG_1.HEIC', Buffer.from('ftypheic'), '')
    await expect(page.getByText('Fotografije u obliku HEIC ne mogu se učitati.')).toBeVisible()
  })

  await test.step('a double-click adds the performer once, at the end, with an upright square photograph', async () => {
    await choose(page, 'mobitel.jpg', await sidewaysJpeg())
    await button(page, 'Primijeni').click()
    await expect(page.getByAltText('Nova fotografija')).toBeVisible()
    await field(page, 'Ime').fill('  Žuta Dunja ')
    await field(page, 'Biografija').fill('Đuro i bend.')
    await page.getByRole('link', { name: 'Početna' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Odustani' }).click()
    await button(page, 'Dodaj').dblclick()
    await expect(page.getByText('Žuta Dunja: dodano na kraj popisa.')).toBeVisible()
    await page.waitForURL('/admin/lineup-list')
    await expect(names(page)).toHaveText(bands('Ananas', 'Breskva', 'Cikla', 'Žuta Dunja'))
    const stored = await db`
      select bytes from images join lineup_items on image_hash = hash where slug = 'zuta-dunja'`
    const { data, info } = await sharp(stored[0]?.bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([200, 200])
    const at = (x: number, y: number) =>
      [...data.subarray((y * 200 + x) * info.channels)].slice(0, 3)
    expect(at(100, 20)[0]).toBeGreaterThan(150)
    expect(at(100, 180)[2]).toBeGreaterThan(150)
  })

  await test.step('the form for the next performer opens empty', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Dodaj izvođača' }).click()
    await page.waitForURL('/admin/lineup-add/0')
    await expect(field(page, 'Ime')).toHaveValue('')
    await expect(field(page, 'Biografija')).toHaveValue('')
    await expect(page.getByAltText('Nova fotografija')).toHaveCount(0)
    await button(page, 'Dodaj').click()
    await expect(page.getByText('Učitajte fotografiju.')).toBeVisible()
  })

  await test.step('visitors see the performer until an admin hides the performer', async () => {
    await page.goto('/lineup')
    await expect(page.getByRole('heading', { name: 'Žuta Dunja' }).first()).toBeVisible()
    await page.goto('/admin/lineup-list')
    await page.getByRole('link', { name: 'Uredi: Žuta Dunja' }).click()
    await expect(field(page, 'Ime')).toHaveValue('Žuta Dunja')
    await page.getByRole('switch', { name: 'Prikazan' }).click()
    await button(page, 'Spremi promjene').click()
    await expect(card(page, 'Žuta Dunja')).toContainText('Nije prikazan')
    await page.goto('/lineup')
    await expect(page.getByRole('heading', { name: 'Breskva' }).first()).toBeVisible()
    await expect(page.getByText('Žuta Dunja')).toHaveCount(0)
  })

  await test.step('a failed deletion shows an error, and a second attempt deletes the performer', async () => {
    await page.goto('/admin/lineup-add/zuta-dunja')
    await button(page, 'Obriši').click()
    const question = page.getByRole('alertdialog', { name: 'Sigurno želite obrisati izvođača?' })
    await page.route('**/api/lineup/*/', (route) => route.abort())
    await question.getByRole('button', { name: 'Obriši' }).click()
    await expect(question.getByRole('alert')).toContainText('Brisanje nije uspjelo.')
    await page.unroute('**/api/lineup/*/')
    await question.getByRole('button', { name: 'Obriši' }).click()
    await page.waitForURL('/admin/lineup-list')
    await expect(names(page)).toHaveText(bands('Ananas', 'Breskva', 'Cikla'))
    await page.goto('/admin/lineup-add/zuta-dunja')
    await page.waitForURL('/admin/lineup-add/0')
  })
})

// Rule 13.24: typed values stay when a save fails.
test('the form of a performer keeps its values when saving fails, and shows the reason', {
  tag: '@full',
}, async ({ page }) => {
  await page.route('**/api/lineup/', (route) => route.abort())
  await page.goto('/admin/lineup-add/0')
  await choose(page, 'velika.jpg', await largePhoto(3000, 3000))
  await expect(page.getByAltText('Nova fotografija')).toBeVisible()
  await field(page, 'Ime').fill('Dunja')
  await button(page, 'Dodaj').click()
  await expect(page.getByText('Spremanje nije uspjelo.')).toBeVisible()
  await expect(page.getByRole('form').getByRole('alert')).toContainText('Nema veze s poslužiteljem')

  await page.unroute('**/api/lineup/')
  const detail = 'Fotografija je prevelikih dimenzija.'
  await page.route('**/api/lineup/', (route) => {
    // The browser has shrunk the large photo before the upload.
    expect(route.request().postDataBuffer()?.length).toBeLessThan(4_000_000)
    return route.fulfill({ status: 400, json: { detail, code: 'x', fields: { image: [detail] } } })
  })
  await button(page, 'Dodaj').click()
  await expect(page.getByRole('group', { name: 'Fotografija' })).toContainText(detail)
  await expect(button(page, 'Zamijeni')).toBeFocused()
  await expect(field(page, 'Ime')).toHaveValue('Dunja')
  await page.goto('/admin/lineup-list', { waitUntil: 'commit' }).catch(() => {})
})

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(size, () => {
    test.use({ viewport })

    // Rules 13.6 and 13.9: cards of performers, and their order.
    test(
      'performers are put in order by button, keyboard and drag',
      fullUnless(size === 'desktop'),
      async ({ page, db }) => {
        const expectStored = (...order: string[]) =>
          expect
            .poll(async () =>
              (await db`select name from lineup_items order by "order"`).map(({ name }) => name),
            )
            .toEqual(order)
        await page.goto('/admin/lineup-list')

        await test.step('a button moves a performer, and keeps the focus', async () => {
          await expect(names(page)).toHaveText(bands('Ananas', 'Breskva', 'Cikla'))
          await expect(button(page, 'Pomakni natrag: Ananas')).toBeDisabled()
          await expect(button(page, 'Pomakni naprijed: Cikla')).toBeDisabled()
          const forward = button(page, 'Pomakni naprijed: Ananas')
          await forward.focus()
          await page.keyboard.press('Enter')
          await expect(names(page)).toHaveText(bands('Breskva', 'Ananas', 'Cikla'))
          await expect(page.getByText('Ananas: 2. mjesto od 3.')).toBeAttached()
          await expect(forward).toBeFocused()
          await expectStored('Breskva', 'Ananas', 'Cikla')
          await expect(button(page, 'Pomakni natrag: Cikla')).toBeEnabled()
        })

        await test.step('arrow keys move a performer, and the new position is announced', async () => {
          await button(page, 'Premjesti: Cikla').focus()
          await page.keyboard.press('Space')
          await expect(page.getByText('Podignuto: Cikla, 3. mjesto od 3.')).toBeAttached()
          // The drag-and-drop library handles arrow keys only from the next task on, so the test
          // waits.
          await waitForTasks(page)
          await page.keyboard.press(size === 'phone' ? 'ArrowUp' : 'ArrowLeft')
          await expect(page.getByText('Cikla: 2. mjesto od 3.')).toBeAttached()
          await page.keyboard.press('Space')
          await expectStored('Breskva', 'Cikla', 'Ananas')
          await expect(button(page, 'Pomakni natrag: Ananas')).toBeEnabled()
        })

        await test.step('dragging moves a performer', async () => {
          await drag(page, 'Premjesti: Ananas', 'Premjesti: Breskva', 'Ananas: 1. mjesto od 3.')
          await expect(names(page)).toHaveText(bands('Ananas', 'Breskva', 'Cikla'))
          await expectStored('Ananas', 'Breskva', 'Cikla')
          await expect(button(page, 'Pomakni natrag: Cikla')).toBeEnabled()
        })

        await test.step('the old order returns when the new order cannot be saved', async () => {
          await page.route('**/api/lineup/reorder/', (route) => route.abort())
          await button(page, 'Pomakni natrag: Cikla').click()
          await expect(page.getByText('Promjena poretka nije uspjela.')).toBeVisible()
          await expect(names(page)).toHaveText(bands('Ananas', 'Breskva', 'Cikla'))
          await expectStored('Ananas', 'Breskva', 'Cikla')
        })
      },
    )
  })

/**
 * Drags a card like a user: takes it when it lies still, and drops it when the text for its new
 * position is shown.
 */
async function drag(page: Page, from: string, to: string, announcement: string) {
  await button(page, to).hover()
  const end = await button(page, to).boundingBox()
  await button(page, from).hover()
  if (!end) throw new Error('nothing to drag')
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
  await expect(page.getByText(announcement)).toBeAttached()
  await page.mouse.up()
  // The drag-and-drop library swallows a click directly after a drop, so the test waits.
  await waitForTasks(page)
}

/** Waits 100 ms by the clock of the page, for tasks that the page has postponed. */
const waitForTasks = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))

// Rules 13.9 and 13.10: buttons during a move, and a failed move.
test('order buttons are disabled during a move, and a move in an outdated list shows an error', {
  tag: '@full',
}, async ({ page, as }) => {
  await withoutLiveUpdates(page)
  await page.goto('/admin/sponsors-list')
  const { bodies, release } = await holdRequests(page, '**/api/sponsors/reorder/')
  await button(page, 'Pomakni naprijed: Tvrtka 1').dblclick()
  await expect(names(page)).toHaveText(bands('Tvrtka 2', 'Tvrtka 1', 'Tvrtka 3'))
  await expect(button(page, 'Pomakni natrag: Tvrtka 3')).toBeDisabled()
  release()
  await expect(button(page, 'Pomakni natrag: Tvrtka 3')).toBeEnabled()
  expect(bodies).toHaveLength(1)

  const admin = await as(1)
  const sponsors: { id: number; order: number }[] = await (await admin.get('/api/sponsors/')).json()
  const reversed = sponsors.map(({ id }, i) => ({ id, order: 3 - i }))
  expect((await admin.post('/api/sponsors/reorder/', { data: reversed })).status()).toBe(200)
  await button(page, 'Pomakni natrag: Tvrtka 3').click()
  await expect(page.getByText('Promjena poretka sponzora nije uspjela.')).toBeVisible()
  await expect(names(page)).toHaveText(bands('Tvrtka 3', 'Tvrtka 1', 'Tvrtka 2'))
})

// Rules 13.3 and 13.12: addresses of forms, and the form of a sponsor.
test('a sponsor is added, and its list opened, closed and given a new link', async ({
  page,
  context,
  setFlags,
  db,
}) => {
  await setFlags(OPEN)
  const stored = async () => (await db`select * from sponsors where name = 'Žbica'`)[0]

  await test.step('validation errors are shown at their fields', async () => {
    await page.goto('/admin/sponsors-add/ne-postoji')
    await page.waitForURL('/admin/sponsors-add/0')
    await button(page, 'Dodaj').click()
    await expect(page.getByText('Uploadajte fotografiju')).toBeVisible()
    await choose(page, 'logo.png', await transparentPng(), 'image/png')
    await field(page, 'Naziv').fill('Žbica')
    await field(page, 'Poveznica').fill('ftp://zbica.example')
    await field(page, 'E-mail').fill('a@zbica.example, b zbica')
    await field(page, 'Ograničenje').fill('puno')
    await button(page, 'Dodaj').click()
    await expect(field(page, 'Poveznica')).toHaveAccessibleDescription(
      'Poveznica mora počinjati s http:// ili https://',
    )
    await expect(field(page, 'E-mail')).toHaveAccessibleDescription('Neispravna e-mail adresa: b')
  })

  await test.step('a sponsor is added with an open list, and visitors see its logo', async () => {
    await field(page, 'Poveznica').fill('https://zbica.example')
    await field(page, 'E-mail').fill('a@zbica.example,b@zbica.example')
    await field(page, 'Ograničenje').fill('12')
    await page.getByRole('radio', { name: 'Otvoren i nakon roka' }).check()
    await button(page, 'Dodaj').click()
    await expect(card(page, 'Žbica')).toContainText('Gosti: 0 od 12')
    expect(await stored()).toMatchObject({
      email: 'a@zbica.example, b@zbica.example',
      guests_enabled: 2,
    })
    await page.goto('/sponsors')
    await expect(page.getByRole('main').getByAltText(/^Žbica/)).toBeVisible()
  })

  await test.step('the sponsor list is closed and given a new link, which can be copied', async () => {
    const before = (await stored())?.slug
    await page.goto(`/admin/sponsors-add/${before}`)
    await expect(page.getByRole('link', { name: 'Popis (otvara' })).toHaveAttribute(
      'href',
      `/sponzori/${before}`,
    )
    await page.getByRole('radio', { name: 'Zatvoren' }).check()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, 'Zamijeni poveznicu').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zamijeni' }).click()
    await expect(page.getByText('Poveznica je zamijenjena.')).toBeVisible()
    const slug = (await stored())?.slug
    expect(slug).not.toBe(before)
    await expect(page).toHaveURL(`/admin/sponsors-add/${slug}`)
    await button(page, 'Kopiraj poveznicu').click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(new RegExp(`/sponzori/${slug}$`))
    await button(page, 'Spremi promjene').click()
    await page.waitForURL('/admin/sponsors-list')
    expect(await stored()).toMatchObject({ guests_enabled: 0 })
  })
})

test('the second of two admins who change the same performer or sponsor sees the conflict', {
  tag: '@full',
}, async ({ page, as, db }) => {
  const admin = await as(1)
  const [band] = await db`select id from lineup_items where name = 'Breskva'`
  await page.goto('/admin/lineup-add/breskva')
  await field(page, 'Ime').fill('Breskva i Marelica')
  await admin.put(`/api/lineup/${band?.id}/`, { data: { biography: 'Pjeva.' } })
  await button(page, 'Spremi promjene').click()
  await page.waitForURL('/admin/lineup-list')
  expect(await db`select name, biography from lineup_items where id = ${band?.id}`).toEqual([
    { name: 'Breskva i Marelica', biography: 'Pjeva.' },
  ])

  await page.goto('/admin/lineup-add/breskva')
  await field(page, 'Ime').fill('Moja')
  await admin.put(`/api/lineup/${band?.id}/`, { data: { name: 'Njegova', visible: 0 } })
  await button(page, 'Spremi promjene').click()
  await expect(page.getByRole('form').getByRole('alert')).toContainText('Netko je ovo')
  await expect(field(page, 'Ime')).toHaveAccessibleDescription('Sada je: Njegova')
  await expect(field(page, 'Ime')).toHaveValue('Moja')
  // A field that this admin did not touch takes the new value, which the save does not overwrite.
  await expect(page.getByRole('switch')).not.toBeChecked()
  await button(page, 'Spremi moje preko toga').click()
  await page.waitForURL('/admin/lineup-list')
  expect(await db`select name, visible from lineup_items where id = ${band?.id}`).toEqual([
    { name: 'Moja', visible: false },
  ])
  await page.goto('/admin/lineup-add/breskva')
  await field(page, 'Ime').fill('Opet moja')
  await admin.put(`/api/lineup/${band?.id}/`, { data: { name: 'Opet njegova' } })
  await button(page, 'Spremi promjene').click()
  await button(page, 'Uzmi što sada piše').click()
  await expect(field(page, 'Ime')).toHaveValue('Opet njegova')
  await expect(button(page, 'Spremi promjene')).toBeDisabled()

  const [sponsor] = await db`select id, slug from sponsors where name = 'Tvrtka 1'`
  await page.goto(`/admin/sponsors-add/${sponsor?.slug}`)
  await page.getByRole('radio', { name: 'Zatvoren' }).check()
  await admin.put(`/api/sponsors/${sponsor?.id}/`, { data: { guestsEnabled: 2, guestCap: 9 } })
  await button(page, 'Spremi promjene').click()
  await expect(page.getByText('Sada je: otvoren i nakon roka.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Zatvoren' })).toBeChecked()
  await expect(field(page, 'Ograničenje')).toHaveValue('9')
  await button(page, 'Spremi moje preko toga').click()
  await page.waitForURL('/admin/sponsors-list')
  expect(
    await db`select guests_enabled, guest_cap from sponsors where id = ${sponsor?.id}`,
  ).toEqual([{ guests_enabled: 0, guest_cap: 9 }])
})

test('typed values survive the Back button, a closed dialog and an ended session', async ({
  page,
  context,
  db,
}) => {
  const question = page.getByRole('alertdialog', { name: 'Odbaciti promjene?' })
  const answer = (name: string) => question.getByRole('button', { name }).click()

  await test.step('Back asks for confirmation, and Cancel keeps the typed values', async () => {
    await page.goto('/admin/lineup-list')
    await page.getByRole('link', { name: 'Uredi: Breskva' }).click()
    await field(page, 'Ime').click()
    await field(page, 'Ime').fill('Breskva i još netko')
    await page.evaluate(() => history.back())
    await answer('Odustani')
    await expect(page).toHaveURL('/admin/lineup-add/breskva')
    await expect(field(page, 'Ime')).toHaveValue('Breskva i još netko')
  })

  await test.step('after the session has ended, typed values are saved after a sign-in in another tab', async () => {
    await db`update auth_sessions set ended_at = now()`
    await button(page, 'Spremi promjene').click()
    const ended = page.getByRole('alertdialog', { name: 'Prijava je istekla' })
    const opened = context.waitForEvent('page')
    await ended.getByRole('button', { name: 'Prijavi se u novoj kartici' }).click()
    const other = await opened
    await demo(other, 'sve, uključujući').click()
    await other.waitForURL('/admin')
    await other.close()
    await expect(field(page, 'Ime')).toHaveValue('Breskva i još netko')
    await button(page, 'Spremi promjene').click()
    await page.waitForURL('/admin/lineup-list')
    expect(await db`select from lineup_items where name = 'Breskva i još netko'`).toHaveLength(1)
  })

  await test.step('Back leaves the form after discarding the values is confirmed', async () => {
    await page.getByRole('link', { name: 'Uredi: Breskva' }).click()
    await field(page, 'Ime').click()
    await field(page, 'Ime').fill('Nitko')
    await page.evaluate(() => history.back())
    await answer('Odbaci i otiđi')
    await page.waitForURL('/admin/lineup-list')
  })

  await test.step('discarded values are gone when the page is opened again', async () => {
    await page.goto('/admin/users-add')
    const name = field(page, 'Ime i prezime')
    await name.click()
    await name.fill('Nitko Ništić')
    await page.getByRole('link', { name: 'Svi korisnici' }).click()
    await answer('Odbaci i otiđi')
    await page.waitForURL('/admin/users')
    await page.getByRole('link', { name: 'Dodaj korisnika' }).first().click()
    await page.waitForURL('/admin/users-add')
    await expect(name).toHaveValue('')
  })

  await test.step('closing a dialog with typed values asks for confirmation', async () => {
    await page.goto('/admin/cjenik')
    await button(page, 'Uredi: Cola').click()
    const dialog = page.getByRole('dialog', { name: 'Uredi stavku' })
    await dialog.getByLabel('Cijena (€)').fill('4')
    await page.keyboard.press('Escape')
    await answer('Odustani')
    await expect(dialog.getByLabel('Cijena (€)')).toHaveValue('4')
    await dialog.getByRole('button', { name: 'Odustani' }).click()
    await answer('Odbaci')
    await expect(dialog).toHaveCount(0)
    expect(await db`select from price_items where price_eur = 4`).toHaveLength(0)
  })
})

test('a photograph can be dropped or pasted, and saving waits until the photograph has been read', {
  tag: '@full',
}, async ({ page, db }) => {
  await page.goto('/admin/lineup-add/breskva')
  await field(page, 'Ime').fill('Marelica')
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'popis.txt', { type: 'text/plain' }))
    const dropEvent = { dataTransfer, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new DragEvent('drop', dropEvent))
  })
  await expect(page.getByText('Datoteka nije fotografija.')).toBeVisible()
  await page.evaluate(() => {
    const { decode } = HTMLImageElement.prototype
    HTMLImageElement.prototype.decode = async function () {
      await new Promise((resolve) => addEventListener('slow-phone-done', resolve, { once: true }))
      return decode.call(this)
    }
  })
  const paste = (text: string) =>
    page.evaluate((copied) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['x'], 'slika.png', { type: 'image/png' }))
      if (copied) clipboardData.setData('text/plain', copied)
      return document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
  expect(await paste('Iz tablice')).toBe(true)
  await expect(page.getByText('Čitamo fotografiju')).toHaveCount(0)

  await choose(page, 'nova.jpg', await largePhoto(300, 300))
  await expect(page.getByText('Čitamo fotografiju')).toBeVisible()
  await field(page, 'Ime').press('Enter')
  await expect(button(page, 'Spremi promjene')).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new Event('slow-phone-done')))
  await expect(page.getByAltText('Nova fotografija')).toBeVisible()
  await expect(page.getByText('Čitamo fotografiju')).toHaveCount(0)
  expect(await paste('')).toBe(false)
  await expect(page.getByText('Čitamo fotografiju')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('slow-phone-done')))
  await expect(page.getByText('Fotografija je oštećena ili nepotpuna.')).toBeVisible()
  await button(page, 'Spremi promjene').click()
  await page.waitForURL('/admin/lineup-list')
  expect(
    await db`select name, width from lineup_items join images on hash = image_hash
      where slug = 'breskva'`,
  ).toEqual([{ name: 'Marelica', width: 300 }])
})

// Rule 13.15: the price list.
test('price items are added, put in order, changed and deleted', { tag: '@full' }, async ({
  page,
  setFlags,
  db,
  as,
}) => {
  await setFlags(OPEN)
  const stored = async () =>
    (await db`select name from price_items where category = 'SOK' order by "order"`).map(
      ({ name }) => name,
    )
  const sodas = page.getByRole('table', { name: 'SOK' })
  await page.goto('/admin/cjenik')

  await test.step('a double-click adds an item once, at the end of its category', async () => {
    await expect(sodas.getByRole('row')).toHaveCount(3)
    await field(page, 'Naziv').fill('Limunada')
    await button(page, 'Dodaj').click()
    await expect(field(page, 'Cijena (€)')).toHaveAccessibleDescription('Unesite sve podatke')
    await field(page, 'Količina (L)').fill('0,4')
    await field(page, 'Cijena (€)').fill('2,75')
    const { bodies, release } = await holdRequests(page, '**/api/cjenik/')
    await button(page, 'Dodaj').dblclick()
    await expect.poll(() => bodies).toHaveLength(1)
    // The name of the next item is typed before the response arrives.
    await field(page, 'Naziv').fill('Voda')
    release()
    await expect(sodas.getByRole('row', { name: /Limunada 0,4 L 2,75/ })).toBeVisible()
    await expect(field(page, 'Naziv')).toBeFocused()
    await expect(field(page, 'Cijena (€)')).toHaveValue('')
    await expect(field(page, 'Naziv')).toHaveValue('Voda')
    await field(page, 'Naziv').fill('')
    expect(await stored()).toEqual(['Cola', 'Tonik', 'Limunada'])
  })

  await test.step('items are put in order by button and drag', async () => {
    await button(page, 'Pomakni gore: Limunada').click()
    await expect.poll(stored).toEqual(['Cola', 'Limunada', 'Tonik'])
    await expect(button(page, 'Pomakni dolje: Limunada')).toBeEnabled()
    await drag(page, 'Premjesti: Cola', 'Premjesti: Tonik', 'Cola: 3. mjesto od 3.')
    await expect.poll(stored).toEqual(['Limunada', 'Tonik', 'Cola'])
  })

  await test.step('the second of two admins who change an item sees the conflict, and can overwrite it', async () => {
    const [item] = await db`select id from price_items where name = 'Limunada'`
    await button(page, 'Uredi: Limunada').click()
    const dialog = page.getByRole('dialog', { name: 'Uredi stavku' })
    await expect(dialog.getByLabel('Cijena (€)')).toHaveValue('2,75')
    await dialog.getByLabel('Cijena (€)').fill('3,1')
    await (await as(1)).put(`/api/cjenik/${item?.id}/`, { data: { priceEUR: 2.9, volume: 0.5 } })
    await dialog.getByRole('button', { name: 'Spremi promjene' }).click()
    await expect(dialog.getByLabel('Cijena (€)')).toHaveAccessibleDescription('Sada je: 2,90')
    await dialog.getByRole('button', { name: 'Spremi moje preko toga' }).click()
    await expect(sodas.getByRole('row', { name: /Limunada 0,5 L 3,10/ })).toBeVisible()
    await page.goto('/cjenik')
    await expect(page.getByRole('row', { name: /Limunada.*3,10/ })).toBeVisible()
  })

  await test.step('an item is deleted, and a category with 99 items rejects a new item', async () => {
    await page.goto('/admin/cjenik')
    await button(page, 'Obriši: Limunada').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Obriši' }).click()
    await expect(sodas.getByRole('row')).toHaveCount(3)
    await db`insert into price_items (category, name, "order", price_eur, volume_litres)
      select 'SOK', 'Sok ' || n, n, 1, 1 from generate_series(3, 99) n`
    await field(page, 'Naziv').fill('Stoti')
    await field(page, 'Količina (L)').fill('1')
    await field(page, 'Cijena (€)').fill('1')
    await button(page, 'Dodaj').click()
    await expect(page.getByText('Kategorija SOK već ima 99 stavki')).toBeVisible()
    await expect(field(page, 'Naziv')).toHaveValue('Stoti')
  })
})

// Rule 13.11: error messages about performers.
test('the line-up and its form show an error when loading fails, and loading can be retried', {
  tag: '@full',
}, async ({ page }) => {
  await page.route(/\/api\/lineup\//, (route) => route.abort())
  for (const path of ['/admin/lineup-list', '/admin/lineup-add/breskva']) {
    await page.goto(path)
    await expect(page.getByText('Greška pri dohvaćanju izvođača.')).toBeVisible()
  }
  await page.unroute(/\/api\/lineup\//)
  await button(page, 'Pokušaj ponovno').click()
  await expect(field(page, 'Ime')).toHaveValue('Breskva')
})

for (const { name, viewport } of SCREEN_SIZES)
  test.describe(name, () => {
    test.use({ viewport })

    test('the screens for line-up, sponsors and price list are accessible', {
      tag: '@full',
    }, async ({ page, db }) => {
      await db`update lineup_items set visible = false where name = 'Cikla'`
      await page.goto('/admin/lineup-list')
      await card(page, 'Cikla').waitFor()
      await expectAccessible(page)
      await page.goto('/admin/lineup-add/0')
      await button(page, 'Dodaj').click()
      await page.getByText('Učitajte fotografiju.').waitFor()
      await expectAccessible(page)
      await choose(page, 'mobitel.jpg', await sidewaysJpeg())
      await page.getByRole('application').waitFor()
      await expectAccessible(page)
      await page.goto('/admin/sponsors-list')
      await page.getByRole('link', { name: 'Uredi: Tvrtka 1' }).click()
      await page.getByRole('radio').first().waitFor()
      await expectAccessible(page)
      await page.goto('/admin/cjenik')
      await button(page, 'Uredi: Cola').click()
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
    })
  })
