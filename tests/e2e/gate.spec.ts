// covers: components/gate app/ulaz lib/gate lib/admission
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { randomUuidV1 } from '@/db/uuid'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { canvasCamera } from '../support/canvas-camera'
import { awaitDayBoundary } from '../support/day-boundary'
import { recordArrivals } from '../support/factories'
import { expect, freshFestival, test } from '../support/fixtures'
import { countGateRecords } from '../support/gate-records'
import { readCode, typeCode } from '../support/hand-scanner'
import { holdRequests, waitForIdle } from '../support/hold'
import { addSponsors } from '../support/programme-rows'
import { expectVerdict, recordVerdicts } from '../support/verdicts'

interface Guest {
  id: number
  code: string
}

interface GuestOptions {
  tag?: string
  ticket?: boolean
  enteredAt?: string
}

/** Unique surname of letters only. */
const newSurname = () =>
  `Vrat${randomBytes(4)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`

async function makeGuest(db: Sql, name: string, surname: string, options: GuestOptions = {}) {
  const { tag = 'Brucoši', ticket = true, enteredAt = null } = options
  const [row] = await db`
    insert into guests (name, surname, list_id, conf_code, bought_at, entered_at)
    select ${name}, ${surname}, id, ${ticket ? randomUuidV1() : null},
      ${ticket ? new Date() : null}, ${enteredAt}
    from guest_lists where name = ${tag} returning id, conf_code as code`
  await recordArrivals(db)
  return row as Guest
}

async function isInside(db: Sql, id: number) {
  const [row] = await db`select entered_at from guests where id = ${id}`
  return row?.entered_at !== null
}

const box = (page: Page) => page.getByLabel('Ime, prezime ili kod')
const guestButton = (page: Page, name: string) => page.getByRole('button', { name })
const verdict = (page: Page, kind: string) => page.locator(`[data-verdict=${kind}]`)
const entrySwitch = (page: Page) => page.getByRole('switch', { name: 'Ulaz' })

/** Opens the entry screen in the admin area, with its roster loaded. */
async function open(page: Page) {
  await recordVerdicts(page)
  await page.goto('/admin/entry')
  await expect(box(page)).toBeEditable()
  await expect(page.getByText(/· popis prije/)).toBeVisible()
}

async function find(page: Page, text: string) {
  await box(page).fill(text)
  await box(page).press('Enter')
}

async function choose(page: Page, name: string, surname: string) {
  await find(page, surname)
  await guestButton(page, name).click()
}

test.beforeAll(freshFestival)

// Rule 6.1: search, results and guest panel of the gate.
test('the gate finds guests by name, tag, sponsor and code, and shows their state', async ({
  page,
  db,
  signIn,
}) => {
  const [surname, sponsor] = [newSurname(), newSurname()]
  const slug = randomUuidV1()
  await addSponsors(db, 1)
  await db`
    update sponsors set name = ${sponsor}, slug = ${slug} where id = (select max(id) from sponsors)`
  await signIn(page, 2)
  await open(page)
  const dunja =
    await test.step('a guest who is added during a search appears in the results', async () => {
      await find(page, surname)
      await expect(page.getByText('Nema takvog gosta na popisu.')).toBeVisible()
      const guest = await makeGuest(db, 'Dunja', surname)
      await expect(guestButton(page, `Dunja ${surname}`)).toBeVisible()
      return guest
    })

  await test.step('guests inside are shown with their time of entry, and guests without a ticket are marked', async () => {
    await makeGuest(db, 'Ćiril', surname, { tag: 'VIP', enteredAt: '2026-01-05T21:15:00Z' })
    await makeGuest(db, 'Berta', surname, { tag: sponsor, ticket: false })
    await expect(page.getByText('Prikazano gostiju: 3.')).toBeVisible()
    await expect(guestButton(page, 'Ćiril')).toContainText('Unutra od 05.01.2026. 22:15')
    await expect(guestButton(page, 'Berta')).toContainText('Nema kartu')
  })

  await test.step('a tag or a sponsor filters the guests, and the option ... removes the filter', async () => {
    const tag = page.getByLabel('Tag')
    await tag.selectOption({ label: 'VIP' })
    await expect(page.getByText('Prikazan 1 gost.')).toBeVisible()
    await expect(guestButton(page, 'Ćiril')).toBeVisible()
    await tag.selectOption({ label: sponsor })
    await expect(guestButton(page, 'Berta')).toContainText(sponsor)
    await expect(page.getByText('Prikazan 1 gost.')).toBeVisible()
    await tag.selectOption({ label: '...' })
    await expect(page.getByText('Prikazano gostiju: 3.')).toBeVisible()
  })

  await test.step('the page does not contain the sponsor slug', async () => {
    expect(await page.content()).not.toContain(slug)
  })

  await test.step('a confirmation code typed by hand finds its guest', async () => {
    await box(page).fill(dunja.code.toUpperCase())
    await entrySwitch(page).click()
    await expectVerdict(page, 'admitted')
    await expect.poll(() => isInside(db, dunja.id)).toBe(true)
  })
})

