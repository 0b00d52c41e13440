// covers: components/public/poster components/public/home app/(public)/page.tsx
import type { Page } from '@playwright/test'
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { allPages } from '../support/all-pages'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { NEXT_YEAR, weekdayOf } from '../support/next-year'
import {
  addPerformers,
  addSets,
  addSponsors,
  addTexts,
  invalidateAllPages,
} from '../support/programme-rows'

/** Width and height in px of windows of every shape. */
const SIZES = [
  [360, 780],
  [640, 360],
  [667, 375],
  [720, 450],
  [768, 1024],
  [1280, 640],
  [1366, 650],
  [1440, 900],
  [1536, 730],
  [1920, 940],
  [2560, 1440],
] as const

const HOUR_MS = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const DOORS = `${weekdayOf(`${NEXT_YEAR}-11-22`)}, 22.11.${NEXT_YEAR}. u 21:00`
const NIGHT = {
  opensAt: `${NEXT_YEAR}-11-22T20:00:00Z`,
  closesAt: `${NEXT_YEAR}-11-23T04:00:00Z`,
  place: 'Studentski centar',
}

let updateFestival: (data: object) => Promise<void>

test.beforeAll(freshFestival)
test.beforeAll(async ({ db }) => {
  await addPerformers(db, { 'Limeni Vjetar': 'Puše.', 'Žuta Minuta': '' })
  await addSponsors(db, 3)
  await addTexts(db, { 'pitanja.title1': 'Smije li pas?', 'pitanja.text1': 'Smije.' })
  await invalidateAllPages(db)
})
test.beforeEach(async ({ setFlags, as }) => {
  const admin = await as(1)
  updateFestival = async (data) =>
    expect((await admin.put('/api/festival/', { data })).status()).toBe(200)
  await setFlags({ ...Object.fromEntries(FLAGS.map((name) => [name, '1'])), TIMER_TIME: '' })
  await updateFestival({ ...NIGHT, salesState: 'open' })
})

/** Waits until the page is laid out for a new size of the window. */
async function resize(page: Page, [width, height]: readonly [number, number]) {
  await page.setViewportSize({ width, height })
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

/** Parts of the home page that must be visible and must not overlap. */
const partsOf = (page: Page) => [
  page.getByRole('heading', { level: 1 }),
  page.getByText('Noć kojom počinje fakultet'),
  page.getByRole('timer'),
  page.getByText(DOORS),
  page.getByRole('link', { name: 'Studentski centar' }),
  page.getByRole('link', { name: 'Kupi kartu', exact: true }),
]

/**
 * Expects that each part is fully on the first screen, above the menu bar of a phone, and overlaps
 * no other part.
 */
async function expectApart(page: Page, [width, height]: readonly [number, number]) {
  const lowestEdge =
    width < 1024 ? ((await page.locator('.poster-bar').boundingBox())?.y ?? 0) : height
  const boxes = await Promise.all(
    partsOf(page).map(async (part) => {
      const box = await part.boundingBox()
      if (!box) throw new Error(`${part} has no place`)
      return { part: `${part} at ${width} × ${height}`, ...box }
    }),
  )
  for (const [i, box] of boxes.entries()) {
    expect(box.y, box.part).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height, box.part).toBeLessThanOrEqual(lowestEdge)
    expect(box.x + box.width, box.part).toBeLessThanOrEqual(width)
    for (const other of boxes.slice(i + 1)) {
      const isApart =
        box.x + box.width <= other.x ||
        other.x + other.width <= box.x ||
        box.y + box.height <= other.y ||
        other.y + other.height <= box.y
      expect(isApart, `${box.part} and ${other.part}`).toBe(true)
    }
  }
}

/**
 * Returns lines of text that overlap a picture, a drawing or the vinyl record. A performer's name
 * may overlap the picture in its own link, because it has a background of its own.
 */
