// covers: components app
import type { Page } from '@playwright/test'
import { seedDemo } from '@/db/seed/demo'
import { NIGHT_OVER } from '@/lib/phase/rules'
import { allPages } from '../support/all-pages'
import {
  addFresher,
  open as openDesk,
  search as searchDesk,
  ticket as ticketSwitch,
} from '../support/desk'
import { expect, freshFestival, fullUnless, test } from '../support/fixtures'
import { readCode } from '../support/hand-scanner'
import { holdRequests } from '../support/hold'
import { translate } from '../support/translate'

// Tests in unusual browsers: with a translated page, larger letters, forced colours, a slow
// network, without service workers, or with a clock past the end of the night.

test.beforeAll(freshFestival)
test.use({ viewport: { width: 360, height: 780 } })

let pages: string[]
let codes: string[]
let slug: string

test.beforeAll(async ({ db }) => {
  test.setTimeout(300_000)
  await seedDemo(db as never, { studentEmail: ({ jmbag }) => `x${jmbag}@fer.hr` })
  pages = (await allPages(db)).visitors.filter((address) => address !== '/nema-mreze')
  const guests = await db`select conf_code as code from guests where conf_code is not null
    and deleted_at is null and entered_at is null and banned_at is null order by id limit 3`
  codes = guests.map(({ code }) => code)
  slug = (await db`select slug from sponsors where guests_enabled = 1 order by id limit 1`)[0]?.slug
})

