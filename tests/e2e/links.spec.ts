import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { hiddenFestival, openPages } from '@/lib/visibility/rules'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { leaveAsleep } from '../support/late-scripts'
import { addTexts, makeFresh } from '../support/programme-rows'

const all = (value: '0' | '1') => Object.fromEntries(FLAGS.map((name) => [name, value]))
const LIVE_ONLY = { ...all('0'), COMINGSOON_VISIBILITY: '1' }
const everything = { ...hiddenFestival(), flags: Object.fromEntries(FLAGS.map((f) => [f, true])) }
const PAGES = [
  '/',
  ...openPages(everything as ReturnType<typeof hiddenFestival>).map((p) => p.address),
]

const PLACES = /\b(?:href|src|poster|action|data)="([^"]+)"/g
const SETS = /\bsrcset="([^"]+)"/gi

/** Every address of our own that the page at `base` names: links, pictures, scripts, frames. */
function addressesIn(html: string, base: URL): URL[] {
  const plain = html.replaceAll('&amp;', '&')
  const named = [...plain.matchAll(PLACES)].map((m) => m[1] ?? '')
  const sets = [...plain.matchAll(SETS)].flatMap((m) =>
    (m[1] ?? '').split(/,\s+/).map((one) => one.split(' ')[0] ?? ''),
  )
  return [...named, ...sets]
    .map((address) => new URL(address, base))
    .filter((url) => url.origin === base.origin)
}

/** Walks from the home page along every address of our own; those that lead nowhere. */
async function walk(request: APIRequestContext, base: string) {
  const seen = new Map<string, { status: number; html: string }>()
  const dead: string[] = []
  const waiting: [url: URL, from: string][] = [[new URL('/', base), '']]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [url, from] = next
    const address = url.pathname + url.search
    if (!seen.has(address)) {
      const answer = await request.get(address)
      const isPage = answer.headers()['content-type']?.startsWith('text/html') ?? false
      const html = isPage ? await answer.text() : ''
      seen.set(address, { status: answer.status(), html })
      for (const found of addressesIn(html, url)) waiting.push([found, address])
    }
    const { status, html } = seen.get(address) ?? { status: 0, html: '' }
    const anchor = decodeURIComponent(url.hash.slice(1))
    if (status !== 200 || (anchor && !html.includes(`id="${anchor}"`)))
      dead.push(`${status} ${url.href.slice(base.length)} on ${from}`)
  }
  return { dead, pages: [...seen].filter(([, { html }]) => html).map(([address]) => address) }
}

test.beforeAll(freshFestival)

// A page that is nothing without its texts.
test.beforeAll(async ({ db }) => {
  await addTexts(db, { 'pitanja.title1': 'Smije li pas?', 'pitanja.text1': 'Smije.' })
  await makeFresh(db)
})

test('no link, picture or script is dead, with every flag on', async ({
  request,
  instance,
  setFlags,
}) => {
  await setFlags(all('1'))
  const { dead, pages } = await walk(request, instance.url)
  expect(dead).toEqual([])
  expect(pages).toEqual(expect.arrayContaining(PAGES))
})

test('nor with every flag off, before the site is live and after', async ({
  request,
  instance,
  setFlags,
}) => {
  await setFlags(LIVE_ONLY)
  const live = await walk(request, instance.url)
  expect(live.dead).toEqual([])
  expect(live.pages).toEqual(expect.arrayContaining(['/', '/kontakt', '/t2', '/pravila-ponasanja']))
  await setFlags(all('0'))
  const hidden = await walk(request, instance.url)
  expect(hidden.dead).toEqual([])
  expect(hidden.pages).toEqual(['/'])
})

test('sitemap and robots name what is open, and only that', async ({
  request,
  instance,
  setFlags,
}) => {
  const named = async () =>
    [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      (m) => (m[1] ?? '').slice(instance.url.length),
    )
  await setFlags(all('1'))
  expect((await named()).sort()).toEqual([...PAGES].sort())
  await setFlags(LIVE_ONLY)
  for (const address of await named()) expect((await request.get(address)).status()).toBe(200)
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /admin')
  expect(robots).toContain(`Sitemap: ${instance.url}/sitemap.xml`)
})