// Rules 6.2 and 14.1: when a search starts.
test('the search needs a whole JMBAG, ignores a late response and waits for typing', async ({
  page,
  db,
  signIn,
}) => {
  const surname = newSurname()
  const { id } = await makeGuest(db, 'Dunja', surname)
  const [whole, other] = ['0036599871', '0036599870']
  await db`update guests set jmbag = null where jmbag = ${whole}`
  await db`update guests set jmbag = ${whole} where id = ${id}`
  await page.clock.install()
  await signIn(page, 2)
  await open(page)
  const dunja = guestButton(page, `Dunja ${surname}`)
  await test.step('a JMBAG is searched only when it is complete', async () => {
    await find(page, '659987')
    await expect(page.getByText('cijeli JMBAG')).toBeVisible()
    await find(page, whole)
    await expect(dunja).toBeVisible()
  })

  await test.step('a late response to an earlier search is ignored', async () => {
    await box(page).fill('')
    const { bodies, release } = await holdRequests(page, new RegExp(`search=${other}`))
    await find(page, other)
    await expect.poll(() => bodies.length).toBeGreaterThan(0)
    await find(page, 'Nitkonić')
    await expect(page.getByText('Nema takvog gosta na popisu.')).toBeVisible()
    release()
    await waitForIdle(page)
    await expect(page.getByText('Nema takvog gosta na popisu.')).toBeVisible()
  })

  await test.step('two letters start no search, even after a minute', async () => {
    await find(page, 'Vr')
    await page.clock.runFor(60_000)
    await expect(page.getByText('Upišite barem 3 slova')).toBeVisible()
  })

  await test.step('a name is searched one second after its last letter', async () => {
    // Pauses the clock of the page, so that the speed of the machine has no effect.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await box(page).fill(surname)
    await page.clock.runFor(900)
    await expect(dunja).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(dunja).toBeVisible()
  })

  await test.step('Enter starts the search at once', async () => {
    await find(page, 'Nitkonić')
    await expect(page.getByText('Nema takvog gosta na popisu.')).toBeVisible()
  })
})

