// covers: components/gate app/ulaz lib/gate lib/admission
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import postgres from 'postgres'
import { randomUuidV1 } from '@/db/uuid'
import { TEST_BROWSER_ARGS } from '@/playwright.config'
import { newDatabase } from '../support/database'
import { addPassages } from '../support/factories'
import { startFakeNetwork } from '../support/fake-network'
import { countGateRecords } from '../support/gate-records'
import { readCode } from '../support/hand-scanner'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { expectVerdict, recordVerdicts } from '../support/verdicts'

const PHONE = { width: 360, height: 780 }
const DISTRICTS = ['Aljmaš', 'Bribir', 'Cavtat', 'Daruvar', 'Erdut', 'Fužine', 'Gračac', 'Hvar']

test.use({ serviceWorkers: 'allow' })

let network: Awaited<ReturnType<typeof startFakeNetwork>>
let database: string
let site: Instance
let sql: postgres.Sql

const start = async () => {
  site = await startInstance(database, { PUBLIC_URL: network.url })
  network.connectTo(site.port)
}

test.beforeAll(async () => {
  network = await startFakeNetwork()
  database = await newDatabase()
  sql = postgres(database, { max: 2, onnotice: () => {} })
  await start()
})
test.beforeEach(() => network.setCondition('well'))
test.afterAll(async () => {
  network?.stop()
  await site?.stop()
  await sql?.end()
})

interface Guest {
  id: number
  name: string
  surname: string
  code: string
}

/** Guests with tickets, 25 per surname, so that a search shows all of them. */
async function makeGuests(count: number, family: string): Promise<Guest[]> {
  const rows = Array.from({ length: count }, (_, i) => ({
    name: `Gost${String.fromCharCode(97 + (i % 25))}`,
    surname: `${family}${DISTRICTS[Math.floor(i / 25) % 8]}${String.fromCharCode(97 + Math.floor(i / 200))}`,
    conf_code: randomUuidV1(),
  }))
  const made = await sql<{ id: number; code: string }[]>`
    insert into guests (name, surname, conf_code, list_id, bought_at)
    select r.name, r.surname, r.conf_code, 1, now()
    from jsonb_to_recordset(${sql.json(rows)}) r (name text, surname text, conf_code uuid)
    returning id, conf_code as code`
  return made.map((row, i) => ({ ...row, ...(rows[i] as { name: string; surname: string }) }))
}

async function signIn(page: Page, privilege = 2) {
  const cookie = await demoCookie(site.url, privilege)
  const pairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s) as [string, string])
  await page.context().addCookies(pairs.map(([name, value]) => ({ name, value, url: network.url })))
}

/** Staff phone with its scanner open. */
async function phone(browser: Browser, prepare?: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({ viewport: PHONE, locale: 'hr-HR' })
  const page = await context.newPage()
  await prepare?.(page)
  await signIn(page)
  await page.goto(`${network.url}/ulaz`)
  await openScanner(page)
  return page
}

async function openScanner(page: Page) {
  await expect(page.getByText(/· popis prije/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
  await expect(page.getByRole('dialog', { name: 'Skener' })).toBeVisible()
}

/** Waits until the service worker has cached the page and serves it. */
const waitForServiceWorker = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
  })

const waitForDelivery = (page: Page) =>
  expect(page.getByRole('dialog').getByText(/čeka \d/)).toHaveCount(0, { timeout: 90_000 })

const passagesOf = (guest: Guest) =>
  sql`select verdict, at, decided from passages where guest_id = ${guest.id} order by at, id`
const isInside = async ({ id }: Guest) =>
  (await sql`select 1 from guests where id = ${id} and entered_at is not null`).length === 1