const textsOnDrawings = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.clientWidth !== 1
    const drawings = [...document.querySelectorAll('main :is(img, svg, .poster-record)')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        name: element.getAttribute('class') ?? element.tagName,
        link: element.closest('a'),
        box: element.getBoundingClientRect(),
      }))
    const walker = document.createTreeWalker(
      document.querySelector('main') as Element,
      NodeFilter.SHOW_TEXT,
    )
    const found: string[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement
      if (!parent || !text.textContent?.trim() || !isShown(parent)) continue
      // Letters of the display font are lower than the box that the browser reports for the line.
      const style = getComputedStyle(parent)
      const lineHeight = Number.parseFloat(style.lineHeight) || Number.POSITIVE_INFINITY
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const line of range.getClientRects()) {
        const spare = Math.max(0, line.height - lineHeight) / 2 + 0.5
        for (const { name, link, box } of drawings)
          if (
            !link?.contains(text) &&
            line.left < box.right &&
            box.left < line.right &&
            line.top + spare < box.bottom &&
            box.top < line.bottom - spare
          )
            found.push(`${text.textContent.trim()} overlaps ${name}`)
      }
    }
    return found
  })

/** Returns the distance in px from each side of the vinyl record to the edge of its scene. */
const recordInsets = (page: Page) =>
  page.evaluate(() => {
    const [a, b] = ['.poster-record', '.poster-scene'].map((name) =>
      document.querySelector(name)?.getBoundingClientRect(),
    )
    if (!a || !b) throw new Error('the record or its scene is missing')
    return [a.left - b.left, a.top - b.top, b.right - a.right, b.bottom - a.bottom].map(Math.round)
  })

