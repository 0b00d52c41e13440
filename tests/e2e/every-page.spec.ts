// covers: app components/public components/ui components/admin/frame
import type { Page } from '@playwright/test'
import { FLAGS } from '@/db/catalogue/visibility-keys'
import { seedDemo } from '@/db/seed/demo'
import { ALL_HIDDEN, openPages } from '@/lib/visibility/rules'
import { allPages } from '../support/all-pages'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { recordCspViolations } from '../support/csp-violations'
import { expect, freshFestival, fullUnless, test } from '../support/fixtures'
import { addTexts, invalidateAllPages } from '../support/programme-rows'
import { readQr } from '../support/read-qr'

/**
 * Pages that redirect, with their targets. A redirect would interrupt the visit of the next page,
 * so a test waits for it.
 */
const REDIRECTS: Record<string, string> = {
  '/admin/entry': '/ulaz',
  // Rule 9.5.
  '/admin/guest_tag': '/ulaz',
  '/admin/login': '/admin',
  '/admin/logout': '/admin/login',
}

const everything = { ...ALL_HIDDEN(), flags: Object.fromEntries(FLAGS.map((f) => [f, true])) }
const OPEN = openPages(everything as ReturnType<typeof ALL_HIDDEN>).map((page) => page.address)

let pages: Awaited<ReturnType<typeof allPages>>

test.beforeAll(freshFestival)
test.beforeAll(async ({ db, instance }) => {
  await seedDemo(db, { studentEmail: ({ jmbag }) => `x${jmbag}@fer.hr` })
  pages = await allPages(db)
  // Waits until the instance serves a page of a seeded performer, because it notices new content a
  // moment later.
  const performer = pages.visitors.find((address) => address.startsWith('/lineup/'))
  await expect.poll(async () => (await fetch(`${instance.url}${performer}`)).status).toBe(200)
})

/**
 * Opens a page, waits for the target of its redirect, and then until the browser is idle (at most
 * 300 ms).
 */
async function visit(page: Page, address: string) {
  await page.goto(address)
  const target = REDIRECTS[address]
  if (target) await page.waitForURL(target)
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 })),
  )
}

for (const { name, viewport } of SCREEN_SIZES) {
  test.describe(name, () => {
    test.use({ viewport })

    // Rule 12.25: every public page is accessible.
    test(
      'every public page loads, is accessible, fits the screen and causes no CSP violation',
      fullUnless(name === 'phone'),
      async ({ page, setFlags }) => {
        test.slow()
        const violations = await recordCspViolations(page)
        const check = (address: string) =>
          test.step(address, async () => {
            await visit(page, address)
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
            if (address === '/t2')
              await expect(page.locator('.campus-map[data-ready]')).toBeVisible()
            await page.evaluate(() => {
              for (const answer of document.querySelectorAll('details')) answer.open = true
            })
            await expectAccessible(page, { inFast: true })
            expect(violations).toEqual([])
          })
        // The page for a phone without a network is tested in offline-site.spec.ts.
        const others = pages.visitors.filter((address) => address !== '/nema-mreze')
        for (const address of [...others, '/nema-nicega']) await check(address)
        await setFlags({ COMINGSOON_VISIBILITY: '0' })
        await test.step('the home page before the site is live', () => check('/'))
        await setFlags({ COMINGSOON_VISIBILITY: '1' })
      },
    )

    // Rules 6.24 and 13.1: addresses of the gate and the admin screens.
    test(
      'every staff screen loads, is accessible, fits the screen and causes no CSP violation',
      fullUnless(name === 'desktop'),
      async ({ page, signIn }) => {
        test.slow()
        const violations = await recordCspViolations(page)
        await signIn(page, 1)
        const others = pages.staff.filter((address) => !address.endsWith('/logout'))
        for (const address of [...others, '/ulaz', '/admin/logout'])
          await test.step(address, async () => {
            await visit(page, address)
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
            await expect(page.getByText('Učitavanje …')).toHaveCount(0)
            if (address === '/admin/api') {
              // The check of all calls takes ten seconds, so the fast run checks a few of them.
              if (process.env.FULL_TESTS !== '1') {
                await page.getByRole('searchbox').fill('cjenik')
                await expect(page.getByText(/^Pronađeno poziva/)).toBeVisible()
              }
              await page.locator('summary').first().click()
              await expect(page.getByRole('heading', { name: 'Greške' })).toBeVisible()
            }
            // A redirecting page is checked at the address of its target. The sign-in page is
            // checked after the sign-out.
            if (!(address in REDIRECTS) || address === '/admin/logout')
              await expectAccessible(page, { inFast: true })
            expect(violations).toEqual([])
          })
      },
    )
  })
}