test('five phones lose no passage and find each duplicate in a night with network faults', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(600_000)
  const guests = await makeGuests(430, 'Oluja')
  const pages = await Promise.all(Array.from({ length: 5 }, () => phone(browser)))
  // The code of every sixth guest is scanned again on another phone.
  const scans = guests.flatMap((guest, i) => [
    { guest, by: i % 5 },
    ...(i % 6 === 0 && i < 420 ? [{ guest, by: (i + 1 + (i % 4)) % 5 }] : []),
  ])
  expect(scans).toHaveLength(500)
  const shown = new Map<number, string[]>()
  const scanPart = async (from: number, to: number) => {
    const part = scans.slice(from, to)
    await Promise.all(
      pages.map(async (page, n) => {
        for (const { guest, by } of part) {
          if (by !== n) continue
          const { kind } = await readCode(page, guest.code)
          shown.set(guest.id, [...(shown.get(guest.id) ?? []), kind])
        }
      }),
    )
  }
  await scanPart(0, 100)
  await site.stop('SIGKILL')
  await scanPart(100, 200)
  await start()
  network.setCondition('slow')
  await scanPart(200, 300)
  network.setCondition('losing')
  await scanPart(300, 400)
  network.setCondition('cut')
  await scanPart(400, 450)
  network.setCondition('well')
  await scanPart(450, 500)
  for (const page of pages) await waitForDelivery(page)

  const kinds = [...shown.values()].flat()
  expect(kinds).toHaveLength(500)
  // A phone that has not received the passage of another phone admits the guest again. So the
  // verdict 'inside' may be missing, but no other verdict is possible.
  expect(['admitted', 'inside']).toEqual(expect.arrayContaining([...new Set(kinds)]))
  // Each displayed admission is stored exactly once, and there are no others.
  const counted = await sql<{ guest: number; n: number }[]>`
    select guest_id as guest, count(*)::int as n from passages p where verdict = 'admitted'
      and not exists (select 1 from passages t where t.voids = p.id)
    group by guest_id`
  const admitted = [...shown].map(([id, kinds]) => [
    id,
    kinds.filter((kind) => kind === 'admitted').length,
  ])
  expect(new Map(counted.map(({ guest, n }) => [guest, n]))).toEqual(
    new Map(admitted as [number, number][]),
  )
  const doubles = await sql<{ guest: number }[]>`select guest_id as guest from duplicate_admissions`
  expect(doubles.map(({ guest }) => guest).sort()).toEqual(
    admitted.flatMap(([id, n]) => (n === 2 ? [id] : [])).sort(),
  )
  expect(doubles.length).toBeGreaterThan(0)

  // Every phone shows every guest as inside.
  for (const page of pages) {
    await page.getByRole('button', { name: 'Zatvori skener' }).dispatchEvent('click')
    for (const surname of new Set(guests.map(({ surname }) => surname))) {
      await page.getByLabel('Ime, prezime ili kod').fill(surname)
      await page.getByLabel('Ime, prezime ili kod').press('Enter')
      const rows = page.getByRole('listitem').filter({ hasText: surname })
      const size = guests.filter((guest) => guest.surname === surname).length
      await expect(rows.filter({ hasText: 'Unutra od' })).toHaveCount(size)
    }
    await page.context().close()
  }
})

test('the gate opens, admits and keeps its passages while the server is down', async ({
  browser,
}) => {
  const [guest, other] = (await makeGuests(2, 'Mrak')) as [Guest, Guest]
  const page = await phone(browser)
  await waitForServiceWorker(page)
  await test.step('a guest is admitted while the server is down', async () => {
    await site.stop('SIGKILL')
    expect((await readCode(page, guest.code)).kind).toBe('admitted')
  })

  await test.step('after a reload the phone knows the guests inside and the unsent passages', async () => {
    await page.reload()
    await openScanner(page)
    await expect(page.getByText('čeka 1').first()).toBeVisible()
    expect((await readCode(page, guest.code)).kind).toBe('inside')
    expect((await readCode(page, other.code)).kind).toBe('admitted')
  })

  const later = await page.context().newPage()
  await test.step('another tab knows the unsent passages after the first tab is closed', async () => {
    await page.close()
    await later.goto(`${network.url}/ulaz`)
    await openScanner(later)
    await expect(later.getByText('čeka 3').first()).toBeVisible()
  })

  await test.step('all passages are sent when the server is back', async () => {
    await start()
    await waitForDelivery(later)
    expect([await isInside(guest), await isInside(other)]).toEqual([true, true])
  })
  await later.context().close()
})

