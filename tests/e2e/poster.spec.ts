import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { FLAGS } from '@/db/visibility-keys'
import { expect, test } from '../support/fixtures'
import { awake } from '../support/late-scripts'
import { addArtwork, makeFresh } from '../support/programme-rows'

const ALL_ON = {
  ...Object.fromEntries(FLAGS.map((name) => [name, '1'])),
  TIMER_TIME: new Date(Date.now() + 3.5 * 86_400_000).toISOString(),
}
const PAGES = [
  '/',
  '/lineup',
  '/sponsors',
  '/kontakt',
  '/ulaznice',
  '/pravila-ponasanja',
  '/uvjeti-koristenja',
  '/cjenik',
  '/tlocrt',
  '/t2',
  '/satnica',
  '/igrica',
  '/brucosi',
]

test.beforeAll(async ({ db }) => {
  await addArtwork(db, { 'schedule-tall': [900, 1600], 'floor-plan-mobile': [720, 1804] })
  await makeFresh(db)
})
test.beforeEach(({ setFlags }) => setFlags(ALL_ON))

/** Words of headings that the browser had to break in two. */
const brokenWords = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const texts = [...document.querySelectorAll('h1, h2, h3')].flatMap((heading) => {
      const found: Node[] = []
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) found.push(walker.currentNode)
      return found
    })
    return texts.flatMap((node) =>
      [...(node.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return lines.size > 1 ? [word] : []
      }),
    )
  })

test('no heading breaks inside a word, however wide the screen', async ({ page, as }) => {
  test.slow()
  const data = { key: 'igrica.title', value: 'Uhvati zadnji tramvaj' }
  const admin = await as(1)
  expect((await admin.post('/api/translations/', { data })).status()).toBe(201)
  for (const address of PAGES) {
    await page.goto(address)
    for (const width of [320, 360, 740, 1024, 1280, 1300, 1366, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await brokenWords(page), `${address} at ${width} px`).toEqual([])
    }
  }
})

test.describe('the first screen of home', () => {
  for (const [width, height] of [
    [360, 640],
    [740, 360],
    [844, 390],
  ] as const)
    test(`has name, words, countdown and date above the menu at ${width} × ${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      const box = async (name: string) => {
        const part = page.locator(name).first()
        await expect(part).toBeVisible()
        const found = await part.boundingBox()
        if (!found) throw new Error(`${name} has no place`)
        return { top: found.y, end: found.y + found.height, width: found.width }
      }
      const bar = await box('.poster-bar')
      const parts = ['.poster-slogan', '.poster-hero-text [role=timer]', '.poster-hero-text time']
      for (const part of ['.poster-hero-name', ...parts]) {
        const { top, end } = await box(part)
        expect(top, part).toBeGreaterThanOrEqual(0)
        expect(end, part).toBeLessThanOrEqual(bar.top + 4)
      }
      if (width < height) return
      const name = await box('.poster-hero-name')
      for (const part of parts) expect((await box(part)).end, part).toBeLessThan(name.top + 2)
    })

  test('says in one sentence that it has begun', async ({ page, setFlags }) => {
    await page.goto('/')
    await expect(page.getByText('Početak:')).toBeVisible()
    await setFlags({ TIMER_TIME: new Date(Date.now() - 86_400_000).toISOString() })
    await page.goto('/')
    await expect(page.getByText('Počelo je!')).toBeVisible()
    await expect(page.getByText('Početak:')).toBeHidden()
  })

  test('has a menu whose button says what it does next', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Izbornik', exact: true }).click()
    await page.getByRole('button', { name: 'Zatvori izbornik' }).click()
    await expect(page.getByRole('button', { name: 'Izbornik', exact: true })).toBeVisible()
  })
})

test('the badge of a drawing opens its middle, on the floor plan and on the schedule', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const [address, title] of [
    ['/tlocrt', 'Uvećan tlocrt'],
    ['/satnica', 'Uvećana satnica'],
  ] as const) {
    await page.goto(address)
    await awake(page, '.drawing-link')
    await page.getByText('Povećaj', { exact: true }).click()
    const picture = page.getByRole('dialog', { name: title }).locator('img')
    await expect(picture).toBeVisible()
    const box = await picture.boundingBox()
    if (!box) throw new Error('the drawing has no place')
    expect(box.width).toBeGreaterThan(360 * 2)
    expect(box.x + box.width / 2).toBeCloseTo(180, 0)
    expect(box.y + box.height / 2).toBeCloseTo(320, 0)
  }
})

test('the consent box looks empty until it is ticked', async ({ page }) => {
  await page.goto('/brucosi')
  const box = page.getByRole('checkbox')
  const look = async () => {
    const { data, info } = await sharp(await box.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    return { edge: at(1, 16), inside: at(6, 6), tick: at(13, 20) }
  }
  const [ink, white, signal] = [
    [11, 14, 28],
    [255, 255, 255],
    [228, 255, 58],
  ]
  await box.scrollIntoViewIfNeeded()
  expect(await look()).toEqual({ edge: ink, inside: white, tick: white })
  await box.check()
  await page.mouse.move(0, 0)
  await page.getByRole('heading', { level: 1 }).click()
  expect(await look()).toEqual({ edge: ink, inside: ink, tick: signal })
})

for (const [width, height] of [
  [360, 640],
  [740, 360],
  [1440, 900],
] as const)
  test(`a denied location is said within sight at ${width} × ${height}`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'geolocation', {
        value: {
          getCurrentPosition: (_: unknown, failed: (error: object) => void) =>
            setTimeout(() => failed({ code: 1, PERMISSION_DENIED: 1 })),
          watchPosition: () => 0,
          clearWatch: () => {},
        },
      })
      navigator.permissions.query = async () => ({ state: 'denied' }) as PermissionStatus
    })
    await page.setViewportSize({ width, height })
    await page.goto('/t2')
    const alert = page.getByText('Ne možemo trenutno odrediti lokaciju.')
    await expect(alert).toBeInViewport({ ratio: 1, timeout: 30_000 })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

test('/favicon.ico is the icon', async ({ request }) => {
  const icon = await request.get('/favicon.ico')
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/x-icon'])
})
