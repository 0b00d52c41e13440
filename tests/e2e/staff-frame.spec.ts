import type { Locator, Page } from '@playwright/test'
import { expectAccessible, LOOKS } from '../support/axe'
import { awaitDayBoundary } from '../support/day-boundary'
import { expect, freshFestival, test } from '../support/fixtures'
import { demo } from '../support/login'

const FORBIDDEN =
  'Nažalost, nemate privilegije za pristup ovoj stranici. Pričekajte ili se javite savjetniku'

/** Every message of an alert that the browser shows, each dismissed. */
function alerts(page: Page): string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(dialog.message())
    return dialog.accept()
  })
  return seen
}

test.beforeAll(freshFestival)

test.describe('a page that is not for the person', () => {
  for (const [privilege, path] of [
    [2, '/admin/guests'],
    [3, '/admin/entry'],
    [4, '/admin/daily-report'],
    [2, '/admin/visibility'],
    [4, '/admin/admin-panel'],
    [3, '/admin/mails'],
  ] as const)
    test(`${path} sends privilege ${privilege} home`, async ({ page, signIn }) => {
      await signIn(page, privilege)
      const seen = alerts(page)
      await page.goto(path)
      await page.waitForURL('/admin')
      expect(seen).toEqual([FORBIDDEN])
    })

  test('sends privilege 0 to the login, where the sentence stays', async ({ page, signIn }) => {
    await signIn(page, 0)
    const seen = alerts(page)
    await page.goto('/admin')
    await page.waitForURL('/admin/login')
    expect(seen).toEqual([FORBIDDEN])
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(FORBIDDEN)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.getByRole('link', { name: 'Odjava' }).click()
    await expect(demo(page, 'sve, uključujući')).toBeVisible()
  })
})