// Rule 6.15: an offline decision is on the disk of the phone before its verdict is shown.
test('a phone loses no passage when its browser is killed', { tag: '@full' }, async () => {
  const [guest] = (await makeGuests(1, 'Pad')) as [Guest]
  const profile = mkdtempSync(join(tmpdir(), 'phone-'))
  const open = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM_PATH,
      args: TEST_BROWSER_ARGS,
      viewport: PHONE,
      locale: 'hr-HR',
    })
    return context.pages()[0] as Page
  }
  try {
    const page = await open()
    await signIn(page)
    await page.goto(`${network.url}/ulaz`)
    await openScanner(page)
    await waitForServiceWorker(page)
    network.setCondition('cut')
    expect((await readCode(page, guest.code)).kind).toBe('admitted')
    const closed = page.context().waitForEvent('close')
    const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
    const main = processes.find(
      (line) => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='),
    )
    process.kill(Number.parseInt(main ?? '', 10), 'SIGKILL')
    await closed
    const again = await open()
    // A killed browser may have lost a cookie that it just received, but not its passages.
    await again.context().clearCookies()
    await again.goto(`${network.url}/ulaz`)
    await openScanner(again)
    await expect(again.getByText('čeka 1').first()).toBeVisible()
    expect((await readCode(again, guest.code)).kind).toBe('inside')
    network.setCondition('well')
    await expect(again.getByRole('heading', { name: /više nije prijavljen/ })).toBeVisible()
    await signIn(again)
    await again.goto(`${network.url}/ulaz`)
    await openScanner(again)
    await waitForDelivery(again)
    await expect.poll(() => isInside(guest)).toBe(true)
    await again.context().close()
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  }
})

test('a phone updates to a new release only with the scanner closed and the queue empty', {
  tag: '@full',
}, async ({ browser }) => {
  const [guest] = (await makeGuests(1, 'Novo')) as [Guest]
  const page = await phone(browser)
  await waitForServiceWorker(page)
  const offer = page.getByRole('button', { name: 'Osvježi' })
  const worker = await (await fetch(`${network.url}/ulaz-sw.js`)).text()
  const release = /RELEASE = '([^']+)'/.exec(worker)?.[1] as string
  network.release(release, 'another-release')
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    while (!registration.waiting) await new Promise(requestAnimationFrame)
  })
  network.setCondition('cut')
  expect((await readCode(page, guest.code)).kind).toBe('admitted')
  await page.getByRole('button', { name: 'Zatvori skener' }).dispatchEvent('click')
  await expect(page.getByText('čeka 1').first()).toBeVisible()
  await expect(offer).toHaveCount(0)
  network.setCondition('well')
  const loaded = page.waitForEvent('load')
  await offer.click()
  await loaded
  await page.getByRole('button', { name: 'Ovaj uređaj' }).click()
  await expect(page.getByText('another-release')).toBeVisible()
  expect(await page.evaluate(() => caches.keys())).toEqual(['ulaz-another-release'])
  expect(await isInside(guest)).toBe(true)
  network.release('', '')
  await page.context().close()
})

test('a phone works in memory and shows a warning when the browser stores nothing', {
  tag: '@full',
}, async ({ browser }) => {
  const [guest] = (await makeGuests(1, 'Magla')) as [Guest]
  const page = await phone(browser, (page) =>
    page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('', 'SecurityError')
      }
    }),
  )
  await expect(page.getByText('Preglednik ne sprema podatke.').first()).toBeVisible()
  network.setCondition('cut')
  expect((await readCode(page, guest.code)).kind).toBe('admitted')
  expect((await readCode(page, guest.code)).kind).toBe('inside')
  network.setCondition('well')
  await waitForDelivery(page)
  expect(await isInside(guest)).toBe(true)
  await page.context().close()
})

