// covers: components/admin/night lib/night
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { newPassageId } from '@/lib/admission/rules'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { awaitDayBoundary } from '../support/day-boundary'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdRequests } from '../support/hold'
import { startInstance } from '../support/instance'

const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function makeDevice(db: Sql, label: string, more: object = {}) {
  const row = {
    ...{ gate_id: 1, label, is_staff: false, secret_hash: Buffer.alloc(32) },
    ...{ ends_at: fromNow(300), last_seen_at: fromNow(0), ...more },
  }
  const [device] = await db`insert into gate_devices ${db(row)} returning id`
  return device?.id as string
}

async function addPassage(
  db: Sql,
  guest: number | null,
  verdict = 'admitted',
  minutes = 0,
  device: string | null = null,
) {
  const at = fromNow(-minutes)
  await db`insert into passages ${db({
    ...{
      id: newPassageId(Date.parse(at)),
      guest_id: guest,
      gate_id: 1,
      at,
      verdict,
      device_id: device,
    },
    ...{ direction: verdict === 'left' ? 'out' : 'in', decided: 'alone' },
  })}`
}

const makeGuests = async (db: Sql, count: number) => {
  const rows = await db<{ id: number }[]>`
    insert into guests (name, surname, list_id, bought_at, conf_code)
    select 'Gost', 'Prezimić ' || i, (select min(id) from guest_lists), now(), gen_random_uuid()
    from generate_series(1, ${count}) i returning id`
  return rows.map(({ id }) => id)
}

const figure = (page: Page) => page.locator('[data-figure="inside"]')

test.beforeAll(freshFestival)
test.beforeEach(async ({ db, signIn, page }) => {
  await awaitDayBoundary()
  await empty(db, 'guests', 'mails', 'gate_devices')
  await db`delete from gates where id > 1`
  await db`update night set capacity = 4`
  await signIn(page, 1)
})

test('the night board follows the gates and links to open issues', async ({
  page,
  db,
  context,
}) => {
  const [ana, bruno, ciril] = (await makeGuests(db, 3)) as [number, number, number]
  await page.goto('/admin/night')
  await expect(figure(page)).toHaveText('0')
  await expect(page.getByText(/^Uživo/)).toBeVisible()
  await expect(page.getByText('Ništa ne treba pažnju.')).toBeVisible()
  await test.step('an admitted guest is counted and named without a reload', async () => {
    await addPassage(db, ana)
    await expect(figure(page)).toHaveText('1')
    const occupancy = page.getByRole('region', { name: 'Unutra' })
    await expect(occupancy).toContainText('/ 4')
    await expect(occupancy).toContainText('25 %')
    const last = page.getByRole('region', { name: 'Zadnji ulasci' })
    await expect(last).toContainText('Gost Prezimić 1')
  })

  await test.step('exits and refusals are counted in the figures and in the chart', async () => {
    await addPassage(db, bruno)
    await addPassage(db, bruno, 'left')
    await addPassage(db, null, 'unknown')
    const refused = page.getByRole('region', { name: 'Odbijeni' })
    await expect(refused.locator('[data-reason="unknown"]')).toHaveText('Nepoznat kod 1')
    await expect(figure(page)).toHaveText('1')
    await expect(page.getByText('Još se očekuje')).toBeVisible()
    const chart = page.getByRole('slider', { name: 'Minuta na grafu ulaza' })
    const read = async (key: string) => {
      await chart.press(key)
      const text = (await chart.getAttribute('aria-valuetext')) ?? ''
      return (/ušlo (\d+), izašlo (\d+), odbijeno (\d+)$/.exec(text) ?? []).slice(1).map(Number)
    }
    // All passages are in the last minute of the chart or in the minute before it.
    await expect
      .poll(async () => {
        const last = await read('End')
        const before = await read('ArrowLeft')
        return last.map((count, i) => count + (before[i] ?? 0))
      })
      .toEqual([2, 1, 1])
    await chart.press('Home')
    await expect(chart).toHaveAttribute('aria-valuetext', /ušlo 0, izašlo 0, odbijeno 0$/)
  })

  await test.step('the board reports a lost connection, and shows the current figure after the reconnect', async () => {
    await context.setOffline(true)
    await expect(page.getByText(/^Veza prekinuta, stanje od/)).toBeVisible()
    await addPassage(db, ciril)
    await context.setOffline(false)
    await expect(figure(page)).toHaveText('2')
  })

  await test.step('open issues are listed, and a duplicate admission links to the gate board', async () => {
    const iva = await makeDevice(db, 'Iva', { last_seen_at: fromNow(-5.5) })
    await addPassage(db, ana, 'admitted', 4, iva)
    await db`insert into mails (template, to_mail, state) values ('message', 'a@b.hr', 'failed')`
    const issues = page.getByRole('region', { name: 'Treba nekoga' })
    await expect(issues.getByRole('link', { name: 'Neisporučeni mailovi: 1' })).toBeVisible()
    await expect(issues.getByRole('link', { name: /^Iva: Ne javlja se [56] min/ })).toBeVisible()
    await issues.getByRole('link', { name: 'Dvostruki ulazi: 1' }).click()
    await expect(page).toHaveURL('/admin/gates')
  })
})

