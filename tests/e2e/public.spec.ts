import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import sharp from 'sharp'
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { expectAccessible } from '../support/axe'
import { awaitDayBoundary } from '../support/day-boundary'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'

const HIDDEN: Record<string, string> = {
  ...Object.fromEntries(FLAGS.map((name) => [name, '0'])),
  TIMER_TIME: '',
}
const LIVE = { ...HIDDEN, COMINGSOON_VISIBILITY: '1' }

const menu = (page: Page) => page.getByRole('navigation', { name: 'Glavni izbornik' })
const name = (page: Page) => page.getByRole('heading', { level: 1, name: 'Brucošijada' })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** A performer and a sponsor with a picture, and everything that shows them made fresh. */
async function addProgramme(db: Sql, { visible = true } = {}) {
  const bytes = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#e4ff3a' },
  })
    .webp()
    .toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  await db`insert into images (hash, mime, width, height, bytes)
    values (${hash}, 'image/webp', 64, 64, ${bytes}) on conflict do nothing`
  await db`insert into lineup_items (name, slug, image_hash, visible, "order")
    values ('Probni Bend', 'probni-bend', ${hash}, ${visible}, 1)`
  await db`insert into sponsors (name, slug, url, image_hash, email, guest_cap, visible, "order")
    values ('Probni sponzor', ${randomUUID()}, 'https://sponzor.example', ${hash},
      'tajna@sponzor.example', 77, ${visible}, 1)`
  await makeFresh(db)
  return hash
}

const makeFresh = (db: Sql) =>
  db`select pg_notify('brucosijada_invalidate',
    ${JSON.stringify({ from: 'a test', tags: ['lineup', 'sponsors'] })})`

test.beforeAll(freshFestival)
test.beforeEach(async ({ db }) => {
  await empty(db, 'lineup_items', 'sponsors')
  await makeFresh(db)
})