test('a phone shows verdicts while writing to its storage hangs', { tag: '@full' }, async ({
  browser,
}) => {
  const [guest] = (await makeGuests(1, 'Led')) as [Guest]
  const page = await phone(browser, (page) =>
    page.addInitScript(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...args) {
        return this.name === 'passages' ? (new Promise(() => {}) as never) : put.apply(this, args)
      }
    }),
  )
  network.setCondition('cut')
  expect((await readCode(page, guest.code)).kind).toBe('admitted')
  expect((await readCode(page, guest.code)).kind).toBe('inside')
  network.setCondition('well')
  await waitForDelivery(page)
  expect(await isInside(guest)).toBe(true)
  await page.context().close()
})

test('a phone whose clock is two hours slow records passages at the right time', {
  tag: '@full',
}, async ({ browser }) => {
  const [guest, early] = (await makeGuests(2, 'Sat')) as [Guest, Guest]
  await addPassages(sql, [early.id], 'in', new Date(Date.now() - 3.1 * 3_600_000).toISOString())
  const page = await phone(browser, (page) =>
    page.clock.install({ time: Date.now() - 2 * 3_600_000 }),
  )
  await waitForDelivery(page)
  network.setCondition('cut')
  const before = Date.now()
  expect((await readCode(page, guest.code)).kind).toBe('admitted')
  network.setCondition('well')
  await waitForDelivery(page)
  const [passage] = await passagesOf(guest)
  expect(Math.abs(passage?.at.getTime() - before)).toBeLessThan(30_000)

  await test.step('the age of an admission three hours ago is right in the verdict and in the panel', async () => {
    expect((await readCode(page, early.code)).kind).toBe('inside')
    await expect(page.locator('[data-verdict=inside]')).toContainText('prije 3 h')
    await page.getByRole('button', { name: 'Zatvori skener' }).dispatchEvent('click')
    await page.getByLabel('Ime, prezime ili kod').fill(early.code)
    const panel = page.getByRole('dialog', { name: `${early.name} ${early.surname}` })
    await expect(panel).toContainText('prije 3 h')
    await panel.getByRole('button', { name: 'Zatvori' }).click()
  })

  await expect(page.getByText('Sat ovog uređaja kasni 2 h.')).toBeVisible()
  await page.context().close()
})

test('a phone warns of an old roster after two hours offline, and still admits guests', {
  tag: '@full',
}, async ({ browser }) => {
  const [guest] = (await makeGuests(1, 'Avion')) as [Guest]
  const page = await phone(browser, (page) => page.clock.install())
  network.setCondition('cut')
  await expect(page.getByText(/Bez mreže/).first()).toBeVisible()
  await page.clock.fastForward(2 * 3_600_000)
  await expect(page.getByText('Popis je star 120 min.').first()).toBeVisible()
  expect((await readCode(page, guest.code)).kind).toBe('admitted')
  network.setCondition('well')
  await waitForDelivery(page)
  expect(await isInside(guest)).toBe(true)
  await page.context().close()
})

// Rule 6.18: an unknown ticket without a network.
test('a phone without a network offers to admit a typed unknown ticket, if its gate allows it', {
  tag: '@full',
}, async ({ browser }) => {
  await sql`update gates set unknown_policy = 'admit'`
  try {
    const page = await phone(browser, recordVerdicts)
    await page.getByRole('button', { name: 'Zatvori skener' }).dispatchEvent('click')
    network.setCondition('cut')
    await page.getByLabel('Ime, prezime ili kod').fill(randomUuidV1())
    await page.getByRole('button', { name: 'Pusti i zabilježi' }).click()
    await expectVerdict(page, 'admitted', 'propušteno po pravilu ovog ulaza i zabilježeno')
    await expect(page.getByText('čeka 1').first()).toBeVisible()
    network.setCondition('well')
    await expect(page.getByText(/čeka \d/)).toHaveCount(0, { timeout: 90_000 })
    const passages = await sql`select verdict from passages where server_refusal = 'unknown'`
    expect(passages).toMatchObject([{ verdict: 'admitted' }])
    await page.context().close()
  } finally {
    await sql`update gates set unknown_policy = 'stop'`
  }
})