test('the night board shows that the server is down, and current figures after the restart', {
  tag: '@full',
}, async ({ page, db, instance }) => {
  const { databaseUrl } = instance
  const own = await startInstance(databaseUrl)
  try {
    const [ana] = await makeGuests(db, 1)
    await page.goto(`${own.url}/admin/night`)
    await expect(figure(page)).toHaveText('0')
    await own.stop('SIGKILL')
    await expect(page.getByText(/^Veza prekinuta, stanje od \d\d:\d\d$/)).toBeVisible()
    await addPassage(db, ana as number)
    await expect(figure(page)).toHaveText('0')
    const again = await startInstance(databaseUrl, {}, own.port)
    try {
      await expect(figure(page)).toHaveText('1')
      await expect(page.getByText(/^Uživo/)).toBeVisible()
    } finally {
      await again.stop()
    }
  } finally {
    await own.stop()
  }
})

test('the night board redirects to the sign-in page after the user’s session has ended', {
  tag: '@full',
}, async ({ page, db }) => {
  await page.goto('/admin/night')
  await expect(figure(page)).toHaveText('0')
  await page.context().clearCookies()
  await db`update auth_sessions set ended_at = now()`
  await expect(page).toHaveURL(/\/admin\/login/, { timeout: 60_000 })
})

test('the night board is usable while the script of the charts loads', { tag: '@full' }, async ({
  page,
}) => {
  const board = await holdRequests(page, '**/api/night/stream/')
  await page.goto('/admin/night')
  await expect(page.getByText('Dohvaćamo stanje…')).toBeVisible()
  // The button works, so the page has loaded its first scripts.
  await page.getByRole('button', { name: 'Postavke noći' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Odustani' }).click()
  const scripts = await holdRequests(page, '**/_next/static/chunks/*.js')
  board.release()
  await expect(figure(page)).toHaveText('0')
  await expect(page.getByRole('link', { name: 'Pričuvni paket' })).toBeVisible()
  await expect(page.getByRole('figure')).toBeHidden()
  scripts.release()
  await expect(page.getByRole('figure')).toBeVisible()
})

test('the night board fills a large display without scrolling, admin layout and surnames', async ({
  page,
  db,
}) => {
  await db`insert into gates (name) values ('Sjever'), ('Jug')`
  for (const id of await makeGuests(db, 14)) await addPassage(db, id, 'admitted', id % 30)
  for (let i = 0; i < 12; i++) await addPassage(db, null, i % 2 ? 'unknown' : 'returned', i)
  for (const label of ['Iva', 'Ante', 'Luka', 'Mia'])
    await makeDevice(db, label, { last_seen_at: fromNow(-5) })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/admin/night?wall')
  await expect(figure(page)).toHaveText('14')
  await expect(page.getByRole('navigation', { name: 'Uprava' })).toBeHidden()
  const overflow = await page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
    return [scrollHeight - clientHeight, scrollWidth - clientWidth]
  })
  expect(overflow).toEqual([0, 0])
  for (const slider of await page.getByRole('slider').all()) {
    const box = await slider.boundingBox()
    expect(box?.height).toBeGreaterThan(60)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(1080)
  }
  // A large display shows no surnames, because everybody in the room can read it.
  await expect(page.getByRole('region', { name: 'Zadnji ulasci' })).not.toContainText('Prezimić')
  await page.getByRole('link', { name: 'Zatvori projekciju' }).click()
  await expect(page.getByRole('navigation', { name: 'Uprava' })).toBeVisible()
})

for (const { name, ...options } of SCREEN_SIZES)
  test.describe(`on a ${name}`, () => {
    test.use(options)
    test('the night board is accessible', { tag: '@full' }, async ({ page, db }) => {
      await db`insert into gates (name, capacity) values ('Jug', 10)`
      const guests = await makeGuests(db, 4)
      for (const id of guests) await addPassage(db, id, 'admitted', 2)
      await addPassage(db, guests[0] as number, 'admitted', 1)
      await addPassage(db, null, 'unknown', 1)
      await makeDevice(db, 'Iva', { last_seen_at: fromNow(-5) })
      await page.goto('/admin/night')
      await expect(figure(page)).toHaveText('4')
      await expect(page.getByRole('slider')).toHaveCount(2)
      await expectAccessible(page)
      await page.goto('/admin/night?wall')
      await expect(figure(page)).toHaveText('4')
      await expectAccessible(page)
    })
  })