// Rule 6.29: a hand scanner works wherever the focus is.
test('a hand scanner finds its guest wherever the focus is', async ({ page, db, signIn }) => {
  const surname = newSurname()
  const guests = []
  for (const name of ['Ana', 'Dunja', 'Iva']) guests.push(await makeGuest(db, name, surname))
  const [ana, dunja, iva] = guests as [Guest, Guest, Guest]
  const panel = page.getByRole('complementary')
  const heading = (name: string) => panel.getByRole('heading', { name })
  await signIn(page, 2)
  await open(page)
  await expect(page.locator('[data-network=well]')).toBeVisible()
  await test.step('tickets are read one after another, each directly after an admission', async () => {
    for (const [name, { code }] of [
      ['Ana', ana],
      ['Dunja', dunja],
    ] as const) {
      await typeCode(page, code)
      await expect(heading(`${name} ${surname}`)).toBeVisible()
      await expect(page.getByText('Ima kartu, može ući')).toBeVisible()
      await entrySwitch(page).click()
      await expectVerdict(page, 'admitted', `${name} ${surname}`)
    }
    for (const { id } of [ana, dunja]) await expect.poll(() => isInside(db, id)).toBe(true)
  })

  await test.step('a ticket read a second time shows that its guest is inside, and closes the verdict', async () => {
    await typeCode(page, dunja.code)
    await expect(panel.getByText('Unutra od')).toBeVisible()
    await expect(page.locator('[data-verdict]')).toHaveCount(0)
  })

  await test.step('a code typed with a German keyboard layout is recognized', async () => {
    // Typed by a hand scanner set to a German keyboard layout, after the prefix of its code type.
    await typeCode(page, `+Q1${iva.code.replaceAll('-', 'ß')}`)
    await expect(heading(`Iva ${surname}`)).toBeVisible()
  })

  await test.step('an unknown code clears the guest panel', async () => {
    await typeCode(page, randomUuidV1())
    await expect(page.getByText('ali kod nije u bazi podataka')).toBeVisible()
    await expect(heading('Gost nije odabran')).toBeVisible()
  })

  await test.step('a code garbled by a wrong keyboard layout shows the cause, and clears the guest panel', async () => {
    await typeCode(page, iva.code)
    await expect(heading(`Iva ${surname}`)).toBeVisible()
    await typeCode(page, iva.code.replaceAll('1', '&').replaceAll('-', ')'))
    await expect(page.getByText('krivi mu je raspored tipkovnice')).toBeVisible()
    await expect(heading('Gost nije odabran')).toBeVisible()
  })

  await test.step('text typed with the focus on another element goes into the search box', async () => {
    const [scan, tag] = [
      page.getByRole('button', { name: 'Skeniraj kartu' }),
      page.getByLabel('Tag'),
    ]
    for (const elsewhere of [scan, tag]) {
      await box(page).fill('')
      await elsewhere.focus()
      await page.keyboard.type('Dunja')
      await expect(box(page)).toHaveValue('Dunja')
      await expect(tag).toHaveValue('')
    }
  })
})

// Rule 6.10: the switch Ulaz admits and lets out.
test('the gate admits and lets out by name, and refuses a guest without a ticket', async ({
  page,
  db,
  signIn,
}) => {
  const surname = newSurname()
  const dunja = await makeGuest(db, 'Dunja', surname)
  const berta = await makeGuest(db, 'Berta', surname, { ticket: false })
  await signIn(page, 4)
  await open(page)
  await test.step('the entry switch needs a selected guest, and the ticket switch is disabled', async () => {
    await expect(entrySwitch(page)).toBeDisabled()
    await choose(page, 'Dunja', surname)
    await expect(entrySwitch(page)).toBeEnabled()
    await expect(page.getByRole('switch', { name: 'Karta' })).toBeDisabled()
  })

  await test.step('a guest with a ticket is admitted', async () => {
    await entrySwitch(page).click()
    await expectVerdict(page, 'admitted', 'Ulaz')
    await expect(verdict(page, 'admitted')).toHaveCount(0)
    await expect(entrySwitch(page)).toBeChecked()
    await expect.poll(() => isInside(db, dunja.id)).toBe(true)
  })

  await test.step('a guest is let out only after a confirmation', async () => {
    await entrySwitch(page).click()
    await page.getByRole('button', { name: 'Odustani' }).click()
    await expect.poll(() => isInside(db, dunja.id)).toBe(true)
    await entrySwitch(page).click()
    await page.getByRole('button', { name: 'Pusti van' }).click()
    await expect(entrySwitch(page)).not.toBeChecked()
    await expect.poll(() => isInside(db, dunja.id)).toBe(false)
  })

  await test.step('a guest without a ticket is refused until the override is pressed', async () => {
    await guestButton(page, 'Berta').click()
    await entrySwitch(page).click()
    await expect(verdict(page, 'no_ticket')).toContainText('Nema kartu')
    await page.getByRole('button', { name: 'Ne puštaj' }).click()
    await expect.poll(() => isInside(db, berta.id)).toBe(false)
    await entrySwitch(page).click()
    await page.getByRole('button', { name: 'Ipak pusti bez karte' }).click()
    await expectVerdict(page, 'admitted', `Berta ${surname}`)
    await expect.poll(() => isInside(db, berta.id)).toBe(true)
  })
})