test.describe('before the site is live', () => {
  test.beforeEach(({ setFlags }) => setFlags(HIDDEN))

  test('home is the coming-soon page, without a menu', async ({ page }) => {
    expect((await page.goto('/'))?.status()).toBe(200)
    await expect(name(page)).toBeVisible()
    await expect(page.getByText('Uskoro', { exact: true })).toBeVisible()
    await expect(menu(page)).toHaveCount(0)
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('every other page is not found, with status 404', async ({ page }) => {
    for (const address of ['/brucosi', '/nema-me', '/duboko/nigdje']) {
      expect((await page.goto(address))?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: '...OPA!' })).toBeVisible()
      await expect(page.getByText('Izgleda da tražena stranica ne postoji!')).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Na početnu' }).click()
    await expect(page).toHaveURL('/')
  })

  test('the sitemap names only the home page', async ({ request }) => {
    const sitemap = async () => (await request.get('/sitemap.xml')).text()
    await expect.poll(sitemap).not.toContain('/brucosi')
  })
})

test.describe('while the site is live', () => {
  test.beforeEach(({ setFlags }) => setFlags(LIVE))

  test('a flag changed through the API is seen by the very next request', async ({
    request,
    setFlags,
  }) => {
    const status = async () => (await request.get('/brucosi')).status()
    expect(await status()).toBe(200)
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    expect(await status()).toBe(404)
    await setFlags({ COMINGSOON_VISIBILITY: '1' })
    expect(await status()).toBe(200)
    expect(await (await request.get('/')).text()).not.toContain('href="/brucosi"')
    await setFlags({ ULAZNICA_VISIBILITY: '1' })
    expect(await (await request.get('/')).text()).toContain('href="/brucosi"')
    expect(await (await request.get('/sitemap.xml')).text()).toContain('/brucosi')
  })

  test('the ticket flag moves only the link to the pre-registration', async ({
    page,
    setFlags,
  }) => {
    await page.goto('/')
    await expect(menu(page)).toHaveCount(0)
    expect((await page.goto('/brucosi'))?.status()).toBe(200)
    await setFlags({ ULAZNICA_VISIBILITY: '1' })
    await page.goto('/')
    await menu(page).getByRole('link', { name: 'Brucoši' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Brucoši' })).toBeVisible()
  })

  test('the countdown needs its flag and a time, ticks, and says when it is over', async ({
    page,
    setFlags,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('timer')).toHaveCount(0)
    await setFlags({ TIMER_VISIBILITY: '1' })
    await page.goto('/')
    await expect(page.getByRole('timer')).toHaveCount(0)
    await setFlags({ TIMER_TIME: inDays(3.5) })
    await page.goto('/')
    const timer = page.getByRole('timer')
    await expect(timer).toContainText(/03\s*.*dana|dana\s*.*03/s)
    const first = await timer.textContent()
    await expect(timer).not.toHaveText(first ?? '')
    await expectAccessible(page)
    await setFlags({ TIMER_TIME: inDays(-1) })
    await page.goto('/')
    await expect(timer).toContainText('Počelo je!')
  })

  test('line-up and sponsors show what is visible, each with its flag', async ({
    page,
    db,
    setFlags,
  }) => {
    await addProgramme(db)
    await page.goto('/')
    await expect(page.getByText('Probni Bend')).toHaveCount(0)
    await setFlags({ LINEUP_VISIBILITY: '1', SPONSORS_VISIBILITY: '1' })
    await expect
      .poll(async () => {
        await page.goto('/')
        return page.getByRole('heading', { name: 'Probni Bend' }).count()
      })
      .toBe(1)
    const logo = page.getByRole('main').getByRole('link', { name: /Probni sponzor/ })
    await expect(logo).toHaveAttribute('href', 'https://sponzor.example')
    await expect(logo).toHaveAttribute('target', '_blank')
    await expectAccessible(page)
  })

  test('empty sections say so', async ({ page, setFlags }) => {
    await setFlags({ LINEUP_VISIBILITY: '1', SPONSORS_VISIBILITY: '1' })
    await expect
      .poll(async () => {
        await page.goto('/')
        return page.getByText('Imena još držimo iza pozornice.').count()
      })
      .toBe(1)
    await expect(page.getByText('Popis se još slaže.')).toBeVisible()
  })

  test('the carousel repeats its track ten times, is read once, and can be stopped', async ({
    page,
    db,
    setFlags,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await addProgramme(db)
    await setFlags({ SPONSORS_VISIBILITY: '1' })
    const strip = page.getByRole('region', { name: 'Sponzori' })
    await expect
      .poll(async () => {
        await page.goto('/')
        return strip.count()
      })
      .toBe(1)
    await expect(strip.locator('ul')).toHaveCount(10)
    await expect(strip.getByRole('link')).toHaveCount(1)
    const track = strip.locator('.poster-track')
    await expect(track).toHaveCSS('animation-duration', '100s')
    await strip.getByRole('button', { name: 'Zaustavi traku sponzora' }).click()
    await page.mouse.move(0, 0)
    await page.getByRole('heading', { name: 'Piši nam' }).click()
    await expect(track).toHaveCSS('animation-play-state', 'paused')
    await strip.getByRole('button', { name: 'Pokreni traku sponzora' }).click()
    await page.getByRole('heading', { name: 'Piši nam' }).click()
    await expect(track).toHaveCSS('animation-play-state', 'running')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(track).toHaveCSS('animation-name', 'none')
  })

  test('the footer names both mailboxes and the current year', async ({ page }) => {
    await awaitDayBoundary()
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'info@brucosijada.example' })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'sponzori@brucosijada.example' })).toBeVisible()
    const year = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Zagreb', year: 'numeric' })
    await expect(footer).toContainText(`© ${year.format()} Brucošijada`)
  })
})

test('the public lists hold visible ones only, and nothing that is the staff’s', {
  tag: '@full',
}, async ({ request, db, setFlags }) => {
  await setFlags({ ...LIVE, LINEUP_VISIBILITY: '1', SPONSORS_VISIBILITY: '1' })
  const hash = await addProgramme(db)
  const sponsors = await (await request.get('/api/public/sponsors/?ordering=order')).json()
  expect(sponsors).toEqual([
    {
      id: expect.any(Number),
      name: 'Probni sponzor',
      url: 'https://sponzor.example',
      image: `/api/images/${hash}`,
      order: 1,
    },
  ])
  const picture = await request.get(`/api/images/${hash}`)
  expect(picture.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await request.get(`/api/images/${'0'.repeat(64)}`)).status()).toBe(404)
  await db`update lineup_items set visible = false`
  expect(await (await request.get('/api/public/lineup/?ordering=order')).json()).toEqual([])
  expect((await request.get('/api/public/sponsors/?ordering=email')).status()).toBe(400)
  expect((await request.get('/api/public/sponsors/?search=x&search_fields=slug')).status()).toBe(
    400,
  )
  await setFlags({ SPONSORS_VISIBILITY: '0' })
  expect(await (await request.get('/api/public/sponsors/')).json()).toEqual([])
})
