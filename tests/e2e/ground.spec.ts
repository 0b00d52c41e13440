// covers: components/public/map components/public/floor-plan-page.tsx lib/map
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { insertArtwork, renderArtwork } from '@/db/seed/artwork'
import { translations } from '@/db/seed/content/translations'
import type { SeedImage } from '@/db/seed/pictures'
import { toLngLat } from '@/lib/map/geo'
import { MAP_INK } from '@/lib/map/own-style'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { type Instance, startInstance } from '../support/instance'
import { waitForHydration } from '../support/late-scripts'
import { addArtwork, addTexts, invalidateAllPages } from '../support/programme-rows'

const ALERT = 'Ne možemo trenutno odrediti lokaciju. Provjerite dozvole i pokušat ćemo ponovno.'
const STYLE_URL = 'https://karta.example/style.json'

const map = (page: Page) => page.locator('.campus-map')
const visitor = (page: Page) => page.getByRole('img', { name: 'Vaša lokacija' })
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: ALERT })
const ready = (page: Page) => expect(map(page)).toHaveAttribute('data-ready', 'true')
const place = (x: number, y: number) => {
  const [longitude, latitude] = toLngLat([x, y])
  return { longitude, latitude }
}

/** Returns the number of pixels of the map that have exactly this colour. */
async function pixels(page: Page, color: string): Promise<number> {
  const shot = await page.locator('.campus-map-frame').screenshot()
  const { data, info } = await sharp(shot).raw().toBuffer({ resolveWithObject: true })
  const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16))
  let count = 0
  for (let i = 0; i < data.length; i += info.channels)
    if (data[i] === r && data[i + 1] === g && data[i + 2] === b) count++
  return count
}

const showsOwnDrawing = (page: Page) =>
  expect.poll(() => pixels(page, MAP_INK.building)).toBeGreaterThan(2000)

/** Aborts all requests except those to the festival. */
async function blockForeignRequests(context: BrowserContext) {
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
}

/**
 * Replaces navigator.geolocation. Each request gets the next of these answers, and is recorded in
 * `window.positionRequests`.
 */
async function stubPositions(page: Page, answers: ('denied' | 'timeout' | 'here')[]) {
  await page.addInitScript(
    ({ answers, here }) => {
      const requests: { at: number; kind: string; timeout?: number }[] = []
      Object.assign(window, { positionRequests: requests })
      const answer =
        (kind: string) =>
        (
          found: (position: unknown) => void,
          failed: (error: unknown) => void,
          options?: { timeout?: number },
        ) => {
          requests.push({ at: performance.now(), kind, timeout: options?.timeout })
          const next = answers.shift()
          if (next === 'here') setTimeout(() => found({ coords: here }), 20)
          else if (next)
            setTimeout(
              () => failed({ code: next === 'denied' ? 1 : 3, PERMISSION_DENIED: 1, TIMEOUT: 3 }),
              20,
            )
          return 7
        }
      Object.defineProperty(navigator, 'geolocation', {
        value: {
          getCurrentPosition: answer('once'),
          watchPosition: answer('watch'),
          clearWatch: () => {},
        },
      })
      navigator.permissions.query = async () => ({ state: 'prompt' }) as PermissionStatus
    },
    { answers, here: place(520, 510) },
  )
}
interface PositionRequest {
  at: number
  kind: string
  timeout: number
}

const positionRequests = (page: Page) =>
  page.evaluate(() => (window as never as { positionRequests: PositionRequest[] }).positionRequests)

/** Drawings of the demo, by artwork slot. */
let drawings: Map<string, SeedImage>

test.beforeAll(freshFestival)
test.beforeAll(async ({ db }) => {
  drawings = await renderArtwork()
  await db.begin((tx) => insertArtwork(tx, drawings))
  await addArtwork(db, { 'schedule-tall': [900, 1600] })
  const texts = translations.filter(([key]) => /^(tlocrt|t2)\./.test(key))
  await addTexts(db, Object.fromEntries(texts))
  await invalidateAllPages(db)
})

