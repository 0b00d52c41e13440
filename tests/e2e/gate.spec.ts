import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { randomUuidV1 } from '@/lib/guests/conf-code'
import { expectAccessible } from '../support/axe'
import { canvasCamera } from '../support/canvas-camera'
import { recordArrivals } from '../support/factories'
import { expect, test } from '../support/fixtures'
import { caughtUp, hold } from '../support/hold'
import { addSponsors } from '../support/programme-rows'

interface Wish {
  tag?: string
  ticket?: boolean
  enteredAt?: string
}

/** A surname that no other guest has, in letters only. */
const newSurname = () =>
  `Vrat${randomBytes(4)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`

async function makeGuest(db: Sql, name: string, surname: string, wish: Wish = {}) {
  const { tag = 'Brucoši', ticket = true, enteredAt = null } = wish
  const [row] = await db`
    insert into guests (name, surname, list_id, conf_code, bought_at, entered_at)
    select ${name}, ${surname}, id, ${ticket ? randomUuidV1() : null},
      ${ticket ? new Date() : null}, ${enteredAt}
    from guest_lists where name = ${tag} returning id, conf_code as code`
  await recordArrivals(db)
  return row as { id: number; code: string }
}

async function isInside(db: Sql, id: number) {
  const [row] = await db`select entered_at from guests where id = ${id}`
  return row?.entered_at !== null
}

const box = (page: Page) => page.getByLabel('Ime, prezime ili kod')
const verdict = (page: Page, kind: string) => page.locator(`[data-verdict=${kind}]`)
const ulaz = (page: Page) => page.getByRole('switch', { name: 'Ulaz' })

async function open(page: Page) {
  await page.goto('/admin/entry')
  await expect(box(page)).toBeEditable()
}

async function find(page: Page, surname: string) {
  await box(page).fill(surname)
  await box(page).press('Enter')
}

test.describe('the search', () => {
  test.beforeEach(async ({ page, signIn }) => signIn(page, 2))

  test('starts after two letters and a second, at Enter at once', async ({ page, db }) => {
    const surname = newSurname()
    await makeGuest(db, 'Dunja', surname)
    await page.clock.install()
    await open(page)
    const asked: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/guests/?') && asked.push(request.url()),
    )
    await box(page).fill('Vr')
    await box(page).press('Enter')
    await page.clock.runFor(60_000)
    await caughtUp(page)
    expect(asked).toHaveLength(0)
    // The page's own clock stands still from here, so that a slow machine changes nothing.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await box(page).fill(surname)
    await page.clock.runFor(900)
    expect(asked).toHaveLength(0)
    await page.clock.runFor(200)
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.resume()
    await expect(page.getByRole('button', { name: `Dunja ${surname}` })).toBeVisible()
    await box(page).fill(surname.toLowerCase())
    await box(page).press('Enter')
    await expect.poll(() => asked.length).toBe(2)
  })

  test('keeps to a tag; ... means none', async ({ page, db }) => {
    const surname = newSurname()
    await makeGuest(db, 'Dunja', surname)
    await makeGuest(db, 'Ćiril', surname, { tag: 'VIP' })
    await open(page)
    await find(page, surname)
    await expect(page.getByText('Prikazano gostiju: 2.')).toBeVisible()
    await page.getByLabel('Tag').selectOption('VIP')
    await expect(page.getByText('Prikazan 1 gost.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ćiril' })).toBeVisible()
    await page.getByLabel('Tag').selectOption('...')
    await expect(page.getByText('Prikazano gostiju: 2.')).toBeVisible()
  })

  test('keeps to a sponsor, chosen by its name and without the key to its list', async ({
    page,
    db,
  }) => {
    await addSponsors(db, 1)
    await db`update sponsors set slug = ${randomUuidV1()}`
    const [list] = await db`
      select id, name, slug from guest_lists where kind = 'sponsor' and slug is not null limit 1`
    try {
      const surname = newSurname()
      await makeGuest(db, 'Dunja', surname)
      await db`insert into guests (name, surname, list_id) values ('Ćiril', ${surname}, ${list?.id})`
      await open(page)
      await find(page, surname)
      await expect(page.getByText('Prikazano gostiju: 2.')).toBeVisible()
      await page.getByLabel('Tag').selectOption({ label: list?.name })
      await expect(page.getByText('Prikazan 1 gost.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Ćiril' })).toContainText(list?.name)
      expect(await page.content()).not.toContain(list?.slug)
    } finally {
      await db`delete from guests where list_id = ${list?.id}`
      await db`delete from sponsors`
    }
  })

  test('says who is inside since when, and who has no ticket', async ({ page, db }) => {
    const surname = newSurname()
    await makeGuest(db, 'Ćiril', surname, { enteredAt: '2026-01-05T21:15:00Z' })
    await makeGuest(db, 'Berta', surname, { ticket: false })
    await open(page)
    await find(page, surname)
    const inside = page.getByRole('button', { name: 'Ćiril' })
    await expect(inside).toContainText('Unutra od 05.01.2026. 22:15')
    await expect(page.getByRole('button', { name: 'Berta' })).toContainText('Nema kartu')
  })

  test('shows a late answer nowhere', async ({ page, db }) => {
    const surname = newSurname()
    await makeGuest(db, 'Dunja', surname)
    await open(page)
    const { calls, release } = await hold(page, /search=Nikogovi/)
    await find(page, 'Nikogović')
    await expect.poll(() => calls.length).toBe(1)
    await find(page, surname)
    await expect(page.getByRole('button', { name: 'Dunja' })).toBeVisible()
    release()
    await caughtUp(page)
    await expect(page.getByRole('button', { name: 'Dunja' })).toBeVisible()
  })

  test('says that it failed, keeps the text, and tries again', async ({ page, db, context }) => {
    const surname = newSurname()
    await makeGuest(db, 'Dunja', surname)
    await open(page)
    await page.route('**/api/guests/?search=*', (route) => route.fulfill({ status: 500, json: {} }))
    await find(page, surname)
    await expect(page.getByText('Greška prilikom pretraživanja.')).toBeVisible()
    await expect(box(page)).toHaveValue(surname)
    await page.unroute('**/api/guests/?search=*')
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
    await expect(page.getByRole('button', { name: 'Dunja' })).toBeVisible()

    // By itself once the network is back.
    const other = newSurname()
    await makeGuest(db, 'Breskva', other)
    await context.setOffline(true)
    await find(page, other)
    await expect(page.getByText('Greška prilikom pretraživanja.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Breskva' })).toBeVisible()
  })

  test('says that nobody is called so', async ({ page }) => {
    await open(page)
    await find(page, 'Nepostojanović')
    await expect(page.getByText('Nema takvog gosta na popisu.')).toBeVisible()
  })

  test('takes a code typed by hand to its guest', async ({ page, db }) => {
    const guest = await makeGuest(db, 'Dunja', newSurname())
    await open(page)
    await box(page).fill(guest.code.toUpperCase())
    await ulaz(page).click()
    await expect(verdict(page, 'admitted')).toBeVisible()
    expect(await isInside(db, guest.id)).toBe(true)
  })
})

