// covers: lib/server/csp.ts components/public/tickets next.config.ts
import type { Page } from '@playwright/test'
import postgres from 'postgres'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { recordCspViolations } from '../support/csp-violations'
import { newDatabase } from '../support/database'
import { startFakeShop } from '../support/fake-ticket-shop'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdRequests } from '../support/hold'
import { type Instance, startInstance } from '../support/instance'

let shop: Awaited<ReturnType<typeof startFakeShop>>
/**
 * A festival with a ticket widget. It is not the shared one, where a CSP violation fails the test.
 */
let festival: Instance

test.beforeAll(freshFestival)
test.beforeAll(async () => {
  shop = await startFakeShop()
  const url = await newDatabase()
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`update visibility_flags set visible = true where visible is not null`
  await sql`update editions set ${sql({
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

test('an injected script does not run, and the CSP violation is logged', async ({ page }) => {
  const violations = await recordCspViolations(page)
  await page.goto(`${festival.url}/kontakt`)
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.broken = "a script"'
    document.body.append(script)
    const box = document.createElement('div')
    box.innerHTML = `<img src="/nema.png" onerror="window.broken = 'a handler'">
      <a id="bait" href="javascript:window.broken = 'an address'">mamac</a>
      <iframe srcdoc="<script>parent.broken = 'a frame'</script>"></iframe>`
    document.body.append(box)
    const foreign = document.createElement('script')
    foreign.src = 'https://evil.example/x.js'
    document.body.append(foreign)
    const base = document.createElement('base')
    base.href = 'https://evil.example/'
    document.head.append(base)
    document.getElementById('bait')?.click()
  })
  const expectViolation = (what: string) => expect.poll(() => violations.join('\n')).toContain(what)
  await expectViolation('script-src-elem inline')
  await expectViolation('script-src-attr inline')
  await expectViolation('script-src-elem https://evil.example/x.js')
  await expectViolation('base-uri https://evil.example')
  const expectLogged = (text: string) => expect.poll(festival.output).toContain(text)
  await expectLogged('script-src-elem refused inline on /kontakt (reported 1 times so far)')
  await expectLogged('script-src-attr refused inline on /kontakt (reported 1 times so far)')
  await expectLogged('script-src-elem refused evil.example on /kontakt (reported 1 times so far)')
  expect(await page.evaluate(() => (window as never as { broken?: string }).broken)).toBe(undefined)
  expect(await page.evaluate(() => document.baseURI)).toContain(festival.url)
})

const main = (page: Page) => page.getByRole('main')
const shopLink = (page: Page) => main(page).getByRole('link', { name: /Kupi ulaznicu/ })

/** Returns the sum of all layout shifts of the page so far. */
const layoutShift = (page: Page) =>
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

/** Loads a script of the ticket shop into the page. Returns 'ran', or 'refused' by the CSP. */
const loadWidget = (page: Page) =>
  page.evaluate(
    (src) =>
      new Promise<string>((resolve) => {
        const script = document.createElement('script')
        script.onload = () => resolve('ran')
        script.onerror = () => resolve('refused')
        script.src = src
        document.body.append(script)
      }),
    `${shop.url}/widget.js?again`,
  )

// Rule 12.5: the widget and the link of the ticket shop.
test('the ticket widget runs only on the ticket page, and a blocked widget leaves a link to the shop', {
  tag: '@full',
}, async ({ page }) => {
  // Blocks the web fonts, so that only the widget can cause a layout shift.
  await page.route('**/*.woff2', (route) => route.abort())

  await test.step('other pages neither request the widget nor let it run', async () => {
    shop.requests.length = 0
    for (const address of ['/', '/kontakt', '/brucosi']) await page.goto(festival.url + address)
    expect(shop.requests).toEqual([])
    expect(await loadWidget(page)).toBe('refused')
  })

  await test.step('the widget causes no layout shift, and its request has neither referrer nor cookie', async () => {
    shop.requests.length = 0
    for (const { viewport } of SCREEN_SIZES) {
      await page.setViewportSize(viewport)
      await page.goto(`${festival.url}/ulaznice`)
      await expect(page.getByText('Prodaja: noć-42 / noć-42')).toBeVisible()
      await expect(shopLink(page)).toBeHidden()
      await expect(
        main(page).getByRole('link', { name: 'Otvori trgovinu u novoj kartici' }),
      ).toHaveAttribute('href', `${shop.url}/trgovina`)
      expect(await layoutShift(page)).toBeLessThan(0.02)
    }
    expect(shop.requests).toEqual(
      SCREEN_SIZES.map(() => ({ url: '/widget.js', referer: undefined, cookie: undefined })),
    )
    await expectAccessible(page)
    expect(await loadWidget(page)).toBe('ran')
  })

  await test.step('the page reports a blocked widget and links to the shop', async () => {
    await page.route('**/widget.js', (route) => route.abort())
    await page.goto(`${festival.url}/ulaznice`)
    await expect(main(page).getByRole('status')).toContainText('Prodaja se ovdje nije učitala.')
    await expect(shopLink(page)).toHaveAttribute('href', `${shop.url}/trgovina`)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await expectAccessible(page)
  })
})

test('a slow widget leaves a link to the shop, and is still shown when it arrives late', {
  tag: '@full',
}, async ({ page }) => {
  const widget = await holdRequests(page, '**/widget.js')
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