test.beforeEach(async ({ setFlags, context }) => {
  await setFlags({
    COMINGSOON_VISIBILITY: '1',
    TLOCRT_VISIBILITY: '1',
    SATNICA_VISIBILITY: '1',
  })
  await blockForeignRequests(context)
})

// Rule 12.8: images of the floor plan.
test('the floor plan has an image for each screen width, and can be enlarged and moved', async ({
  page,
  setFlags,
}) => {
  await test.step('the floor plan of the screen width is shown together with four venues', async () => {
    await page.goto('/tlocrt')
    const picture = page.getByRole('img', { name: /^Tlocrt festivala/ })
    for (const [drawing, width] of [
      ['mobile', 360],
      ['tablet', 800],
      ['desktop', 1440],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.currentSrc))
        .toContain(drawings.get(`floor-plan-${drawing}`)?.hash)
    }
    for (const n of [1, 2, 3, 4]) {
      const hash = drawings.get(`venue-${n}`)?.hash
      await expect(page.locator(`img[src*="${hash}"]`)).toHaveCount(1)
    }
    for (const { viewport } of [...SCREEN_SIZES, { viewport: { width: 320, height: 640 } }]) {
      await page.setViewportSize(viewport)
      await expectAccessible(page)
    }
  })

  await page.setViewportSize({ width: 1200, height: 800 })
  const link = page.getByRole('link', { name: /Povećaj/ })
  const viewer = page.getByRole('dialog', { name: 'Uvećan tlocrt' })
  const size = async () => (await viewer.locator('img').boundingBox())?.width ?? 0
  const left = async () => (await viewer.locator('img').boundingBox())?.x ?? 0

  await test.step('the floor plan opens over the page, and is enlarged and moved by key and button', async () => {
    await page.reload()
    await waitForHydration(page.locator('.drawing-link'))
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(viewer).toBeVisible()
    await expect.poll(size).toBe(1200)
    await page.keyboard.press('+')
    await expect.poll(size).toBeCloseTo(1800, 0)
    await viewer.getByRole('button', { name: 'Približi' }).click()
    await expect.poll(size).toBeCloseTo(2700, 0)
    const before = await left()
    await page.keyboard.press('ArrowRight')
    await expect.poll(left).toBeCloseTo(before - 80, 0)
    await expectAccessible(page)
    await viewer.getByRole('button', { name: 'Cijeli tlocrt' }).click()
    await expect.poll(size).toBe(1200)
  })

  await test.step('the floor plan is enlarged and moved by wheel and drag, and closes by Escape', async () => {
    await page.mouse.move(600, 300)
    await page.mouse.wheel(0, -300)
    await expect.poll(size).toBeGreaterThan(2000)
    const wide = await left()
    await page.mouse.down()
    await page.mouse.move(700, 300, { steps: 4 })
    await page.mouse.up()
    await expect.poll(left).toBeCloseTo(wide + 100, 0)
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
    await expect(link).toBeFocused()
  })

  await test.step('a click on the floor plan opens it enlarged', async () => {
    await link.click({ position: { x: 200, y: 150 } })
    await expect.poll(size).toBeCloseTo(3000, 0)
    await viewer.getByRole('button', { name: 'Zatvori' }).click()
    await expect(viewer).toHaveCount(0)
  })

  await page.setViewportSize({ width: 360, height: 640 })
  for (const [address, title] of [
    ['/tlocrt', 'Uvećan tlocrt'],
    ['/satnica', 'Uvećana satnica'],
  ] as const)
    await test.step(`on a phone the badge of ${address} opens the whole drawing`, async () => {
      await page.goto(address)
      await waitForHydration(page.locator('.drawing-link'))
      await page.getByText('Povećaj', { exact: true }).click()
      const picture = page.getByRole('dialog', { name: title }).locator('img')
      await expect(picture).toBeVisible()
      expect(await picture.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 })
    })

  await test.step('a hidden floor plan returns 404, and the map then has no link to the floor plan', async () => {
    await setFlags({ TLOCRT_VISIBILITY: '0' })
    expect((await page.goto('/tlocrt'))?.status()).toBe(404)
    expect((await page.goto('/t2'))?.status()).toBe(200)
    await expect(page.getByRole('link', { name: 'Otvori tlocrt' })).toHaveCount(0)
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    expect((await page.goto('/t2'))?.status()).toBe(404)
  })
})