test.describe('the frame', () => {
  for (const [privilege, lines] of [
    [2, ['Početna', 'Ulaz']],
    [3, ['Početna', 'Brucoši']],
    [4, ['Početna', 'Brucoši', 'Ulaz']],
  ] as const)
    test(`shows privilege ${privilege} only what it may open`, async ({ page, signIn }) => {
      await signIn(page, privilege)
      await page.goto('/admin')
      const targets = page.getByRole('main').getByRole('link')
      await expect(targets).toHaveText(lines.slice(1).map((label) => new RegExp(`^${label}`)))
      await page.getByRole('button', { name: 'Izbornik' }).click()
      const menu = page.getByRole('navigation', { name: 'Sve stranice' })
      const [home, ...others] = lines
      await expect(menu.getByRole('link')).toHaveText([home, 'Stranica za posjetitelje', ...others])
      await expect(menu.getByRole('link', { name: 'Početna' })).toHaveAttribute(
        'aria-current',
        'page',
      )
    })

  test('leads an admin from home and menu to every screen there is', async ({ page, signIn }) => {
    await signIn(page, 1)
    await page.goto('/admin')
    const addresses = (links: Locator) =>
      links.evaluateAll((all) => all.map((link) => link.getAttribute('href') as string))
    const main = page.getByRole('main').getByRole('link')
    await expect(main.first()).toBeVisible()
    const home = await addresses(main)
    await page.getByRole('button', { name: 'Izbornik' }).click()
    const menu = page.getByRole('navigation', { name: 'Sve stranice' })
    await expect(menu.getByRole('heading')).toHaveText([
      'Na terenu',
      'Gosti',
      'Program i sponzori',
      'Stranica',
      'Pregled',
      'Osoblje i sustav',
    ])
    await expect(menu.getByRole('link', { name: 'Svi izvođači' })).toBeHidden()
    for (const name of ['Izvođači', 'Sponzori']) await menu.getByRole('button', { name }).click()
    const size = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(async () => void (await document.fonts.ready))
    for (const name of ['Svi izvođači', 'Dodaj izvođača', 'Svi sponzori', 'Dodaj sponzora'])
      expect((await menu.getByRole('link', { name }).boundingBox())?.height, name).toBe(44)
    if (size) await page.setViewportSize(size)
    const links = (await addresses(menu.getByRole('link'))).filter((href) => href !== '/')
    expect(links).toEqual(
      expect.arrayContaining(
        [
          'tags',
          'users',
          'users-add',
          'visibility',
          'lineup-list',
          'lineup-add/0',
          'sponsors-list',
          'sponsors-add/0',
        ].map((s) => `/admin/${s}`),
      ),
    )
    const screens = links.filter((href) => !/^\/admin(\/admin-panel)?$|add/.test(href))
    expect(home).toEqual(expect.arrayContaining(screens))
    await menu.getByRole('link', { name: 'Admin panel' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Admin panel' })).toBeVisible()
    expect(await addresses(main)).toEqual(expect.arrayContaining(screens))
    for (const href of links) expect((await page.request.get(href)).status(), href).toBe(200)
  })

  test('leads by its menu, and marks where one is', async ({ page, signIn }) => {
    await signIn(page, 1)
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Izbornik' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Prikaz' }).click()
    await page.waitForURL('/admin/visibility')
    await expect(page.getByRole('dialog')).toBeHidden()
    const bar = page.getByRole('navigation', { name: 'Uprava' })
    await bar.getByRole('link', { name: 'Brucoši' }).click()
    await page.waitForURL('/admin/guests')
    await expect(bar.getByRole('link', { name: 'Brucoši' })).toHaveAttribute('aria-current', 'page')
  })

  test('closes its menu and takes the keyboard from nobody', { tag: '@full' }, async ({
    page,
    signIn,
  }) => {
    await signIn(page, 1)
    await page.goto('/admin/tags')
    const burger = page.getByRole('button', { name: 'Izbornik' })
    const menu = page.getByRole('dialog')
    await burger.click()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(burger).toBeFocused()

    // Who goes on as soon as the menu is gone types where they are, a moment later too.
    const field = page.getByLabel('Naziv novog taga')
    await burger.click()
    await expect(menu).toBeVisible()
    const hasKept = await field.evaluate(async (element) => {
      const gone = new Promise<void>((done) => {
        new MutationObserver((_, look) => {
          if (document.querySelector('[role=dialog]')) return
          look.disconnect()
          if (element instanceof HTMLElement) element.focus()
          done()
        }).observe(document.body, { childList: true, subtree: true })
      })
      document.querySelector<HTMLElement>('[aria-label="Zatvori izbornik"]')?.click()
      await gone
      for (let i = 0; i < 20; i++) await new Promise((next) => setTimeout(next))
      return document.activeElement?.id === element.id
    })
    expect(hasKept).toBe(true)
  })

  test('is dark or light as chosen, also after a reload', async ({ page, signIn }) => {
    await signIn(page, 1)
    await page.goto('/admin')
    const root = page.locator('html')
    await expect(root).toHaveClass(/light/)
    await page.getByRole('button', { name: 'Izbornik' }).click()
    await page.getByRole('radio', { name: 'Tamno' }).click()
    await expect(root).toHaveClass(/dark/)
    await page.reload()
    await expect(root).toHaveClass(/dark/)
  })

  test('stands at the bottom of a phone, in reach of the thumb', { tag: '@full' }, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await signIn(page, 1)
    await page.goto('/admin')
    const box = await page.getByRole('button', { name: 'Izbornik' }).boundingBox()
    expect(box?.y).toBeGreaterThan(700)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  })

  test("shows today's sales to whom sells", { tag: '@full' }, async ({ page, signIn, as }) => {
    await awaitDayBoundary()
    const stats = await (await (await as(3)).get('/api/guests/today-stats/')).json()
    await signIn(page, 3)
    await page.goto('/admin')
    await expect(page.getByRole('region', { name: 'Prodaja danas' }).locator('dd')).toHaveText([
      String(stats.totalEntries),
      String(stats.ticketsBefore12),
      String(stats.ticketsAfter12),
    ])
    await signIn(page, 2)
    await page.goto('/admin')
    await expect(page.getByRole('main').getByRole('link', { name: 'Ulaz' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Prodaja danas' })).toHaveCount(0)
  })

  test('has a not-found page of its own', async ({ page, signIn }) => {
    await signIn(page, 1)
    for (const path of ['/admin/nema', '/admin/nema/ni/ovdje']) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Te stranice nema u upravi' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Uprava' })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Na početnu' }).click()
    await page.waitForURL('/admin')
  })
})

for (const { name, viewport } of LOOKS)
  test.describe(name, () => {
    test.use({ viewport })

    test('is accessible', { tag: '@full' }, async ({ page, signIn }) => {
      await page.goto('/admin/login?error=wrong_domain')
      await demo(page, 'sve, uključujući').waitFor()
      await expectAccessible(page)
      await signIn(page, 0)
      await page.goto('/admin/login')
      await page.getByRole('link', { name: 'Odjava' }).waitFor()
      await expectAccessible(page)
      await signIn(page, 1)
      await page.goto('/admin/nema')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page)
      await page.goto('/admin')
      await page.getByRole('region', { name: 'Danas' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Izbornik' }).click()
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
    })
  })
