import type { Page } from '@playwright/test'
import postgres from 'postgres'
import sharp from 'sharp'
import { expectAccessible } from '../support/axe'
import { newDatabase } from '../support/database'
import { expect, freshFestival, fullUnless, test } from '../support/fixtures'
import { hold } from '../support/hold'
import { type Instance, startInstance } from '../support/instance'
import { openShop } from '../support/shop-window'

const PAGES = [
  { address: '/kontakt', title: 'Kontakt', section: 'kontakt' },
  { address: '/ulaznice', title: 'Ulaznice', section: 'ulaznice' },
  { address: '/pravila-ponasanja', title: 'Pravila ponašanja', section: 'pravila' },
  { address: '/uvjeti-koristenja', title: 'Uvjeti korištenja', section: 'uvjeti' },
]
const SIZES = { phone: { width: 360, height: 780 }, desktop: { width: 1440, height: 900 } }
const OPEN = { COMINGSOON_VISIBILITY: '1', ULAZNICA_VISIBILITY: '1', IGRICA_VISIBILITY: '1' }

const main = (page: Page) => page.getByRole('main')
const shopLink = (page: Page) => main(page).getByRole('link', { name: /Kupi ulaznicu/ })

async function makeFresh(db: postgres.Sql) {
  await db`select pg_notify('brucosijada_invalidate',
    ${JSON.stringify({ from: 'a test', tags: ['translations'] })})`
}

test.beforeAll(freshFestival)