// Rule 12.9: the map and its markers.
test('the map works without external servers, and shows the location of a visitor who allows it', {
  tag: '@full',
}, async ({ page, context }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/t2')
  await ready(page)

  await test.step('the map shows the built-in drawing with the Student Centre', async () => {
    await expect(page.getByRole('img', { name: 'Studentski centar' })).toBeVisible()
    await expect(visitor(page)).toHaveCount(0)
    await expect(page.getByText('Vlastiti shematski crtež kampusa')).toBeVisible()
    await showsOwnDrawing(page)
  })

  await test.step('the slider shows and hides the floor plan on the map by keyboard', async () => {
    const slider = page.getByRole('slider', { name: 'Vidljivost tlocrta' })
    await slider.press('End')
    await expect.poll(() => pixels(page, '#e4ff3a')).toBeGreaterThan(2000)
    await slider.press('Home')
    await expect(slider).toHaveAttribute('aria-valuetext', '0 %')
    await expect.poll(() => pixels(page, MAP_INK.violet)).toBeGreaterThan(2000)
  })

  await test.step('the map is accessible on every screen size, without errors in the console', async () => {
    for (const { viewport } of [...SCREEN_SIZES, { viewport: { width: 320, height: 640 } }]) {
      await page.setViewportSize(viewport)
      await expectAccessible(page)
    }
    expect(errors).toEqual([])
  })

  await test.step('a location on the campus is marked on the map, and a location elsewhere shows a message', async () => {
    const outside = { longitude: 16.44, latitude: 43.51 }
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation(outside)
    await page.goto('/t2')
    await ready(page)
    await expect(page.getByText('Izvan kampusa si')).toBeVisible()
    await expect(visitor(page)).toHaveCount(0)
    await expect(alert(page)).toHaveCount(0)
    await context.setGeolocation(place(520, 510))
    await expect(visitor(page)).toBeVisible()
    await expect(page.getByText('Na karti si.')).toBeVisible()
    await context.setGeolocation(outside)
    await expect(page.getByText('Izvan kampusa si')).toBeVisible()
    await expect(visitor(page)).toBeVisible()
  })
})

test('a denied location shows a visible message, and a pin can be set by hand', {
  tag: '@full',
}, async ({ page }) => {
  await stubPositions(page, ['denied'])
  await page.clock.install()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/t2')
  await ready(page)
  const canvas = page.getByRole('region', { name: /Karta kampusa/ })

  await test.step('a click on the map sets no pin before the location is denied', async () => {
    await canvas.click({ position: { x: 60, y: 90 } })
    await expect(visitor(page)).toHaveCount(0)
  })

  await test.step('the denial shows a message, which can be closed', async () => {
    await page.getByRole('button', { name: 'Pokaži gdje sam' }).click()
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'U redu' }).click()
    await expect(alert(page)).toHaveCount(0)
  })

  await test.step('a pin is set by keyboard and by mouse, and the location is not requested again', async () => {
    await page.getByRole('button', { name: 'Postavi pin u sredinu karte' }).press('Enter')
    await expect(visitor(page)).toBeVisible()
    const first = await visitor(page).boundingBox()
    await canvas.click({ position: { x: 60, y: 90 } })
    await expect.poll(async () => (await visitor(page).boundingBox())?.x).not.toBe(first?.x)
    await page.clock.runFor(120_000)
    expect(await positionRequests(page)).toHaveLength(1)
  })

  await test.step('an earlier denial shows a message in the viewport on any screen size', async () => {
    await page.addInitScript(() => {
      navigator.permissions.query = async () => ({ state: 'denied' }) as PermissionStatus
    })
    for (const [width, height] of [
      [360, 640],
      [740, 360],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/t2')
      await expect(alert(page)).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
    }
  })
})

