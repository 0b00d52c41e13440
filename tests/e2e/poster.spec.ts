import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import sharp from 'sharp'
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { hold } from '../support/hold'
import { awake } from '../support/late-scripts'
import { NEXT_YEAR, weekdayOf } from '../support/next-year'
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

test.beforeAll(freshFestival)
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

test('little moves when the faces come late, for their stand-ins are as wide', {
  tag: '@full',
}, async ({ page }) => {
  const faces = await hold(page, '**/*.woff2')
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        document.documentElement.dataset.moved = String(
          Number(document.documentElement.dataset.moved ?? 0) + entry.value,
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/ulaznice', { waitUntil: 'domcontentloaded' })
  const hasStandIn = await page.evaluate(() =>
    document.fonts.load('900 20px "Poster as Arial"').then(
      () => true,
      () => false,
    ),
  )
  test.skip(!hasStandIn, 'no Arial, nor what is as wide, is installed here')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const before = await heading.boundingBox()
  faces.release()
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  expect((await heading.boundingBox())?.y).toBe(before?.y)
  expect(Number((await page.locator('html').getAttribute('data-moved')) ?? 0)).toBeLessThan(0.02)
})

test.describe('the scripts of a page with a main picture', () => {
  test('run once it is there to be looked at', { tag: '@full' }, async ({ page }) => {
    await page.addInitScript(() => {
      // No picture of this test is later than what a page waits for at the most.
      const later = window.setTimeout
      const patient = (run: () => void, after = 0) => (after === 1000 ? 0 : later(run, after))
      Object.assign(window, { setTimeout: patient })
      new MutationObserver((_, observer) => {
        if (!document.querySelector('script[src]:not([nomodule])')) return
        observer.disconnect()
        const picture = document.querySelector<HTMLImageElement>('main img[fetchpriority=high]')
        Object.assign(window, { isShown: picture?.complete && picture.naturalWidth > 0 })
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/tlocrt')
    await awake(page.locator('header button'))
    expect(await page.evaluate(() => (window as { isShown?: boolean }).isShown)).toBe(true)
  })

  test('run too while it does not come', { tag: '@full' }, async ({ page }) => {
    const pictures = await hold(page, /\/_next\/image|\/api\/images/)
    await page.goto('/tlocrt', { waitUntil: 'domcontentloaded' })
    await awake(page.locator('header button'))
    pictures.release()
  })
})

test('no heading breaks inside a word, however wide the screen', { tag: '@full' }, async ({
  page,
  as,
}) => {
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
  const DOORS = `${weekdayOf(`${NEXT_YEAR}-11-22`)}, 22.11.${NEXT_YEAR}. u 21:00`
  const night = {
    opensAt: `${NEXT_YEAR}-11-22T20:00:00Z`,
    closesAt: `${NEXT_YEAR}-11-23T04:00:00Z`,
    place: 'Studentski centar',
  }
  test.beforeEach(async ({ as }) => {
    const admin = await as(1)
    expect((await admin.put('/api/festival/', { data: night })).status()).toBe(200)
  })

  /** What a poster must say, each on its own piece of the screen. */
  const partsOf = (page: Page) => [
    page.getByRole('heading', { level: 1 }),
    page.getByText('Noć kojom počinje fakultet'),
    page.getByRole('timer'),
    page.getByText(DOORS),
    page.getByRole('link', { name: 'Studentski centar' }),
    page.getByRole('link', { name: 'Kupi kartu', exact: true }),
  ]

  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [740, 360],
    [844, 390],
    [820, 1180],
    [1280, 800],
    [1920, 1080],
  ] as const)
    test(`holds name, words, countdown, date, place and the way to a ticket at ${width} × ${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      const floor =
        width < 1024 ? ((await page.locator('.poster-bar').boundingBox())?.y ?? 0) : height
      const boxes = await Promise.all(
        partsOf(page).map(async (part) => {
          const box = await part.boundingBox()
          if (!box) throw new Error(`${part} has no place`)
          return { part: String(part), ...box }
        }),
      )
      for (const [i, one] of boxes.entries()) {
        expect(one.y, one.part).toBeGreaterThanOrEqual(0)
        expect(one.y + one.height, one.part).toBeLessThanOrEqual(floor)
        expect(one.x + one.width, one.part).toBeLessThanOrEqual(width)
        for (const other of boxes.slice(i + 1)) {
          const apart =
            one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y
          expect(apart, `${one.part} and ${other.part}`).toBe(true)
        }
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

  test('offers no ticket while they are not sold, and says nothing that nobody has said', async ({
    page,
    setFlags,
    as,
  }) => {
    await setFlags({ ULAZNICA_VISIBILITY: '0' })
    const admin = await as(1)
    const nothing = { opensAt: '', closesAt: '', place: '' }
    expect((await admin.put('/api/festival/', { data: nothing })).status()).toBe(200)
    await page.goto('/')
    await expect(page.getByText('Početak:')).toBeVisible()
    await expect(page.getByRole('link', { name: /Kupi/ })).toHaveCount(0)
    await expect(page.getByText('Studentski centar')).toHaveCount(0)
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    expect((await admin.put('/api/festival/', { data: night })).status()).toBe(200)
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    for (const words of [DOORS, 'Studentski centar'])
      await expect(page.getByText(words)).toBeInViewport({ ratio: 1 })
  })

  test('turns its record with the seconds, over the drawing, and lets it rest for who asks', {
    tag: '@full',
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    const disc = page.locator('.poster-record-disc')
    const turned = () => disc.evaluate((one) => Number.parseFloat(one.style.rotate))
    await expect.poll(turned).toBeGreaterThanOrEqual(12)
    expect((await turned()) % 6).toBe(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(disc).toBeHidden()
    await expect(page.getByRole('img', { name: /^Mjesec/ })).toBeVisible()
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

  test('has a bar whose slot sells before the night and leads to what is on at night', async ({
    page,
    as,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/lineup')
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: /^Kupi/ })).toHaveAttribute('href', '/ulaznice')
    const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const admin = await as(1)
    const data = { opensAt: hoursFromNow(-1), closesAt: hoursFromNow(1) }
    expect((await admin.put('/api/festival/', { data })).status()).toBe(200)
    await page.reload()
    await expect(bar.getByRole('link', { name: 'Sada' })).toHaveAttribute('href', '/')
  })

  test('marks the link of the current page alone', async ({ page }) => {
    const link = page
      .getByRole('navigation', { name: 'Glavni izbornik' })
      .getByRole('link', { name: 'Line-up' })
    await page.goto('/lineup')
    await expect(link).toHaveAttribute('aria-current', 'page')
    await page.goto('/')
    await expect(link).not.toHaveAttribute('aria-current')
  })
})

test.describe('home on the night and after it', () => {
  const HOUR_MS = 3_600_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()

  test.beforeEach(async ({ db }) => {
    await db`delete from sets`
    await db`delete from stages`
    const [main, small] = await db`
      insert into stages (name, "order") values ('Velika', 1), ('Mala', 2) returning id`
    const set = (stage: postgres.Row | undefined, title: string, from: number, to: number) => ({
      ...{ stage_id: stage?.id, title },
      ...{ starts_at: at(from * HOUR_MS), ends_at: at(to * HOUR_MS) },
    })
    const sets = [
      set(main, 'Prvi Bend', -0.5, 0.5),
      set(main, 'Drugi Bend', 0.75, 1),
      set(small, 'Treći Bend', -2, -1),
      set(small, 'Četvrti Bend', 0.5, 1),
    ]
    await db`insert into sets ${db(sets)}`
    await db`insert into translations (key, value) values ('home.izgubljeno', 'Jakne su na porti.')
      on conflict (key) do update set value = excluded.value`
    await makeFresh(db)
  })

  test('says who plays on each stage, where help is, and in the morning that it has dawned', async ({
    page,
    as,
  }) => {
    const admin = await as(1)
    const change = async (data: object) =>
      expect((await admin.put('/api/festival/', { data })).status()).toBe(200)
    await change({
      ...{ opensAt: at(-3 * HOUR_MS), closesAt: at(3 * HOUR_MS), nightPhone: '+385 1 555 0143' },
    })
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/')
    const plates = page.getByRole('list', { name: 'Sada na pozornicama' }).getByRole('listitem')
    await expect(plates).toHaveText([
      /Sada.*Velika.*Prvi Bend.*do \d\d:\d\d.*Zatim \d\d:\d\d Drugi Bend/,
      /Pauza.*Mala.*Četvrti Bend.*od \d\d:\d\d/,
    ])
    const help = page.getByRole('link', { name: /^Pomoć/ })
    await expect(help).toHaveAttribute('href', 'tel:+38515550143')
    for (const tile of ['Moja ulaznica', 'Tlocrt', 'Kući'])
      await expect(page.getByRole('main').getByRole('link', { name: tile })).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^(Kupi kartu|Prijavi se)$/ })).toHaveCount(0)
    await expectAccessible(page)

    await change({ closesAt: at(-1_000) })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Svanulo je' })).toBeVisible()
    await expect(page.getByText(/^Hvala, vidimo se na \d+\.$/)).toBeVisible()
    await expect(page.getByText('Jakne su na porti.')).toBeVisible()
    await expect(plates).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Kupi|Prijavi|kalendar/ })).toHaveCount(0)
    await expectAccessible(page)
  })

  test('tells how far the sale has come by a sticker, also on the shared picture', async ({
    page,
    as,
  }) => {
    const admin = await as(1)
    const change = async (data: object) =>
      expect((await admin.put('/api/festival/', { data })).status()).toBe(200)
    const shared = async () => {
      const address = page.locator('meta[property="og:image"]')
      const { pathname, search } = new URL((await address.getAttribute('content')) ?? '')
      return (await page.request.get(pathname + search)).body()
    }
    const shop = { opensAt: '', closesAt: '', ticketShopUrl: 'https://trgovina.primjer.hr' }
    await change({ ...shop, salesState: 'open' })
    await page.goto('/')
    await expect(page.locator('.poster-sticker')).toHaveCount(0)
    const plain = await shared()
    await change({ salesState: 'sold_out' })
    await page.goto('/')
    await expect(page.getByText('Rasprodano')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Kupi kartu' })).toHaveCount(0)
    expect((await shared()).equals(plain)).toBe(false)
    await expectAccessible(page)
    await page.goto('/ulaznice')
    await expect(page.getByText('Rasprodano').first()).toBeVisible()
    await expect(page.getByRole('link', { name: /^Kupi ulaznicu/ })).toHaveCount(0)
    await expectAccessible(page)
    await change({ salesState: 'last' })
    await page.goto('/ulaznice')
    await expect(page.getByText('Zadnje ulaznice')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Kupi ulaznicu/ })).toBeVisible()
  })
})

test('the badge of a drawing opens all of it, on the floor plan and on the schedule', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const [address, title] of [
    ['/tlocrt', 'Uvećan tlocrt'],
    ['/satnica', 'Uvećana satnica'],
  ] as const) {
    await page.goto(address)
    await awake(page.locator('.drawing-link'))
    await page.getByText('Povećaj', { exact: true }).click()
    const picture = page.getByRole('dialog', { name: title }).locator('img')
    await expect(picture).toBeVisible()
    const box = await picture.boundingBox()
    if (!box) throw new Error('the drawing has no place')
    expect(box).toEqual({ x: 0, y: 0, width: 360, height: 640 })
  }
})

test('the consent box looks empty until it is ticked', { tag: '@full' }, async ({ page }) => {
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