test('a volunteer’s phone is paired with a code that is valid once, and is revoked', async ({
  browser,
}) => {
  const admin = { cookie: await demoCookie(site.url, 1), origin: network.url }
  const pair = async () => {
    const made = await fetch(`${site.url}/api/gates/1/pairings`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ until: new Date(Date.now() + 3_600_000).toISOString() }),
    })
    return (await made.json()).url as string
  }
  const join = async (page: Page, url: string) => {
    await page.goto(url)
    await page.getByLabel('Ime').fill('Vesna')
    await page.getByRole('button', { name: 'Na ulaz' }).click()
  }
  const newPhone = async () =>
    (await browser.newContext({ viewport: PHONE, locale: 'hr-HR' })).newPage()
  const [guest, late] = (await makeGuests(2, 'Nova')) as [Guest, Guest]
  const page = await newPhone()
  const url = await pair()

  await test.step('the phone is paired, and admits a guest', async () => {
    await join(page, url)
    await openScanner(page)
    expect(page.url()).toBe(`${network.url}/ulaz`)
    expect((await readCode(page, guest.code)).kind).toBe('admitted')
  })

  await test.step('a used pairing code is rejected', async () => {
    const other = await newPhone()
    await join(other, url)
    await expect(other.getByRole('main').getByRole('alert')).toContainText('već iskorišten')
    await other.context().close()
  })

  await test.step('a revoked phone shows a message, sends its queued passages, and deletes its data', async () => {
    network.setCondition('cut')
    expect((await readCode(page, late.code)).kind).toBe('admitted')
    await sql`update gate_devices set revoked_at = now() where revoked_at is null`
    network.setCondition('well')
    await expect(page.getByRole('heading', { name: 'Uređaj je odjavljen s ulaza' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Otvori ulaz ponovno' })).toBeVisible()
    expect([await isInside(guest), await isInside(late)]).toEqual([true, true])
    expect(await countGateRecords(page)).toEqual([0, 0, 0])
  })

  await test.step('the phone is paired again with another code, and cannot search by JMBAG', async () => {
    await join(page, await pair())
    await page.getByLabel('Ime, prezime ili kod').fill('0036512345')
    await page.getByLabel('Ime, prezime ili kod').press('Enter')
    await expect(page.getByText('Po JMBAG-u traže samo prijavljeni.')).toBeVisible()
  })

  await test.step('the phone signs itself out, and then shows the instructions for pairing', async () => {
    await page.getByRole('button', { name: 'Ovaj uređaj' }).click()
    await page.getByRole('button', { name: 'Odjavi ovaj uređaj' }).click()
    const signedOut = page.getByRole('heading', { name: 'Uređaj je odjavljen', exact: true })
    await expect(signedOut).toBeVisible()
    await page.getByRole('button', { name: 'Otvori ulaz ponovno' }).click()
    await expect(page.getByRole('heading', { name: 'Kako na ulaz' })).toBeVisible()
  })
  await page.context().close()
})

test('a full venue is shown at every gate, and only an admin may admit more', async ({
  browser,
}) => {
  const limit = async (capacity: number | null) =>
    fetch(`${site.url}/api/night/`, {
      method: 'PUT',
      headers: {
        cookie: await demoCookie(site.url, 1),
        origin: network.url,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ capacity }),
    }).then(({ status }) => expect(status).toBe(200))
  await limit(null)
  await sql`delete from guests`
  const guests = await makeGuests(6, 'Gužva')
  const [a, b, c, d, e, f] = guests as [Guest, Guest, Guest, Guest, Guest, Guest]
  const [first, second] = [await phone(browser), await phone(browser)]
  const scan = async (page: Page, guest: Guest) => (await readCode(page, guest.code)).kind
  const occupancyNotice = (page: Page) =>
    page.getByRole('dialog', { name: 'Skener' }).locator('[data-fill]')
  const press = async (page: Page, guest: Guest) => {
    await page.getByLabel('Ime, prezime ili kod').fill(guest.surname)
    await page.getByLabel('Ime, prezime ili kod').press('Enter')
    await page.getByRole('listitem').filter({ hasText: guest.name }).click()
    await page.getByRole('switch', { name: 'Ulaz' }).click()
    await expect(page.locator('[data-verdict=full]')).toContainText('Unutra je 40 od 40.')
  }
  const override = (page: Page) => page.getByRole('button', { name: 'Ipak pusti, odgovaram za to' })

  await test.step('no warning is shown while there are free places', async () => {
    expect(await scan(first, a)).toBe('admitted')
    await limit(3)
    expect(await scan(second, b)).toBe('admitted')
    for (const page of [first, second]) await expect(occupancyNotice(page)).toHaveCount(0)
  })

  await test.step('both phones show that the venue is full, and the next guest is refused', async () => {
    expect(await scan(first, c)).toBe('admitted')
    for (const page of [first, second])
      await expect(occupancyNotice(page)).toContainText(/Puno\s*Unutra je 3 od 3/)
    expect(await scan(second, d)).toBe('full')
    await expect(second.locator('[data-verdict=full]')).toContainText(/Puno.*Unutra je 3 od 3/)
    expect(await isInside(d)).toBe(false)
  })

  await test.step('a higher capacity admits guests again, and the last two of forty places are shown', async () => {
    await limit(40)
    await expect(occupancyNotice(first)).toHaveCount(0)
    await sql`with made as (
      insert into guests (name, surname, list_id)
      select 'Gost', 'Guštara', 1 from generate_series(1, 35) returning id
    ) insert into passages (id, guest_id, direction, verdict, decided, at)
      select passage_id(now()), id, 'in', 'admitted', 'server', now() from made`
    for (const page of [first, second])
      await expect(occupancyNotice(page)).toContainText(/Mjesta još za 2\s*Unutra je 38 od 40/)
    expect(await scan(second, d)).toBe('admitted')
    expect(await scan(first, e)).toBe('admitted')
  })

  await test.step('a phone without a network refuses a guest when the venue was last known to be full', async () => {
    await expect(occupancyNotice(first)).toContainText('Unutra je 40 od 40')
    network.setCondition('cut')
    expect(await scan(first, f)).toBe('full')
    network.setCondition('well')
    await waitForDelivery(first)
  })

  await test.step('a user without the admin privilege has no override', async () => {
    await second.getByRole('button', { name: 'Zatvori skener' }).dispatchEvent('click')
    await press(second, f)
    await expect(override(second)).toHaveCount(0)
    await second.getByRole('button', { name: 'Neka pričeka' }).click()
  })

  await test.step('an admin overrides the refusal, and the activity log records the override', async () => {
    const context = await browser.newContext({ viewport: PHONE, locale: 'hr-HR' })
    const admins = await context.newPage()
    await recordVerdicts(admins)
    await signIn(admins, 1)
    await admins.goto(`${network.url}/ulaz`)
    await expect(admins.getByText(/· popis prije/).first()).toBeVisible()
    await press(admins, f)
    await override(admins).click()
    await expectVerdict(admins, 'admitted')
    const overrides = async () =>
      (
        await sql`select changes->'override'->>1 as label from activities where entity_id = ${String(f.id)}`
      ).map(({ label }) => label)
    // The activity entry may come late or twice: if the response of the server was late, the phone
    // admitted offline.
    await expect.poll(async () => [...new Set(await overrides())]).toEqual(['puno'])
    await context.close()
  })

  await test.step('no warning is shown without a capacity', async () => {
    await limit(null)
    await expect(occupancyNotice(first)).toHaveCount(0)
  })
  for (const page of [first, second]) await page.context().close()
})
