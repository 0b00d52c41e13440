// covers: lib/server components/public app/(public)
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdRequests } from '../support/hold'
import { skipScriptWait, waitForHydration } from '../support/late-scripts'
import { addArtwork, invalidateAllPages } from '../support/programme-rows'

test.beforeAll(freshFestival)
test.beforeAll(async ({ db }) => {
  await addArtwork(db, { 'floor-plan-mobile': [720, 1804] })
  await invalidateAllPages(db)
})
test.beforeEach(({ setFlags }) => setFlags(Object.fromEntries(FLAGS.map((name) => [name, '1']))))

test('a page whose script is missing or throws stays readable and shows a message', async ({
  page,
  request,
}) => {
  await test.step('without its own script the form is readable, and its button is disabled', async () => {
    const scriptsOf = async (address: string) =>
      new Set((await (await request.get(address)).text()).match(/\/_next\/static\/[^"'\\ ?]+\.js/g))
    const shared = await scriptsOf('/kontakt')
    const own = [...(await scriptsOf('/brucosi'))].filter((script) => !shared.has(script))
    expect(own).not.toEqual([])
    for (const script of own) await page.route(`**${script}`, (route) => route.abort())
    skipScriptWait(page)
    await page.goto('/brucosi')
    await expect(page.getByRole('heading', { level: 1, name: 'Brucoši' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pošalji' })).toBeDisabled()
  })

  await test.step('a page whose script throws shows a Croatian error page', async () => {
    await page.addInitScript(() => {
      // Makes the footer throw an error: it calls this function for the current year.
      Date.prototype.getUTCFullYear = () => {
        throw new Error('broken by the test')
      }
    })
    await page.goto('/kontakt')
    await expect(page.getByRole('heading', { level: 1, name: 'Zapelo je!' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pokušaj ponovno' })).toBeVisible()
    await expectAccessible(page)
  })
})

for (const [address, main] of [
  ['/', /\/art\/|\/_next\/image/],
  ['/igrica', /\/game\/$/],
] as const)
  test(`scripts of ${address} load after its main content, or after a second`, {
    tag: '@full',
  }, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (/_next\/static\/.*\.js/.test(request.url())) scripts.push(request.url())
    })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    // The main image or game is loaded but not drawn, because the clock of the page is paused.
    skipScriptWait(page)
    await page.goto(address)
    expect(scripts).toEqual([])
    await page.clock.runFor(500)
    await expect.poll(() => scripts.length).toBeGreaterThan(5)

    scripts.length = 0
    await page.route(main, () => {})
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeAttached()
    await page.clock.runFor(900)
    expect(scripts).toEqual([])
    await page.clock.runFor(200)
    await expect.poll(() => scripts.length).toBeGreaterThan(5)
  })

test.describe('the scripts of a page with a main picture', () => {
  test('run after the picture is complete', { tag: '@full' }, async ({ page }) => {
    await page.addInitScript(() => {
      // Disables the 1000 ms timeout after which scripts start without the main image.
      const originalTimeout = window.setTimeout
      const withoutTimeout = (run: () => void, after = 0) =>
        after === 1000 ? 0 : originalTimeout(run, after)
      Object.assign(window, { setTimeout: withoutTimeout })
      new MutationObserver((_, observer) => {
        if (!document.querySelector('script[src]:not([nomodule])')) return
        observer.disconnect()
        const picture = document.querySelector<HTMLImageElement>('main img[fetchpriority=high]')
        Object.assign(window, { isShown: picture?.complete && picture.naturalWidth > 0 })
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/tlocrt')
    await waitForHydration(page.locator('header button'))
    expect(await page.evaluate(() => (window as { isShown?: boolean }).isShown)).toBe(true)
  })

  test('run also if the picture does not arrive', { tag: '@full' }, async ({ page }) => {
    const pictures = await holdRequests(page, /\/_next\/image|\/api\/images/)
    await page.goto('/tlocrt', { waitUntil: 'domcontentloaded' })
    await waitForHydration(page.locator('header button'))
    pictures.release()
  })
})

test('nothing moves when the fonts arrive late, because the fallback fonts are as wide', {
  tag: '@full',
}, async ({ page }) => {
  const fonts = await holdRequests(page, '**/*.woff2')
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        document.documentElement.dataset.moved = String(
          Number(document.documentElement.dataset.moved ?? 0) + entry.value,
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/ulaznice', { waitUntil: 'domcontentloaded' })
  const hasFallbackFont = await page.evaluate(() =>
    document.fonts.load('900 20px "Poster as Arial"').then(
      () => true,
      () => false,
    ),
  )
  test.skip(!hasFallbackFont, 'neither Arial nor a font of its width is installed here')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const before = await heading.boundingBox()
  fonts.release()
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  expect((await heading.boundingBox())?.y).toBe(before?.y)
  expect(Number((await page.locator('html').getAttribute('data-moved')) ?? 0)).toBeLessThan(0.02)
})