test.describe('without scripting', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })

  // Rule 12.19: a ticket shows its QR code without scripting.
  test('public pages can be read, the menu opens, and a ticket shows its QR code', async ({
    page,
    db,
    as,
  }) => {
    await test.step('every page has its heading and its footer', async () => {
      for (const address of ['/', ...OPEN]) {
        expect((await page.goto(address))?.status(), address).toBe(200)
        const title = page.getByRole('heading', { level: 1 })
        await expect(title, address).toHaveCount(1)
        await expect(title, address).toBeVisible()
        await expect(page.getByRole('contentinfo'), address).toBeVisible()
      }
    })

    await test.step('the menu opens', async () => {
      await page.goto('/kontakt')
      await page.getByRole('button', { name: 'Izbornik' }).click()
      await page.getByRole('link', { name: 'Cjenik' }).click()
      await expect(page).toHaveURL('/cjenik')
    })

    await test.step('the strip of sponsors is not animated', async () => {
      const strip = page.getByRole('contentinfo').getByRole('region', { name: 'Sponzori' })
      const sponsors = await db`select from sponsors where visible`
      await expect(strip.getByRole('link')).toHaveCount(sponsors.length)
      await expect(strip.getByRole('button')).toHaveCount(0)
      await expect(strip.locator('.poster-track')).toHaveCSS('animation-name', 'none')
    })

    await test.step('a performer has a page, which links to the timetable', async () => {
      const [performer] = await db`select l.name, l.biography from lineup_items l
        join sets s on s.lineup_item_id = l.id where l.visible order by s.starts_at limit 1`
      await page.goto('/lineup')
      await page.getByRole('main').getByRole('link', { name: performer?.name }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(performer?.name)
      await expect(page.getByText(performer?.biography.split('\n')[0])).toBeVisible()
      await page.getByRole('link', { name: /^\d\d:\d\d–\d\d:\d\d / }).click()
      await expect(page).toHaveURL(/\/satnica#nastup-\d+$/)
      await expect(page.locator('.timetable-set:target')).toContainText(performer?.name)
      await expect(page.getByRole('button', { name: /^Moje/ })).toHaveCount(0)
    })

    await test.step('the floor plan links to its image', async () => {
      await page.goto('/tlocrt')
      const href = await page.getByRole('link', { name: /Povećaj/ }).getAttribute('href')
      const picture = await page.request.get(href as string)
      expect(picture.headers()['content-type']).toBe('image/webp')
    })

    await test.step('the directions are shown as a drawing and as text', async () => {
      await page.goto('/t2')
      await expect(page.getByRole('heading', { level: 1, name: 'Kako do nas' })).toBeVisible()
      await expect(page.getByRole('img', { name: /^Crtež kampusa/ })).toBeVisible()
      await expect(page.getByRole('link', { name: /^Upute/ })).toBeVisible()
      await expect(page.getByText('Tramvajem', { exact: true })).toBeVisible()
      await expect(page.getByLabel('Noćne linije').getByText('N1', { exact: true })).toBeVisible()
      await expect(page.getByText('Kopiraj adresu')).toBeHidden()
    })

    await test.step('the game page says that it needs JavaScript, and shows the leaderboard', async () => {
      // Fills the leaderboard with long names. From a certain length on, the server may send a part
      // of the page hidden, and only a script moves it into place.
      await db`delete from leaderboard_entries`
      await db`insert into leaderboard_entries (name, email, score)
        select 'Vrlo dugo ime ' || n, n || '@p.hr', n from generate_series(1, 19) as n`
      const [entry] = await db`
        insert into leaderboard_entries (name, email, score) values ('X', 'a@p.hr', 1500) returning id`
      await (await as(1)).put(`/api/gameLeaderboard/${entry?.id}/`, { data: { name: 'Žućko' } })
      await page.goto('/igrica')
      await expect(page.locator('main noscript p')).toContainText('Igra treba uključen JavaScript.')
      // Finds the rows by role, because hidden elements have none.
      const rows = page.getByRole('region', { name: 'Najboljih dvadeset' }).getByRole('listitem')
      await expect(rows.filter({ hasText: 'Žućko' })).toContainText('1.500')
      await expect(rows.filter({ hasText: 'Vrlo dugo ime' })).toHaveCount(19)
    })

    await test.step('the sign-up form says that it needs JavaScript, and its button is disabled', async () => {
      await page.goto('/brucosi')
      await expect(page.locator('noscript p')).toContainText(
        'Prijava se šalje uz uključen JavaScript.',
      )
      await expect(page.locator('noscript p')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Pošalji' })).toBeDisabled()
    })

    await test.step('a ticket shows its QR code, also in full screen', async () => {
      const [guest] = await db`select conf_code from guests where conf_code is not null limit 1`
      await page.goto(`/karta/${guest?.conf_code}`)
      expect(await readQr(await page.screenshot())).toBe(guest?.conf_code)
      await page.getByRole('button', { name: 'Preko cijelog zaslona' }).click()
      expect(await readQr(await page.screenshot())).toBe(guest?.conf_code)
    })
  })
})

test('text pages fit a screen 320 px wide, with a word of any length', { tag: '@full' }, async ({
  page,
  db,
}) => {
  await db`delete from translations where key in ('pravila.title1', 'pravila.text1')`
  const word = 'Najneprestolonasljednikovičicama'
  await addTexts(db, { 'pravila.title1': word, 'pravila.text1': 'x'.repeat(90) })
  await invalidateAllPages(db)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect
    .poll(async () => {
      await page.goto('/pravila-ponasanja')
      return page.getByRole('heading', { name: word }).count()
    })
    .toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