// Rules 12.11 and 12.12: retries after a failed location, and one alert.
test('a failed location is retried after growing delays, and the alert is shown only once', {
  tag: '@full',
}, async ({ page }) => {
  await stubPositions(page, ['timeout', 'timeout', 'here'])
  await page.goto('/t2')
  await ready(page)
  await page.getByRole('button', { name: 'Pokaži gdje sam' }).click()
  await expect(alert(page)).toBeVisible()
  await page.getByRole('button', { name: 'U redu' }).click()
  await expect(visitor(page)).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
  await expect.poll(async () => (await positionRequests(page)).length).toBe(4)
  const [first, second, third, watch] = await positionRequests(page)
  expect(first).toMatchObject({ kind: 'once', timeout: 10_000 })
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1500)
  expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(3000)
  expect(watch).toMatchObject({ kind: 'watch', timeout: 20_000 })
})

test.describe("the organisers' base map", () => {
  let other: Instance
  test.beforeAll(async ({ instance }) => {
    other = await startInstance(instance.databaseUrl, { MAP_STYLE_URL: STYLE_URL })
  })
  test.afterAll(() => other.stop())

  const style = (source: object) => ({
    version: 8,
    sources: { base: source },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#8800aa' } },
      source && 'tiles' in source
        ? { id: 'base', type: 'raster', source: 'base' }
        : { id: 'base', type: 'circle', source: 'base' },
    ],
  })

  test('is shown with its own attribution', { tag: '@full' }, async ({ page }) => {
    // Raises the 8 s timeout of the organisers' map to 120 s, because drawing it without a graphics
    // card is slow.
    await page.addInitScript(() => {
      const { setTimeout } = window
      window.setTimeout = ((run: () => void, ms = 0, ...more: []) =>
        setTimeout(run, ms === 8000 ? 120_000 : ms, ...more)) as typeof window.setTimeout
    })
    await page.route(STYLE_URL, (route) =>
      route.fulfill({
        json: style({
          type: 'geojson',
          attribution: 'Karta organizatora',
          data: { type: 'Point', coordinates: toLngLat([500, 500]) },
        }),
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
    await page.goto(`${other.url}/t2`)
    await ready(page)
    await expect(page.getByText('Karta organizatora')).toBeVisible()
    await expect.poll(() => pixels(page, '#8800aa')).toBeGreaterThan(2000)
    await expect(page.getByRole('img', { name: 'Studentski centar' })).toBeVisible()
  })

  for (const [fault, answer] of [
    ['cannot be reached', null],
    ['is no style', { hello: 'world' }],
    [
      'has tiles that fail',
      style({ type: 'raster', tiles: ['https://karta.example/{z}/{x}/{y}.png'] }),
    ],
  ] as const)
    test(`is replaced by the built-in drawing when it ${fault}`, { tag: '@full' }, async ({
      page,
    }) => {
      if (answer)
        await page.route(STYLE_URL, (route) =>
          route.fulfill({ json: answer, headers: { 'access-control-allow-origin': '*' } }),
        )
      await page.goto(`${other.url}/t2`)
      await ready(page)
      await showsOwnDrawing(page)
      await expect(page.getByText('Vlastiti shematski crtež kampusa')).toBeVisible()
      await expect(page.getByRole('img', { name: 'Studentski centar' })).toBeVisible()
    })
})