test.describe('the panel', () => {
  test.beforeEach(async ({ page, signIn }) => signIn(page, 4))

  test('has no toggle to press without a guest, and never the ticket', async ({ page, db }) => {
    const surname = newSurname()
    await makeGuest(db, 'Dunja', surname)
    await open(page)
    await expect(ulaz(page)).toBeDisabled()
    await find(page, surname)
    await page.getByRole('button', { name: 'Dunja' }).click()
    await expect(ulaz(page)).toBeEnabled()
    await expect(page.getByRole('switch', { name: 'Karta' })).toBeDisabled()
  })

  test('lets in, and out again after a question', async ({ page, db }) => {
    const surname = newSurname()
    const guest = await makeGuest(db, 'Dunja', surname)
    await open(page)
    await find(page, surname)
    await page.getByRole('button', { name: 'Dunja' }).click()
    await ulaz(page).click()
    await expect(verdict(page, 'admitted')).toContainText('Ulaz')
    await expect(verdict(page, 'admitted')).toHaveCount(0)
    await expect(ulaz(page)).toBeChecked()
    expect(await isInside(db, guest.id)).toBe(true)

    await ulaz(page).click()
    await page.getByRole('button', { name: 'Odustani' }).click()
    expect(await isInside(db, guest.id)).toBe(true)
    await ulaz(page).click()
    await page.getByRole('button', { name: 'Pusti van' }).click()
    await expect(ulaz(page)).not.toBeChecked()
    expect(await isInside(db, guest.id)).toBe(false)
  })

  test('refuses who has no ticket until pressed a second time', async ({ page, db }) => {
    const surname = newSurname()
    const guest = await makeGuest(db, 'Berta', surname, { ticket: false })
    await open(page)
    await find(page, surname)
    await page.getByRole('button', { name: 'Berta' }).click()
    await ulaz(page).click()
    await expect(verdict(page, 'noTicket')).toContainText('Nema kartu')
    await page.getByRole('button', { name: 'Ne puštaj' }).click()
    expect(await isInside(db, guest.id)).toBe(false)
    await ulaz(page).click()
    await page.getByRole('button', { name: 'Ipak pusti bez karte' }).click()
    await expect(verdict(page, 'admitted')).toBeVisible()
    expect(await isInside(db, guest.id)).toBe(true)
  })

  test('tells the second of two phones since when', async ({
    page,
    db,
    browser,
    baseURL,
    signIn,
  }) => {
    const surname = newSurname()
    await makeGuest(db, 'Dunja', surname)
    const other = await browser.newContext({ baseURL, viewport: { width: 360, height: 780 } })
    const phone = await other.newPage()
    await signIn(phone, 2)
    for (const each of [page, phone]) {
      await open(each)
      await find(each, surname)
      await each.getByRole('button', { name: 'Dunja' }).click()
    }
    await Promise.all([ulaz(page).click(), ulaz(phone).click()])
    const kinds = await Promise.all(
      [page, phone].map((each) => each.locator('[data-verdict]').getAttribute('data-verdict')),
    )
    expect(kinds.sort()).toEqual(['admitted', 'inside'])
    await other.close()
  })
})