test('a press on the entry toggle after another phone admitted the guest shows that the guest is inside', {
  tag: '@full',
}, async ({ page, db, browser, baseURL, signIn }) => {
  const surname = newSurname()
  const guest = await makeGuest(db, 'Dunja', surname)
  const other = await browser.newContext({ baseURL, viewport: { width: 360, height: 780 } })
  const phone = await other.newPage()
  await signIn(page, 4)
  await signIn(phone, 2)
  for (const gatePage of [page, phone]) {
    await open(gatePage)
    await choose(gatePage, 'Dunja', surname)
  }
  // Presses the switch on the second phone as soon as the admission by the first phone appears
  // there.
  await entrySwitch(phone).evaluate((element: HTMLElement) => {
    new MutationObserver((_, observer) => {
      observer.disconnect()
      element.click()
    }).observe(element, { attributeFilter: ['aria-checked'] })
  })
  await entrySwitch(page).click()
  await expectVerdict(page, 'admitted')
  await expectVerdict(phone, 'inside')
  for (const gatePage of [page, phone]) await expect(entrySwitch(gatePage)).toBeChecked()
  expect(await db`select from duplicate_admissions where guest_id = ${guest.id}`).toHaveLength(0)
  await other.close()
})

test('a missing ticket is shown above the buttons on every screen', { tag: '@full' }, async ({
  page,
  db,
  signIn,
}) => {
  const surname = `Zaista-Dugačko ${newSurname()}`
  await makeGuest(db, 'Berta', surname, { ticket: false })
  await signIn(page, 2)
  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page)
  await choose(page, 'Berta', surname)
  for (const [width, height] of [
    [1366, 768],
    [1440, 900],
    [360, 640],
    [740, 360],
  ] as const)
    await test.step(`at ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await entrySwitch(page).click()
      const name = verdict(page, 'no_ticket').getByText(`Berta ${surname}`)
      await expect(name).toBeInViewport({ ratio: 1 })
      const notice = await verdict(page, 'no_ticket').getByText('Nema kartu').boundingBox()
      expect(notice?.height).toBeGreaterThan(48)
      const press = page.getByRole('button', { name: 'Ne puštaj' })
      const [nameBox, button] = [await name.boundingBox(), await press.boundingBox()]
      if (!nameBox || !button) throw new Error('neither has a place')
      expect(nameBox.y + nameBox.height <= button.y || nameBox.x + nameBox.width <= button.x).toBe(
        true,
      )
      await press.click()
    })
})

test.describe('the scanner', () => {
  test.use({ viewport: { width: 360, height: 780 } })
  test.beforeEach(async ({ page, signIn }) => signIn(page, 2))

  const scanButton = (page: Page) => page.getByRole('button', { name: 'Skeniraj kartu' })

  /** Dismisses a verdict that is still shown. */
  async function dismiss(page: Page) {
    const next = page.getByRole('button', { name: 'Sljedeći gost' })
    await next.evaluateAll(([button]) => (button as HTMLElement | undefined)?.click())
    await expect(page.locator('[data-verdict]')).toHaveCount(0)
  }

  /** Opens the gate and its scanner on a fast network. */
  async function openScanner(page: Page) {
    const showCode = await canvasCamera(page)
    // Waits for the first requests of the page, because a slow one would make the phone decide
    // offline.
    const streaming = page.waitForRequest('**/api/gate/stream?**')
    await open(page)
    await streaming
    await expect(page.locator('[data-network=well]').first()).toBeVisible()
    await scanButton(page).click()
    await expect(page.getByText('Uperite kameru u QR kod')).toBeVisible()
    return showCode
  }

  // Rules 6.5 and 6.6: texts that are no code, and unknown codes.
  test('the scanner scans guests one after another and distinguishes refusals', async ({
    page,
    db,
    as,
  }) => {
    await awaitDayBoundary()
    const [surname, enteredAt] = [newSurname(), '2026-01-05T21:15:00Z']
    const dunja = await makeGuest(db, 'Dunja', surname)
    await db`update guests set note = 'kolica' where id = ${dunja.id}`
    const ciril = await makeGuest(db, 'Ćiril', surname, { enteredAt })
    const iva = await makeGuest(db, 'Iva', surname)
    const berta = await makeGuest(db, 'Berta', surname, { ticket: false })
    const [desk, path] = [await as(1), `/api/guests/${berta.id}/`]
    const { confCode: returned } = await (await desk.put(path, { data: { bought: '1' } })).json()
    await desk.put(path, { data: { bought: '0' } })
    await page.clock.install()
    const showCode = await openScanner(page)
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/gate/scan')) sent++
    })

    await test.step('a code that stays in view of the camera is sent only once', async () => {
      await showCode(dunja.code)
      await expectVerdict(page, 'admitted', 'Dunja')
      await expect.poll(() => isInside(db, dunja.id)).toBe(true)
      await expect(page.locator('[data-verdict]')).toHaveCount(0)
      expect(sent).toBe(1)
    })

    await test.step('the ticket of the next guest is read without a tap', async () => {
      await showCode(ciril.code)
      await expectVerdict(page, 'inside', 'Unutra od 05.01.2026. 22:15')
      await expect(page.getByText('Noćas propušteno: 1')).toBeVisible()
    })

    await test.step('a code shown again after ten seconds is reported as just admitted', async () => {
      await showCode(null)
      await dismiss(page)
      await page.clock.fastForward(10_000)
      await showCode(dunja.code)
      await expectVerdict(page, 'inside', 'Upravo propušten')
      await expect(page.getByText('Upravo propušten ·')).toBeVisible()
      await showCode(null)
    })

    await test.step('an unknown code, a text that is no code and a returned ticket get different verdicts', async () => {
      await showCode(randomUuidV1())
      await expectVerdict(page, 'unknown', 'ali kod nije u bazi podataka')
      await showCode('https://primjer.hr/letak')
      await expectVerdict(page, 'not_code', 'ne sadrži kod za potvrdu')
      await showCode(returned)
      await expectVerdict(page, 'returned', 'poništena')
      await showCode(null)
    })

    await test.step('a code typed by a hand scanner is read', async () => {
      expect((await readCode(page, iva.code)).kind).toBe('admitted')
      await expect.poll(() => isInside(db, iva.id)).toBe(true)
    })

    await test.step('the scanner lets out a guest who is inside, and refuses a guest who is outside', async () => {
      await dismiss(page)
      await page.getByRole('dialog').getByText('Izlaze').click()
      await expect(page.getByText('Izlaz: uperite kameru u QR kod')).toBeVisible()
      await showCode(ciril.code)
      await expectVerdict(page, 'left', 'Ćiril')
      await expect.poll(() => isInside(db, ciril.id)).toBe(false)
      await showCode(null)
      expect((await readCode(page, ciril.code)).kind).toBe('outside')
      await dismiss(page)
      await page.getByRole('dialog').getByText('Ulaze').click()
    })

    await test.step('the last guest opens with one press, and can be let out again', async () => {
      await readCode(page, dunja.code)
      await dismiss(page)
      const last = guestButton(page, 'Dunja')
      await expect(last).toContainText('kolica')
      await last.click()
      await entrySwitch(page).click()
      await page.getByRole('button', { name: 'Pusti van' }).click()
      await expect(entrySwitch(page)).not.toBeChecked()
      await expect.poll(() => isInside(db, dunja.id)).toBe(false)
      await expect(page.locator('[data-verdict]')).toHaveCount(0)
      await expect(page.getByRole('dialog', { name: 'Pustiti van?' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Zatvori' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('Back closes the scanner and stays on the search page, also without a network', async () => {
      await scanButton(page).click()
      const [address, close] = [page.url(), page.getByRole('button', { name: 'Zatvori skener' })]
      await expect(close).toBeVisible()
      await page.context().setOffline(true)
      await page.evaluate(() => history.back())
      await expect(close).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(page.url()).toBe(address)
      await page.context().setOffline(false)
      await scanButton(page).click()
      await close.click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Izbornik' })).toBeVisible()
    })

    await test.step('the scanner stays mute after a reload', async () => {
      const sound = page.getByRole('button', { name: 'Zvuk' })
      await scanButton(page).click()
      await expect(sound).toHaveAttribute('aria-pressed', 'true')
      await sound.click()
      await page.reload()
      await scanButton(page).click()
      await expect(sound).toHaveAttribute('aria-pressed', 'false')
    })
  })

  test('the direction can be changed in a browser that stores no settings', {
    tag: '@full',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await openScanner(page)
    await page.getByRole('dialog').getByText('Izlaze').click()
    await expect(page.getByText('Izlaz: uperite kameru u QR kod')).toBeVisible()
  })

  // Rule 6.18: an unknown ticket without a network.
  test('the gate works offline and uploads its passages when the network is back', {
    tag: '@full',
  }, async ({ page, db, context }) => {
    const [surname, jmbag] = [newSurname(), '0036599872']
    const guest = await makeGuest(db, 'Dunja', surname)
    await db`update guests set jmbag = null where jmbag = ${jmbag}`
    await db`update guests set jmbag = ${jmbag} where id = ${guest.id}`
    const showCode = await canvasCamera(page)
    await recordVerdicts(page)
    await test.step('a gate opened without a network loads by itself when the network is back', async () => {
      await page.route('**/api/gate/**', (route) => route.abort())
      await page.goto('/admin/entry')
      await expect(page.getByRole('heading', { name: 'Nema mreže' })).toBeVisible()
      await page.unroute('**/api/gate/**')
      await expect(box(page)).toBeEditable()
      await expect(page.getByText(/· popis prije/)).toBeVisible()
    })

    await test.step('a known ticket is admitted without a network, and an unknown ticket is reported as unknown', async () => {
      await scanButton(page).click()
      await expect(page.getByText('Uperite kameru u QR kod')).toBeVisible()
      await context.setOffline(true)
      await showCode(guest.code)
      await expectVerdict(page, 'admitted', 'Odlučeno bez mreže')
      await showCode(randomUuidV1())
      await expectVerdict(page, 'unknown_alone', 'Nepoznata karta, nema mreže')
      await showCode(null)
      await expect(page.getByText('čeka 2').first()).toBeVisible()
      expect(await isInside(db, guest.id)).toBe(false)
    })

    await test.step('without a network guests are found by name, and a search by JMBAG fails', async () => {
      // Waits until the page notices that it is offline. Before that, a request may still succeed
      // on an open connection.
      await expect(page.locator('[data-network=none]').first()).toBeVisible()
      await page.getByRole('button', { name: 'Zatvori skener' }).dispatchEvent('click')
      await find(page, jmbag)
      await expect(page.getByText('Greška prilikom pretraživanja.')).toBeVisible()
      await expect(box(page)).toHaveValue(jmbag)
      await find(page, surname)
      await expect(guestButton(page, 'Dunja')).toBeVisible()
      await find(page, jmbag)
      await expect(page.getByText('Greška prilikom pretraživanja.')).toBeVisible()
    })

    await test.step('a typed code that is missing from the roster is unknown while there is no network', async () => {
      await find(page, randomUuidV1())
      await expect(page.getByText('Karta je možda prodana nakon što je mreža')).toBeVisible()
      await expect(page.getByText('ali kod nije u bazi podataka')).toHaveCount(0)
      // The gate does not admit unknown tickets.
      await expect(page.getByRole('button', { name: 'Pusti i zabilježi' })).toHaveCount(0)
      await find(page, jmbag)
      await expect(page.getByText('Greška prilikom pretraživanja.')).toBeVisible()
    })

    await test.step('when the network is back, passages are sent and the search by JMBAG is repeated', async () => {
      await context.setOffline(false)
      await expect.poll(() => isInside(db, guest.id)).toBe(true)
      await expect(page.getByText(/čeka \d/)).toHaveCount(0)
      await expect(guestButton(page, 'Dunja')).toBeVisible()
    })
  })

  test('the gate closes when its user signs out or loses the privilege', async ({
    page,
    db,
    context,
    signIn,
  }) => {
    const guest = await makeGuest(db, 'Dunja', newSurname())
    const showCode = await openScanner(page)
    await test.step('the sign-out sends queued passages, and deletes the roster from the browser', async () => {
      await page.route('**/api/gate/**', (route) => route.abort())
      await showCode(guest.code)
      await expectVerdict(page, 'admitted', 'Odlučeno bez mreže')
      expect(await isInside(db, guest.id)).toBe(false)
      const office = await context.newPage()
      await office.goto('/admin/logout')
      await office.waitForURL('/admin/login')
      expect(await isInside(db, guest.id)).toBe(true)
      expect(await countGateRecords(office)).toEqual([0, 0, 0])
      await office.close()
      await page.unroute('**/api/gate/**')
      await page.getByRole('button', { name: 'Nastavi ovdje' }).click()
      await expect(page.getByRole('heading', { name: 'Kako na ulaz' })).toBeVisible()
    })

    await test.step('a user who has lost the privilege gets a message at the next ticket', async () => {
      await signIn(page, 2)
      await page.goto('/admin/entry')
      await expect(page.locator('[data-network=well]').first()).toBeVisible()
      await scanButton(page).click()
      await expect(page.getByText('Uperite kameru u QR kod')).toBeVisible()
      const demoted = await db`update users set privilege = 3 where privilege = 2 returning id`
      try {
        await showCode(randomUuidV1())
        await expect(page.getByRole('heading', { name: 'Više nemate ovlasti' })).toBeVisible()
        await expect(page.getByText('Javite se administratoru')).toBeVisible()
      } finally {
        const ids = demoted.map(({ id }) => id)
        await db`update users set privilege = 2 where id in ${db(ids)}`
      }
    })
  })

  test('the scanner resumes after the camera is lost, and shows a remedy if it cannot', {
    tag: '@full',
  }, async ({ page, db, context }) => {
    const surname = newSurname()
    const [first, second] = [
      await makeGuest(db, 'Dunja', surname),
      await makeGuest(db, 'Ana', surname),
    ]
    const showCode = await canvasCamera(page)
    await open(page)
    const alert = page.getByRole('dialog').getByRole('alert')
    const video = page.locator('video')
    const plays = () =>
      video.evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0)

    await test.step('the retry button loads the decoder when loading failed the first time', async () => {
      await context.setOffline(true)
      await scanButton(page).click()
      await expect(alert).toContainText('Čitač kodova se nije učitao.')
      await context.setOffline(false)
      await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
      await expect(page.getByText('Uperite kameru u QR kod')).toBeVisible()
    })

    await test.step('scanning resumes after the video is lost for a moment', async () => {
      await expect.poll(plays).toBe(true)
      await video.evaluate((video: HTMLVideoElement) => {
        Object.defineProperty(video, 'readyState', { value: video.HAVE_METADATA })
        video.dispatchEvent(new Event('waiting'))
      })
      await showCode(first.code)
      await expect.poll(() => isInside(db, first.id)).toBe(true)
      await showCode(null)
    })

    await test.step('scanning resumes after the camera is lost', async () => {
      await expect.poll(plays).toBe(true)
      await video.evaluate((video: HTMLVideoElement) => {
        const [track] = (video.srcObject as MediaStream).getTracks()
        track?.stop()
        track?.dispatchEvent(new Event('ended'))
      })
      await showCode(second.code)
      await expect.poll(() => isInside(db, second.id)).toBe(true)
      await showCode(null)
    })

    await test.step('a blocked camera shows a message that leads to the search by name', async () => {
      await page.getByRole('button', { name: 'Zatvori skener' }).dispatchEvent('click')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = async () => {
          throw new DOMException('', 'NotAllowedError')
        }
      })
      await scanButton(page).click()
      await expect(alert).toContainText('Kamera je blokirana.')
      await page.getByRole('button', { name: 'Traži po imenu' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(box(page)).toBeVisible()
    })
  })
})

for (const { name, viewport } of SCREEN_SIZES)
  test.describe(name, () => {
    test.use({ viewport })

    test('the gate and its scanner are accessible', { tag: '@full' }, async ({
      page,
      db,
      signIn,
    }) => {
      const surname = newSurname()
      await makeGuest(db, 'Dunja', surname)
      await makeGuest(db, 'Berta', surname, { ticket: false })
      const inside = await makeGuest(db, 'Ćiril', surname, { enteredAt: '2026-01-05T21:15:00Z' })
      await signIn(page, 2)
      const showCode = await canvasCamera(page)
      await open(page)
      await find(page, surname)
      await page.getByRole('button', { name: 'Berta' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Berta' }).click()
      await expectAccessible(page)
      await entrySwitch(page).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Ne puštaj' }).click()
      if (name === 'phone') await page.getByRole('button', { name: 'Zatvori' }).click()
      await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
      await page.getByText('Uperite kameru').waitFor()
      await expectAccessible(page)
      await showCode(inside.code)
      await verdict(page, 'inside').waitFor()
      await expectAccessible(page)
    })
  })
