// covers: components/admin/frame app/admin
import type { Locator } from '@playwright/test'
import { screensFor } from '@/components/admin/frame/pages'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { awaitDayBoundary } from '../support/day-boundary'
import { expect, freshFestival, test } from '../support/fixtures'
import { demo } from '../support/login'

const FORBIDDEN =
  'Nažalost, nemate privilegije za pristup ovoj stranici. Pričekajte ili se javite savjetniku'

test.beforeAll(freshFestival)

// Rule 9.2: pages for which the user lacks the permission.
test('a forbidden page shows a message, and leads home or, without a privilege, to the sign-in', async ({
  page,
  signIn,
}) => {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(dialog.message())
    return dialog.accept()
  })

  await test.step('a user with privilege 2 is led to the admin home page', async () => {
    await signIn(page, 2)
    await page.goto('/admin/guests')
    await page.waitForURL('/admin')
    expect(seen).toEqual([FORBIDDEN])
    await expect(page.getByRole('main').getByRole('link')).toHaveText([/^Ulaz/])
  })

  await test.step('a user with privilege 0 is led to the sign-in page, where the message stays', async () => {
    await signIn(page, 0)
    await page.goto('/admin')
    await page.waitForURL('/admin/login')
    expect(seen).toEqual([FORBIDDEN, FORBIDDEN])
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(FORBIDDEN)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.getByRole('link', { name: 'Odjava' }).click()
    await expect(demo(page, 'sve, uključujući')).toBeVisible()
  })
})

test.describe('the admin layout', () => {
  // Rule 13.2: the bar and the menu of the admin area.
  test('links an admin to every screen, marks the current screen, and keeps the chosen theme', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 1)
    await page.goto('/admin')
    const addresses = (links: Locator) =>
      links.evaluateAll((all) => all.map((link) => link.getAttribute('href') as string))
    const main = page.getByRole('main').getByRole('link')
    const menu = page.getByRole('navigation', { name: 'Sve stranice' })
    const bar = page.getByRole('navigation', { name: 'Uprava' })
    const openMenu = () => page.getByRole('button', { name: 'Izbornik' }).click()
    const screens = screensFor(1).map(({ href }) => href)

    await test.step('home page and menu link to every screen', async () => {
      await expect(main.first()).toBeVisible()
      expect(await addresses(main)).toEqual(expect.arrayContaining(screens))
      await openMenu()
      await expect(menu.getByRole('heading')).toHaveText([
        'Na terenu',
        'Gosti',
        'Program i sponzori',
        'Stranica',
        'Pregled',
        'Osoblje i sustav',
      ])
      await expect(menu.getByRole('link', { name: 'Početna' })).toHaveAttribute(
        'aria-current',
        'page',
      )
      await expect(menu.getByRole('link', { name: 'Svi izvođači' })).toBeHidden()
      for (const name of ['Izvođači', 'Sponzori']) await menu.getByRole('button', { name }).click()
      expect(await addresses(menu.getByRole('link'))).toEqual(
        expect.arrayContaining([
          ...screens,
          '/',
          '/admin/users-add',
          '/admin/lineup-add/0',
          '/admin/sponsors-add/0',
        ]),
      )
    })

    await test.step('on a phone the links of an unfolded menu group are 44 px high', async () => {
      const size = page.viewportSize()
      await page.setViewportSize({ width: 360, height: 740 })
      await page.evaluate(async () => void (await document.fonts.ready))
      for (const name of ['Svi izvođači', 'Dodaj izvođača', 'Svi sponzori', 'Dodaj sponzora'])
        expect((await menu.getByRole('link', { name }).boundingBox())?.height, name).toBe(44)
      if (size) await page.setViewportSize(size)
    })

    await test.step('the admin panel links to every screen', async () => {
      await menu.getByRole('link', { name: 'Admin panel' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Admin panel' })).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(await addresses(main)).toEqual(expect.arrayContaining(screens))
    })

    await test.step('the bar marks the current screen', async () => {
      await bar.getByRole('link', { name: 'Brucoši' }).click()
      await page.waitForURL('/admin/guests')
      await expect(bar.getByRole('link', { name: 'Brucoši' })).toHaveAttribute(
        'aria-current',
        'page',
      )
    })

    await test.step('the chosen dark theme stays after a reload', async () => {
      const root = page.locator('html')
      await expect(root).toHaveClass(/light/)
      await openMenu()
      await page.getByRole('radio', { name: 'Tamno' }).click()
      await expect(root).toHaveClass(/dark/)
      await page.reload()
      await expect(root).toHaveClass(/dark/)
    })
  })

  test('returns the focus from the closed menu, unless the user has focused a field meanwhile', {
    tag: '@full',
  }, async ({ page, signIn }) => {
    await signIn(page, 1)
    await page.goto('/admin/tags')
    const burger = page.getByRole('button', { name: 'Izbornik' })
    const menu = page.getByRole('dialog')
    await burger.click()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(burger).toBeFocused()

    // A user who goes to a field as soon as the menu has closed keeps the focus in that field.
    const field = page.getByLabel('Naziv novog taga')
    await burger.click()
    await expect(menu).toBeVisible()
    const keepsFocus = await field.evaluate(async (element) => {
      const closed = new Promise<void>((done) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('[role=dialog]')) return
          observer.disconnect()
          if (element instanceof HTMLElement) element.focus()
          done()
        }).observe(document.body, { childList: true, subtree: true })
      })
      document.querySelector<HTMLElement>('[aria-label="Zatvori izbornik"]')?.click()
      await closed
      for (let i = 0; i < 20; i++) await new Promise((next) => setTimeout(next))
      return document.activeElement?.id === element.id
    })
    expect(keepsFocus).toBe(true)
  })

  test('has its menu button at the bottom of a phone, at least 44 px high', {
    tag: '@full',
  }, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await signIn(page, 1)
    await page.goto('/admin')
    const box = await page.getByRole('button', { name: 'Izbornik' }).boundingBox()
    expect(box?.y).toBeGreaterThan(700)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  })

  test('shows today’s sales to a user who sells tickets, and not to a user at the gate', {
    tag: '@full',
  }, async ({ page, signIn, as }) => {
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
})

for (const { name, viewport } of SCREEN_SIZES)
  test.describe(name, () => {
    test.use({ viewport })

    test('the sign-in page, a missing page, the admin home page and the menu are accessible', {
      tag: '@full',
    }, async ({ page, signIn }) => {
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