for (const [width, height] of [
  [360, 640],
  [740, 360],
  [1366, 768],
  [1440, 900],
] as const)
  test(`names who has no ticket above the buttons at ${width} × ${height}`, async ({
    page,
    db,
    signIn,
  }) => {
    await page.setViewportSize({ width, height })
    const surname = `Zaista-Dugačko ${newSurname()}`
    await makeGuest(db, 'Berta', surname, { ticket: false })
    await signIn(page, 2)
    await open(page)
    await find(page, surname)
    await page.getByRole('button', { name: 'Berta' }).click()
    await ulaz(page).click()
    const name = verdict(page, 'noTicket').getByText(`Berta ${surname}`)
    await expect(name).toBeInViewport({ ratio: 1 })
    const press = page.getByRole('button', { name: 'Ne puštaj' })
    const [word, button] = [await name.boundingBox(), await press.boundingBox()]
    if (!word || !button) throw new Error('neither has a place')
    expect(word.y + word.height <= button.y || word.x + word.width <= button.x).toBe(true)
  })

test.describe('the scanner', () => {
  test.use({ viewport: { width: 360, height: 780 } })
  test.beforeEach(async ({ page, signIn }) => signIn(page, 2))

  async function openScanner(page: Page) {
    const holdUp = await canvasCamera(page)
    await open(page)
    await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
    await expect(page.getByText('Uperite kameru u QR kod')).toBeVisible()
    return holdUp
  }

  test('goes from person to person without a tap', async ({ page, db }) => {
    const first = await makeGuest(db, 'Dunja', newSurname())
    const second = await makeGuest(db, 'Ćiril', newSurname(), { enteredAt: '2026-01-05T21:15:00Z' })
    const holdUp = await openScanner(page)
    await holdUp(first.code)
    await expect(verdict(page, 'admitted')).toContainText('Dunja')
    expect(await isInside(db, first.id)).toBe(true)
    await holdUp(second.code)
    await expect(verdict(page, 'inside')).toContainText('Unutra od 05.01.2026. 22:15')
    await holdUp(null)
    await expect(page.locator('[data-verdict]')).toHaveCount(0)
    await expect(page.getByText('Noćas propušteno: 1')).toBeVisible()
  })

  test('sends a code that stays in the picture once; one that comes back was let in just now', async ({
    page,
    db,
  }) => {
    const guest = await makeGuest(db, 'Dunja', newSurname())
    await page.clock.install()
    const holdUp = await openScanner(page)
    let sent = 0
    page.on('request', (request) => {
      if (request.url().includes('/check-in')) sent++
    })
    await holdUp(guest.code)
    await expect(verdict(page, 'admitted')).toBeVisible()
    await expect(page.locator('[data-verdict]')).toHaveCount(0)
    expect(sent).toBe(1)
    await holdUp(null)
    await page.clock.setSystemTime(Date.now() + 10_000)
    await holdUp(guest.code)
    await expect(verdict(page, 'inside')).toContainText('Upravo propušten na ovom uređaju.')
  })

  test('tells the refusals apart', async ({ page, db, as }) => {
    const guest = await makeGuest(db, 'Dunja', newSurname(), { ticket: false })
    const holdUp = await openScanner(page)
    await holdUp(randomUuidV1())
    await expect(verdict(page, 'unknown')).toContainText('ali kod nije u bazi podataka')
    await holdUp('https://primjer.hr/letak')
    await expect(verdict(page, 'notCode')).toContainText('ne sadrži kod za potvrdu')

    const desk = await as(3)
    const path = `/api/guests/${guest.id}/`
    const { confCode } = await (await desk.put(path, { data: { bought: '1' } })).json()
    await desk.put(path, { data: { bought: '0' } })
    await holdUp(confCode)
    await expect(verdict(page, 'noTicket')).toContainText('poništena')
  })

  test('sends to the administrator with what it does not know', async ({ page }) => {
    const holdUp = await openScanner(page)
    await page.route('**/check-in/', (route) =>
      route.fulfill({ status: 500, json: { code: 'unexpected' } }),
    )
    await holdUp(randomUuidV1())
    await expect(verdict(page, 'error')).toContainText(
      'Dogodila se nepoznata greška, javite se administratoru',
    )
  })

  test('says to whoever may not any more that the rights are gone', async ({ page, db }) => {
    const holdUp = await openScanner(page)
    const demoted = await db`update users set privilege = 3 where privilege = 2 returning id`
    try {
      await holdUp(randomUuidV1())
      await expect(verdict(page, 'error')).toContainText('Više nemate ovlasti')
    } finally {
      const ids = demoted.map(({ id }) => id)
      await db`update users set privilege = 2 where id in ${db(ids)}`
    }
  })

  test('keeps the code while the network is away', async ({ page, db, context }) => {
    const guest = await makeGuest(db, 'Dunja', newSurname())
    const holdUp = await openScanner(page)
    await context.setOffline(true)
    await holdUp(guest.code)
    await expect(verdict(page, 'offline')).toContainText('Kod je zapamćen')
    await holdUp(null)
    await context.setOffline(false)
    await expect(verdict(page, 'admitted')).toContainText('Dunja')
    expect(await isInside(db, guest.id)).toBe(true)
  })

  test('shows ULAZ when only the answer was lost', async ({ page, db }) => {
    const guest = await makeGuest(db, 'Dunja', newSurname())
    const holdUp = await openScanner(page)
    let lost = false
    await page.route('**/api/guests/check-in/', async (route) => {
      if (lost) return route.continue()
      lost = true
      await route.fetch()
      await route.abort()
    })
    await holdUp(guest.code)
    await expect(verdict(page, 'offline')).toBeVisible()
    expect(await isInside(db, guest.id)).toBe(true)
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
    await expect(verdict(page, 'admitted')).toContainText('Dunja')
  })

  test('leaves the guest in the panel, where a mistake is undone', async ({ page, db }) => {
    const guest = await makeGuest(db, 'Dunja', newSurname())
    const holdUp = await openScanner(page)
    await holdUp(guest.code)
    await expect(verdict(page, 'admitted')).toBeVisible()
    await holdUp(null)
    await expect(page.locator('[data-verdict]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Zatvori skener' }).click()
    await ulaz(page).click()
    await page.getByRole('button', { name: 'Pusti van' }).click()
    await expect(ulaz(page)).not.toBeChecked()
    expect(await isInside(db, guest.id)).toBe(false)
  })

  test('says what to do when there is no camera', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('', 'NotAllowedError')
      }
    })
    await open(page)
    await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
    await expect(page.getByRole('alert')).toContainText('Kamera je blokirana.')
    await page.getByRole('button', { name: 'Traži po imenu' }).click()
    await expect(box(page)).toBeVisible()
  })

  test('loads its decoder at the second try', async ({ page, context }) => {
    await canvasCamera(page)
    await open(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
    await expect(page.getByRole('alert')).toContainText('Čitač kodova se nije učitao.')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
    await expect(page.getByText('Uperite kameru u QR kod')).toBeVisible()
  })

  test('remembers that it is mute', async ({ page }) => {
    await openScanner(page)
    await expect(page.getByRole('button', { name: 'Zvuk' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Zvuk' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
    const sound = page.getByRole('button', { name: 'Zvuk' })
    await expect(sound).toHaveAttribute('aria-pressed', 'false')
  })
})

for (const colorScheme of ['dark', 'light'] as const)
  for (const [width, height] of [
    [360, 780],
    [1440, 900],
  ] as const)
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ colorScheme, viewport: { width, height } })

      test('has nothing that axe would mind', async ({ page, db, signIn }) => {
        const check = async () => {
          await expectAccessible(page)
        }
        const surname = newSurname()
        await makeGuest(db, 'Dunja', surname)
        await makeGuest(db, 'Berta', surname, { ticket: false })
        const inside = await makeGuest(db, 'Ćiril', surname, { enteredAt: '2026-01-05T21:15:00Z' })
        await signIn(page, 2)
        const holdUp = await canvasCamera(page)
        await open(page)
        await find(page, surname)
        await page.getByRole('button', { name: 'Berta' }).waitFor()
        await check()
        await page.getByRole('button', { name: 'Berta' }).click()
        await check()
        await ulaz(page).click()
        await check()
        await page.getByRole('button', { name: 'Ne puštaj' }).click()
        if (width < 1024) await page.getByRole('button', { name: 'Zatvori' }).click()
        await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
        await page.getByText('Uperite kameru').waitFor()
        await check()
        await holdUp(inside.code)
        await verdict(page, 'inside').waitFor()
        await check()
      })
    })