test.describe('text pages', () => {
  test.beforeEach(async ({ db, setFlags }) => {
    await db`delete from translations`
    await makeFresh(db)
    await setFlags(OPEN)
  })

  test('show raw keys without translations, and the organisers’ sections with them', async ({
    page,
    db,
  }) => {
    for (const { address, section } of PAGES)
      await expect(async () => {
        await page.goto(address)
        await expect(
          main(page).getByRole('heading', { name: `${section}.title1`, exact: true }),
        ).toBeVisible({ timeout: 500 })
        await expect(main(page).getByText(`${section}.text1`, { exact: true })).toBeVisible()
      }).toPass()
    for (const { section } of PAGES)
      await db`insert into translations (key, value) values
        (${`${section}.title2`}, 'Drugi naslov'),
        (${`${section}.text2`}, ${'Prvi odlomak.<br>Novi red.\n\nDrugi <b>odlomak</b>.'}),
        (${`${section}.title10`}, 'Deseti naslov')`
    await makeFresh(db)
    for (const { address, title, section } of PAGES) {
      await expect(async () => {
        await page.goto(address)
        await expect(main(page).locator('.poster-clauses h2').first()).not.toHaveText(
          `${section}.title1`,
          { timeout: 500 },
        )
      }).toPass()
      await expect(page).toHaveTitle(new RegExp(`^${title} · Brucošijada$`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(title, 'i'))
      const sections = main(page).locator('.poster-clauses > li')
      await expect(sections.getByRole('heading')).toHaveText(['Drugi naslov', 'Deseti naslov'])
      const paragraphs = sections.first().locator('p')
      await expect(paragraphs).toHaveCount(2)
      expect(await paragraphs.first().textContent()).toBe('Prvi odlomak.\nNovi red.')
      await expect(paragraphs.last()).toHaveText('Drugi <b>odlomak</b>.')
      await expect(sections.last()).toContainText(`${section}.text10`)
    }
  })

  for (const [size, viewport] of Object.entries(SIZES))
    test(`are accessible and fit on a ${size}`, fullUnless(size === 'phone'), async ({ page }) => {
      await page.setViewportSize(viewport)
      for (const { address } of PAGES) {
        await page.goto(address)
        await expectAccessible(page)
      }
    })

  test('fit on a screen 320 px wide, with a word of any length', { tag: '@full' }, async ({
    page,
    db,
  }) => {
    await db`insert into translations (key, value) values
      ('pravila.title1', 'Najneprestolonasljednikovičicama'),
      ('pravila.text1', ${'x'.repeat(90)})`
    await makeFresh(db)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const { address } of PAGES) {
      await page.goto(address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  })

  test('contact names both mailboxes, the networks and the way to the map', async ({ page }) => {
    await page.goto('/kontakt')
    for (const address of ['info@brucosijada.example', 'sponzori@brucosijada.example'])
      await expect(main(page).locator(`a[href="mailto:${address}"]`)).toBeVisible()
    for (const network of ['Instagram', 'Facebook', 'TikTok'])
      await expect(main(page).getByRole('link', { name: new RegExp(network) })).toBeVisible()
    await expect(main(page).getByRole('link', { name: /Kako do nas/ })).toHaveAttribute(
      'href',
      '/t2',
    )
  })

  test('follow their flags, and the footer’s links with them', async ({ page, setFlags }) => {
    const footer = page.getByRole('contentinfo')
    const terms = footer.getByRole('link', { name: 'Uvjeti korištenja' })
    const rules = footer.getByRole('link', { name: 'Pravila ponašanja' })
    await page.goto('/')
    await terms.click()
    await expect(page.getByRole('heading', { level: 1, name: /Uvjeti korištenja/i })).toBeVisible()
    await setFlags({ IGRICA_VISIBILITY: '0', ULAZNICA_VISIBILITY: '0' })
    for (const address of ['/uvjeti-koristenja', '/ulaznice'])
      expect((await page.goto(address))?.status()).toBe(404)
    await page.goto('/')
    await expect(terms).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Kupi karte' })).toHaveCount(0)
    await rules.click()
    await expect(page.getByRole('heading', { level: 1, name: /Pravila ponašanja/i })).toBeVisible()
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    expect((await page.goto('/pravila-ponasanja'))?.status()).toBe(404)
    await page.goto('/')
    await expect(rules).toHaveCount(0)
  })

  test('let the keyboard skip the menu', async ({ page }) => {
    await page.goto('/pravila-ponasanja')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Preskoči na sadržaj' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#sadrzaj$/)
  })
})

test('without a widget the ticket page is the way to the shop', async ({ page, setFlags }) => {
  await setFlags(OPEN)
  await page.goto('/ulaznice')
  await expect(shopLink(page)).toHaveAttribute('href', 'https://www.entrio.hr/')
  await expect(shopLink(page)).toHaveAttribute('target', '_blank')
  await expect(page.locator('#ticket-widget')).toHaveCount(0)
})

test.describe('a festival with a ticket widget and a name of its own', () => {
  // Files that a worker fetches no test can hold back.
  test.use({ serviceWorkers: 'block' })

  const NAME = 'Ljetna noć Šumara'
  let shop: Awaited<ReturnType<typeof openShop>>
  let festival: Instance

  test.beforeAll(async () => {
    shop = await openShop()
    const url = await newDatabase()
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    await sql`update visibility_flags set visible = true where visible is not null`
    await sql`update editions set ${sql({
      name: NAME,
      ticket_shop_url: `${shop.url}/trgovina`,
      ticket_widget_src: `${shop.url}/widget.js`,
      ticket_widget_data: sql.json({ event: 'noć-42', lang: 'hr' }),
    })}`
    await sql.end()
    festival = await startInstance(url)
  })
  test.afterAll(async () => {
    await festival.stop()
    shop.close()
  })

  /** The page in stand-ins of its faces, so that what moves is moved by the shop alone. */
  const withoutFaces = (page: Page) => page.route('**/*.woff2', (route) => route.abort())
  const shift = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
              sum += entry.value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), 100)
        }),
    )

  test('the widget fills its place on the ticket page alone, and moves nothing', async ({
    page,
  }) => {
    await withoutFaces(page)
    shop.asked.length = 0
    for (const address of ['/', '/kontakt', '/brucosi']) await page.goto(festival.url + address)
    expect(shop.asked).toEqual([])
    for (const viewport of Object.values(SIZES)) {
      await page.setViewportSize(viewport)
      await page.goto(`${festival.url}/ulaznice`)
      await expect(page.getByText('Prodaja: noć-42 / noć-42')).toBeVisible()
      await expect(shopLink(page)).toBeHidden()
      await expect(
        main(page).getByRole('link', { name: 'Otvori trgovinu u novoj kartici' }),
      ).toHaveAttribute('href', `${shop.url}/trgovina`)
      expect(await shift(page)).toBeLessThan(0.02)
    }
    expect(shop.asked.map((one) => one.url)).toEqual(['/widget.js', '/widget.js'])
    for (const { referer, cookie } of shop.asked)
      expect([referer, cookie]).toEqual([undefined, undefined])
    await expectAccessible(page)
  })

  test('a widget that is blocked leaves the way to the shop, and says so', async ({ page }) => {
    await withoutFaces(page)
    await page.route('**/widget.js', (route) => route.abort())
    await page.goto(`${festival.url}/ulaznice`)
    await expect(main(page).getByRole('status')).toContainText('Prodaja se ovdje nije učitala.')
    await expect(shopLink(page)).toHaveAttribute('href', `${shop.url}/trgovina`)
    expect(await shift(page)).toBeLessThan(0.02)
    await expectAccessible(page)
  })

  test('a widget that takes too long does too, and may still come', { tag: '@full' }, async ({
    page,
  }) => {
    const widget = await hold(page, '**/widget.js')
    await page.clock.install()
    await page.goto(`${festival.url}/ulaznice`, { waitUntil: 'domcontentloaded' })
    await expect(main(page).getByRole('status')).toHaveText('Učitavamo prodaju ulaznica…')
    await expect(shopLink(page)).toBeVisible()
    await page.clock.fastForward(8_100)
    await expect(main(page).getByRole('status')).toContainText('nije učitala')
    widget.release()
    await expect(async () => {
      await page.clock.runFor(100)
      await expect(page.getByText('Prodaja: noć-42')).toBeVisible({ timeout: 200 })
    }).toPass()
    await expect(main(page).getByRole('status')).toHaveText('')
  })

  test('title, manifest and preview picture bear the festival’s name', async ({
    page,
    request,
  }) => {
    await page.goto(`${festival.url}/kontakt`)
    const meta = (property: string) => page.locator(`meta[property="og:${property}"]`).first()
    await expect(meta('title')).toHaveAttribute('content', `Kontakt · ${NAME}`)
    await expect(meta('site_name')).toHaveAttribute('content', NAME)
    const address = (await meta('image').getAttribute('content')) ?? ''
    expect(address.startsWith(festival.url)).toBe(true)
    const answer = await request.get(address)
    const { data } = await sharp(await answer.body())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data.length).toBeGreaterThan(1200 * 630)
    const manifest = await (await request.get(`${festival.url}/manifest.webmanifest`)).json()
    expect(manifest.short_name).toBe(NAME)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hr')
  })

  test.describe('without scripting', () => {
    test.use({ javaScriptEnabled: false })
    test('the ticket page shows a link to the shop', async ({ page }) => {
      await page.goto(`${festival.url}/ulaznice`)
      await expect(shopLink(page)).toBeVisible()
      await expect(shopLink(page)).toHaveAttribute('href', `${shop.url}/trgovina`)
      await expect(page.getByText('Učitavamo')).toHaveCount(0)
    })
  })
})
