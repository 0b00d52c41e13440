import type { Page } from '@playwright/test'
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { allPages } from '../support/all-pages'
import { expect, freshFestival, test } from '../support/fixtures'
import { NEXT_YEAR } from '../support/next-year'
import { addPerformers, addSponsors, addTexts, makeFresh } from '../support/programme-rows'

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

test.beforeAll(freshFestival)
test.beforeAll(async ({ db }) => {
  await addPerformers(db, { 'Limeni Vjetar': 'Puše.', 'Žuta Minuta': '' })
  await addSponsors(db, 3)
  await addTexts(db, { 'pitanja.title1': 'Smije li pas?', 'pitanja.text1': 'Smije.' })
  await makeFresh(db)
})
test.beforeEach(async ({ setFlags, as }) => {
  await setFlags(Object.fromEntries(FLAGS.map((name) => [name, '1'])))
  const night = {
    opensAt: `${NEXT_YEAR}-11-22T20:00:00Z`,
    closesAt: `${NEXT_YEAR}-11-23T04:00:00Z`,
    place: 'Studentski centar',
  }
  expect((await (await as(1)).put('/api/festival/', { data: night })).status()).toBe(200)
})

/** Waits until the page is laid out for a new size of the window. */
async function resize(page: Page, [width, height]: readonly [number, number]) {
  await page.setViewportSize({ width, height })
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

/**
 * Lines of words on the page that meet a picture, a drawing or the turning record. A performer's
 * name is pasted onto the picture of its own link, on paper of its own.
 */
const wordsOnDrawings = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.clientWidth !== 1
    const drawn = [...document.querySelectorAll('main :is(img, svg, .poster-record)')]
      .filter((one) => one.checkVisibility())
      .map((one) => ({
        name: one.getAttribute('class') ?? one.tagName,
        link: one.closest('a'),
        box: one.getBoundingClientRect(),
      }))
    const walker = document.createTreeWalker(
      document.querySelector('main') as Element,
      NodeFilter.SHOW_TEXT,
    )
    const found: string[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement
      if (!parent || !text.textContent?.trim() || !isShown(parent)) continue
      // Letters of the display face are lower than the box that a browser draws around them.
      const style = getComputedStyle(parent)
      const lineHeight = Number.parseFloat(style.lineHeight) || Number.POSITIVE_INFINITY
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const line of range.getClientRects()) {
        const spare = Math.max(0, line.height - lineHeight) / 2 + 0.5
        for (const { name, link, box } of drawn)
          if (
            !link?.contains(text) &&
            line.left < box.right &&
            box.left < line.right &&
            line.top + spare < box.bottom &&
            box.top < line.bottom - spare
          )
            found.push(`${text.textContent.trim()} meets ${name}`)
      }
    }
    return found
  })

/** How far each side of the first box lies inside the second, in CSS pixels. */
const insets = (page: Page, inner: string, outer: string) =>
  page.evaluate(
    ([one, other]) => {
      const [a, b] = [one, other].map((name) =>
        document.querySelector(name as string)?.getBoundingClientRect(),
      )
      if (!a || !b) throw new Error(`${one} or ${other} is missing`)
      return [a.left - b.left, a.top - b.top, b.right - a.right, b.bottom - a.bottom].map(
        Math.round,
      )
    },
    [inner, outer],
  )

test('no words of home meet a drawn thing, and its record is whole, in windows of every shape', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await expect(page.locator('.poster-record')).toBeVisible()
  for (const size of SIZES) {
    const [width, height] = size
    const at = `${width} × ${height}`
    await resize(page, size)
    expect(await wordsOnDrawings(page), at).toEqual([])
    for (const inset of await insets(page, '.poster-record', '.poster-scene'))
      expect(inset, `the record at ${at}`).toBeGreaterThanOrEqual(-1)
    const bottom = await page
      .locator('.poster-hero')
      .evaluate((hero) => hero.getBoundingClientRect().bottom)
    expect(bottom, `the first screen at ${at}`).toBeLessThanOrEqual(height)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(width)
  }
})

test('no page is wider than its window', { tag: '@full' }, async ({ page, db }) => {
  test.slow()
  const { visitors } = await allPages(db)
  // The page for a phone without a network runs no scripts, and no ticket was sold here.
  const left = ['/nema-mreze', '/karta/undefined']
  for (const address of visitors.filter((one) => !left.includes(one))) {
    await page.goto(address)
    for (const size of SIZES) {
      await resize(page, size)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${address} at ${size.join(' × ')}`).toBe(size[0])
    }
  }
})

test('the footer takes three fifths of a phone beside its picture, with links for a thumb', async ({
  page,
}) => {
  const phone = [360, 780] as const
  await page.goto('/kontakt')
  await resize(page, phone)
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  const heightOf = (name: string) =>
    page.locator(name).evaluate((one) => one.getBoundingClientRect().height)
  expect((await heightOf('.poster-footer')) - (await heightOf('.poster-street'))).toBeLessThan(
    0.6 * phone[1],
  )
  for (const link of await footer.locator('.poster-foot').getByRole('link').all())
    expect((await link.boundingBox())?.height, String(link)).toBeGreaterThanOrEqual(44)
})