/** The scripts that a page starts with, but for those that only old browsers load. */
function scriptsIn(html: string): string[] {
  const modern = html.replace(/<script[^>]*noModule[^>]*>/gi, '')
  return [...new Set(modern.match(/\/_next\/static\/[^"'\\ ?]+\.js/g))]
}

test('no page but the map starts with more than 150 kB of script', async ({
  request,
  setFlags,
}) => {
  await setFlags(all('1'))
  const sizes = new Map<string, number>()
  const weigh = async (address: string) => {
    const known = sizes.get(address)
    if (known !== undefined) return known
    const size = gzipSync(await (await request.get(address)).body()).length
    sizes.set(address, size)
    return size
  }
  for (const address of PAGES.filter((one) => one !== '/t2')) {
    const html = await (await request.get(address)).text()
    const total = (await Promise.all(scriptsIn(html).map(weigh))).reduce((sum, one) => sum + one, 0)
    expect(total, address).toBeGreaterThan(50_000)
    expect(total, address).toBeLessThan(150_000)
  }
})

test('any other address is not found, whatever it is made of', async ({ page, setFlags }) => {
  await setFlags(all('1'))
  const odd = ['/%E0', '/%00', '/LINEUP', '/Kontakt', '/nesto/drugo', '/nesto/drugo/', '/kontakt/x']
  for (const address of [...odd, `/${'a'.repeat(4000)}`, '/a%2Fb', '/.env', '/index.php?x=<b>']) {
    expect((await page.goto(address))?.status(), address).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: '...OPA!' })).toBeVisible()
    await expect(page.getByText('Izgleda da tražena stranica ne postoji!')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'hr')
  }
  expect((await page.goto('/kontakt/'))?.status()).toBe(200)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /[^/]\/kontakt$/)
})

test.describe('without scripting', () => {
  test.use({ javaScriptEnabled: false })

  test('every page can be read, and the menu opens', async ({ page, setFlags }) => {
    await setFlags(all('1'))
    await page.setViewportSize({ width: 360, height: 780 })
    for (const address of PAGES) {
      expect((await page.goto(address))?.status(), address).toBe(200)
      const title = page.getByRole('heading', { level: 1 })
      await expect(title, address).toHaveCount(1)
      await expect(title, address).toBeVisible()
      await expect(page.getByRole('contentinfo'), address).toBeVisible()
    }
    await page.goto('/kontakt')
    await page.getByRole('button', { name: 'Izbornik' }).click()
    await page.getByRole('link', { name: 'Cjenik' }).click()
    await expect(page).toHaveURL('/cjenik')
  })
})

for (const [address, main] of [
  ['/', /\/art\/|\/_next\/image/],
  ['/igrica', /\/game\/$/],
] as const)
  test(`scripts of ${address} come when there is what it is for, or after a second`, {
    tag: '@full',
  }, async ({ page, setFlags }) => {
    await setFlags(all('1'))
    const scripts: string[] = []
    page.on('request', (one) => {
      if (/_next\/static\/.*\.js/.test(one.url())) scripts.push(one.url())
    })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    // It is there, but the page's own time stands still, in which it has not been drawn.
    leaveAsleep(page)
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

test('a page whose own script cannot be loaded stays readable', async ({
  page,
  request,
  setFlags,
}) => {
  await setFlags(all('1'))
  const scriptsOf = async (address: string) => scriptsIn(await (await request.get(address)).text())
  const shared = new Set(await scriptsOf('/kontakt'))
  const own = (await scriptsOf('/brucosi')).filter((one) => !shared.has(one))
  expect(own).not.toEqual([])
  for (const script of own) await page.route(`**${script}`, (route) => route.abort())
  leaveAsleep(page)
  await page.goto('/brucosi')
  await expect(page.getByRole('heading', { level: 1, name: 'Brucoši' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pošalji' })).toBeDisabled()
})

test('a page that breaks in the browser says so in Croatian', async ({ page, setFlags }) => {
  await setFlags(all('1'))
  await page.addInitScript(() => {
    // What the footer asks for its year.
    Date.prototype.getUTCFullYear = () => {
      throw new Error('broken by the test')
    }
  })
  await page.goto('/kontakt')
  await expect(page.getByRole('heading', { level: 1, name: 'Zapelo je!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pokušaj ponovno' })).toBeVisible()
  await expectAccessible(page)
})

test('every page is accessible and fits on a phone', async ({ page, setFlags }) => {
  await setFlags(all('1'))
  await page.setViewportSize({ width: 360, height: 780 })
  for (const address of PAGES)
    await test.step(address, async () => {
      await page.goto(address)
      await expectAccessible(page)
    })
})