test('the first screen of home shows all essential parts in windows of every shape', {
  tag: '@full',
}, async ({ page, setFlags }) => {
  await test.step('name, slogan, countdown, date, place and ticket link are visible and do not overlap', async () => {
    await page.goto('/')
    for (const size of [
      [360, 640],
      [390, 844],
      [740, 360],
      [844, 390],
      [820, 1180],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await resize(page, size)
      await expectApart(page, size)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size[0])
    }
  })

  await test.step('no text overlaps a picture, and the vinyl record is fully visible', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(page.locator('.poster-record')).toBeVisible()
    for (const size of SIZES) {
      const at = size.join(' × ')
      await resize(page, size)
      expect(await textsOnDrawings(page), at).toEqual([])
      for (const inset of await recordInsets(page))
        expect(inset, `the record at ${at}`).toBeGreaterThanOrEqual(-1)
      const bottom = await page
        .locator('.poster-hero')
        .evaluate((hero) => hero.getBoundingClientRect().bottom)
      expect(bottom, `the first screen at ${at}`).toBeLessThanOrEqual(size[1])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(size[0])
    }
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  await test.step('the first Tab stop is a link that skips the menu', async () => {
    await page.reload()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Preskoči na sadržaj' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#sadrzaj$/)
  })

  const phone = [360, 780] as const
  await test.step('on a phone the menu button is labelled with its next action', async () => {
    await resize(page, phone)
    await page.getByRole('button', { name: 'Izbornik', exact: true }).click()
    await page.getByRole('button', { name: 'Zatvori izbornik' }).click()
    await expect(page.getByRole('button', { name: 'Izbornik', exact: true })).toBeVisible()
  })

  await test.step('the footer without its picture takes less than three fifths of a phone, with links 44 px high', async () => {
    await page.goto('/kontakt')
    const heightOf = (name: string) =>
      page.locator(name).evaluate((element) => element.getBoundingClientRect().height)
    expect((await heightOf('.poster-footer')) - (await heightOf('.poster-street'))).toBeLessThan(
      0.6 * phone[1],
    )
    for (const link of await page.locator('.poster-foot').getByRole('link').all())
      expect((await link.boundingBox())?.height, String(link)).toBeGreaterThanOrEqual(44)
  })

  await test.step('date and place are visible before the site is live, too', async () => {
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    for (const text of [DOORS, 'Studentski centar'])
      await expect(page.getByText(text)).toBeInViewport({ ratio: 1 })
  })
})

test('the countdown needs its flag and a time, ticks, and then says that the festival has started', async ({
  page,
  setFlags,
}) => {
  const timer = page.getByRole('timer')
  await updateFestival({ opensAt: '', closesAt: '' })
  await test.step('the countdown is missing without a time, and without its flag', async () => {
    await page.goto('/')
    await expect(timer).toHaveCount(0)
    await setFlags({ TIMER_TIME: at(84 * HOUR_MS), TIMER_VISIBILITY: '0' })
    await page.goto('/')
    await expect(timer).toHaveCount(0)
  })
  await test.step('the countdown ticks', async () => {
    await setFlags({ TIMER_VISIBILITY: '1' })
    await page.goto('/')
    await expect(timer).toContainText(/03\s*.*dana|dana\s*.*03/s)
    await expect(page.getByText('Početak:')).toBeVisible()
    const first = await timer.textContent()
    await expect(timer).not.toHaveText(first ?? '')
    await expectAccessible(page)
  })
  await test.step('after its end the countdown says in one sentence that the festival has started', async () => {
    await setFlags({ TIMER_TIME: at(-24 * HOUR_MS) })
    await page.goto('/')
    await expect(timer).toContainText('Počelo je!')
    await expect(page.getByText('Početak:')).toBeHidden()
  })
})

test('the vinyl record turns with the seconds, and is hidden with reduced motion', {
  tag: '@full',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const disc = page.locator('.poster-record-disc')
  const turned = () => disc.evaluate((element) => Number.parseFloat(element.style.rotate))
  await expect.poll(turned).toBeGreaterThanOrEqual(12)
  expect((await turned()) % 6).toBe(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(disc).toBeHidden()
  await expect(page.getByRole('img', { name: /^Mjesec/ })).toBeVisible()
})

test('home is accessible during the night, after the night, and when tickets are sold out', {
  tag: '@full',
}, async ({ page, db }) => {
  await db`delete from stages`
  await addSets(db, 'Velika', new Date(), [[-30, 30, 'Prvi Bend']])
  await invalidateAllPages(db)
  await page.setViewportSize({ width: 360, height: 780 })
  await updateFestival({ opensAt: '', closesAt: '', salesState: 'sold_out' })
  for (const address of ['/', '/ulaznice']) {
    await page.goto(address)
    await expect(page.getByText('Rasprodano').first()).toBeVisible()
    await expectAccessible(page)
  }
  await updateFestival({ opensAt: at(-3 * HOUR_MS), closesAt: at(3 * HOUR_MS) })
  await page.goto('/')
  await expect(page.getByRole('list', { name: 'Sada na pozornicama' })).toBeVisible()
  await expectAccessible(page)
  await updateFestival({ closesAt: at(-1_000) })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Svanulo je' })).toBeVisible()
  await expectAccessible(page)
})

test('no page is wider than its window', { tag: '@full' }, async ({ page, db }) => {
  test.slow()
  const { visitors } = await allPages(db)
  // Leaves out the offline page, which runs no scripts, and the ticket page, as no ticket was sold.
  const skipped = ['/nema-mreze', '/karta/undefined']
  for (const address of visitors.filter((path) => !skipped.includes(path))) {
    await page.goto(address)
    for (const size of SIZES) {
      await resize(page, size)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${address} at ${size.join(' × ')}`).toBe(size[0])
    }
  }
})

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

/** Returns words of headings that the browser has broken over two lines. */
const brokenWords = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    // Leaves out headings for screen readers only, which are 1 px wide.
    const headings = [...document.querySelectorAll('h1, h2, h3')].filter((h) => h.clientWidth !== 1)
    const texts = headings.flatMap((heading) => {
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