test('sign-up, ticket desk and gate work while the browser translates the page', {
  tag: '@full',
}, async ({ page, db, signIn }) => {
  await test.step('a fresher signs up', async () => {
    await db`delete from signups where jmbag = '0036598765'`
    await page.goto('/brucosi')
    const check = await translate(page)
    await page.getByRole('button', { name: 'Pošalji' }).click()
    await expect(page.getByText('Prihvaćanje privole je obavezno')).toBeVisible()
    await page.getByLabel('Ime', { exact: true }).fill('Željka')
    await page.getByLabel('Prezime', { exact: true }).fill('Đurić')
    await page.getByLabel('JMBAG', { exact: true }).fill('0036598765')
    await expect(page.getByText('zd59876@fer.hr')).toBeVisible()
    await page.getByLabel('E-mail', { exact: true }).fill('zd59876@fer.hr')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Pošalji' }).click()
    const saved = page.locator('[data-sonner-toast]').filter({ hasText: 'Podaci spremljeni' })
    await expect(saved).toBeVisible()
    await check()
  })

  await test.step('the ticket desk sells tickets', async () => {
    const students = [await addFresher(db), await addFresher(db, 'Ana', 'Kos')]
    await signIn(page, 3)
    await openDesk(page)
    const check = await translate(page)
    await searchDesk(page, '7700')
    await searchDesk(page, '9999999999')
    await expect(page.getByText('JMBAG nije pronađen!')).toBeVisible()
    for (const { digits } of students) {
      await searchDesk(page, digits)
      await ticketSwitch(page).click()
      await expect(page.getByRole('dialog')).toContainText('Brucoš je uspješno kupio kartu.')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await check()
  })

  await test.step('the gate scans and searches', async () => {
    await signIn(page, 2)
    await page.goto('/ulaz')
    const box = page.getByLabel('Ime, prezime ili kod')
    await expect(box).toBeEditable()
    await expect(page.getByText(/· popis prije/)).toBeVisible()
    const check = await translate(page)
    await box.fill('An')
    await box.fill('Ana')
    await box.press('Enter')
    await expect(page.getByText(/^Prikazan/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Skeniraj kartu' }).click()
    const [, code = ''] = codes
    expect((await readCode(page, code)).kind).toBe('admitted')
    expect((await readCode(page, '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).kind).toBe('unknown')
    expect((await readCode(page, code)).kind).toMatch(/inside|again|just/)
    await expect
      .poll(() => db`select from guests where conf_code = ${code} and entered_at is not null`)
      .toHaveLength(1)
    await check()
  })
})

test.describe('while the browser translates a page', { tag: '@full' }, () => {
  test('the ticket page and the request for a lost ticket work', async ({ page }) => {
    await page.goto(`/karta/${codes[0]}`)
    const check = await translate(page)
    await page.getByRole('button', { name: 'Preko cijelog zaslona' }).click()
    await page.getByRole('button', { name: 'Zatvori' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Spremi kao sliku' }).click()
    await saved
    await expect(page.getByRole('button', { name: 'Spremi kao sliku' })).toBeEnabled()
    await check()
    await page.goto('/karta')
    const checkLost = await translate(page)
    await page.getByLabel('JMBAG ili e-mail').fill('0036577')
    await page.getByRole('button', { name: 'Pošalji kartu' }).click()
    await expect(page.getByText('Upiši JMBAG (10 znamenki)')).not.toHaveCount(0)
    await page.getByLabel('JMBAG ili e-mail').fill('0036577777')
    await page.getByRole('button', { name: 'Pošalji kartu' }).click()
    await expect(page.getByText('Ako karta postoji, poslali smo je.')).toBeVisible()
    await checkLost()
  })

  test('a sponsor list works', async ({ page }) => {
    await page.goto(`/sponzori/${slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const check = await translate(page)
    await page.getByLabel('Ime i prezime').fill('Ana Anić')
    await page.getByRole('button', { name: 'Dodaj', exact: true }).click()
    const remove = page.getByRole('button', { name: 'Obriši: Ana Anić' })
    await remove.click()
    await page.getByRole('button', { name: 'Obriši', exact: true }).click()
    await expect(remove).toHaveCount(0)
    await check()
  })

  test('the timetable and the line-up work', async ({ page, db }) => {
    const [set] = await db`select starts_at as at from sets order by starts_at limit 1`
    await page.clock.install({ time: new Date(set?.at.getTime() - 60_000) })
    await page.goto('/satnica')
    const check = await translate(page)
    await page
      .getByRole('button', { name: /^Moje: / })
      .first()
      .click()
    await page.clock.runFor(120_000)
    await expect(page.locator('.set-now').first()).toBeVisible()
    await page.getByRole('button', { name: /^Moje \d/ }).click()
    await page.clock.runFor(12 * 3_600_000)
    await expect(page.locator('.set-now')).toHaveCount(0)
    await check()
    await page.goto('/lineup')
    const checkLineup = await translate(page)
    await page.locator('.lineup-tile').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Zatvori' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await checkLineup()
  })

  test('pages of the admin area can be searched and refreshed', async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, 1)
    for (const address of [
      '/admin',
      '/admin/guest-list',
      '/admin/users',
      '/admin/visibility',
      '/admin/mails',
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const check = await translate(page)
      for (const box of await page.getByRole('searchbox').all()) {
        await box.fill('Ana')
        await box.fill('')
        await box.fill('nitko takav')
      }
      for (const button of await page.getByRole('button', { name: /Osvježi|Send Emails/ }).all())
        await button.click()
      await check()
    }
  })
})

/** Pages whose scripts use a service worker. */
const WITH_WORKERS = ['/', '/nema-mreze', '/nema-ovoga', '/ulaz']

for (const isEvery of [false, true])
  test(`without service workers ${isEvery ? 'every page works' : 'pages that use them work'}`, {
    ...fullUnless(!isEvery),
  }, async ({ page }) => {
    test.slow()
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
      Reflect.deleteProperty(window, 'caches')
    })
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`))
    for (const address of isEvery ? [...pages, ...WITH_WORKERS] : WITH_WORKERS) {
      await page.goto(address)
      if (await page.getByText('Zapelo je!').isVisible()) broken.push(`${address}: Zapelo je!`)
    }
    expect(broken).toEqual([])
  })

// Rule 12.25: public pages work at twice the size of letters.
test('no page is wider than a phone at twice the font size', { tag: '@full' }, async ({ page }) => {
  test.slow()
  for (const address of pages) {
    await page.goto(address)
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    const width = await page.evaluate(async () => {
      await document.fonts.ready
      // Scrolls to the footer, because it is laid out only when it is in view.
      window.scrollTo(0, document.documentElement.scrollHeight)
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return document.documentElement.scrollWidth
    })
    expect(width, address).toBe(360)
  }
})

test('late web fonts cause a layout shift below 0.02 on every page', { tag: '@full' }, async ({
  page,
}) => {
  test.slow()
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        document.documentElement.dataset.moved = String(
          Number(document.documentElement.dataset.moved ?? 0) + entry.value,
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const hasFallbackFont = async () =>
    page.evaluate(() =>
      document.fonts.load('900 20px "Poster as Arial"').then(
        () => true,
        () => false,
      ),
    )
  for (const address of pages) {
    const fonts = await holdRequests(page, '**/*.woff2')
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    test.skip(!(await hasFallbackFont()), 'neither Arial nor a font of its width is installed here')
    await expect(page.locator('h1').first()).toBeVisible()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    fonts.release()
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    const moved = Number((await page.locator('html').getAttribute('data-moved')) ?? 0)
    expect(moved, address).toBeLessThan(0.02)
    await page.unroute('**/*.woff2')
  }
})

/** Returns the HTML of buttons, and of links that look like buttons, without a visible border. */
const borderlessButtons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, .poster-button, .performer-way')]
      .filter((element) => {
        const { borderTopWidth, borderTopStyle, appearance, display } = getComputedStyle(element)
        const isShown = element.getClientRects().length > 0 && display !== 'contents'
        const hasEdge = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0
        return isShown && !hasEdge && appearance === 'none'
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

test('every button keeps a visible border in forced colours', { tag: '@full' }, async ({
  page,
}) => {
  test.slow()
  await page.emulateMedia({ forcedColors: 'active' })
  for (const address of pages) {
    await page.goto(address)
    expect(await borderlessButtons(page), address).toEqual([])
  }
})

test('open pages change at the opening time and at the closing time without a reload', {
  tag: '@full',
}, async ({ page, db }) => {
  const [edition] = await db`
    select opens_at as doors, closes_at as end from editions where ended_at is null`
  const [doors, end] = [edition?.doors.getTime() as number, edition?.end.getTime() as number]
  const passBoundary = async (boundary: number) => {
    await page.clock.setSystemTime(new Date(boundary + 1_000))
    await page.clock.runFor(20_000)
  }
  await page.clock.install({ time: new Date(doors - 60_000) })
  await page.goto('/')
  await test.step('home shows the countdown and the links to buy and to sign up until the doors open', async () => {
    const offers = page.getByRole('link', { name: /^(Kupi kartu|Prijavi se)$/ })
    await expect(offers).toHaveCount(2)
    await expect(page.getByRole('timer')).toBeVisible()
    await passBoundary(doors)
    await expect(page.getByRole('list', { name: 'Sada na pozornicama' })).toBeVisible()
    await expect(offers).toHaveCount(0)
    await expect(page.getByRole('timer')).toHaveCount(0)
  })

  await test.step('home says that the night is over', async () => {
    await passBoundary(end)
    await expect(page.getByRole('heading', { level: 1, name: 'Svanulo je' })).toBeVisible()
  })

  const offersByPage = {
    '/brucosi': page.getByRole('button', { name: 'Pošalji' }),
    '/ulaznice': page.getByRole('link', { name: /^Kupi ulaznicu/ }),
    '/satnica': page.getByRole('link', { name: /kalendar/ }),
  }
  for (const [address, offer] of Object.entries(offersByPage))
    await test.step(`${address} hides its button or link at the closing time`, async () => {
      await page.clock.setSystemTime(new Date(end - 60_000))
      await page.goto(address)
      await expect(offer.first()).toBeVisible()
      await passBoundary(end)
      await expect(offer).toHaveCount(0)
      if (address !== '/satnica') await expect(page.getByText(NIGHT_OVER)).toBeVisible()
    })
})
