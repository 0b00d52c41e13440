import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, fullUnless, test } from '../support/fixtures'
import {
  addArtwork,
  addPerformers,
  addPrices,
  addSets,
  addSponsors,
  addTexts,
  clearProgramme,
  makeFresh,
} from '../support/programme-rows'

const ALL_ON = {
  COMINGSOON_VISIBILITY: '1',
  LINEUP_VISIBILITY: '1',
  SPONSORS_VISIBILITY: '1',
  CJENIK_VISIBILITY: '1',
  SATNICA_VISIBILITY: '1',
} as const
const PAGES = {
  LINEUP_VISIBILITY: ['/lineup'],
  SPONSORS_VISIBILITY: ['/sponsors'],
  CJENIK_VISIBILITY: ['/cjenik'],
  SATNICA_VISIBILITY: ['/satnica', '/Satnica', '/satnica/', '/Satnica/'],
}
const SIZES = [
  { name: 'phone', viewport: { width: 320, height: 640 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
]

const dialog = (page: Page) => page.getByRole('dialog')
const strip = (page: Page) =>
  page.getByRole('contentinfo').getByRole('region', { name: 'Sponzori' })

/** Opens a page and waits until it shows what was written to the database. */
async function openFresh(page: Page, address: string, text: string) {
  await expect
    .poll(async () => {
      await page.goto(address)
      return page.getByText(text).count()
    })
    .toBeGreaterThan(0)
}

test.beforeAll(freshFestival)

test.describe('with a programme', () => {
  test.beforeAll(async ({ db }) => {
    await clearProgramme(db)
    await addPerformers(db, {
      'Prvi Bend': 'Sviraju od jutra.\n\nI do jutra.',
      'Drugi Bend': '',
      'Treći Bend': 'Sviraju po noći.',
    })
    await addSponsors(db, 14)
    await addPrices(db, [
      ['OSTALO', 'Kokice', 1, 2, 0],
      ['OSTALO', 'Upaljač', 2, 1.5, 3],
      ['PIVO', 'Svijetlo pivo', 1, 3, 0.5],
      ['SOK', 'Tonik', 2, 2.5, 0.25],
      ['SOK', 'Cola', 1, 1234.5, 1],
    ])
    await addArtwork(db, { schedule: [1600, 900], 'schedule-tall': [900, 1600] })
    await addTexts(db, {
      'cjenik.disclaimer': 'Cijene uključuju PDV.',
    })
    const doors = new Date('2026-11-21T19:00:00Z')
    await addSets(db, 'Velika pozornica', doors, [
      [0, 45, 'Prvi Bend'],
      [225, 300, 'Jutarnji vlak'],
    ])
    await addSets(db, 'Paviljon', doors, [[60, 120, 'Treći Bend']])
    await makeFresh(db)
  })
  test.beforeEach(({ setFlags }) => setFlags(ALL_ON))

  test('each flag hides its pages with 404 and shows them again, each by the next request', async ({
    request,
    setFlags,
  }) => {
    const status = async (address: string) =>
      (await request.get(address, { maxRedirects: 0 })).status()
    for (const [flag, addresses] of Object.entries(PAGES)) {
      for (const value of ['0', '1'] as const) {
        await setFlags({ [flag]: value })
        for (const address of addresses)
          expect(await status(address), `${address} at ${value}`).toBe(value === '1' ? 200 : 404)
      }
    }
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    for (const address of Object.values(PAGES).flat()) expect(await status(address)).toBe(404)
  })

  for (const { name, viewport } of SIZES)
    test.describe(name, fullUnless(name === 'phone'), () => {
      test.use({ viewport })

      test('a performer opens, is its own address, and closes by every way there is', async ({
        page,
      }) => {
        await openFresh(page, '/lineup', 'Treći Bend')
        await expect(page).toHaveTitle('Line-up · Brucošijada')
        await expectAccessible(page)
        const tile = page.getByRole('link', { name: 'Prvi Bend' })

        await tile.click()
        await expect(page).toHaveURL('/lineup#izvodac=prvi-bend')
        await expect(dialog(page)).toHaveAccessibleName('Prvi Bend')
        await expect(dialog(page).getByRole('paragraph')).toHaveText([
          'Sviraju od jutra.',
          'I do jutra.',
        ])
        await expectAccessible(page)
        await page.goBack()
        await expect(dialog(page)).toHaveCount(0)
        await expect(page).toHaveURL('/lineup')
        await page.goForward()
        await expect(dialog(page)).toHaveAccessibleName('Prvi Bend')

        await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
        await expect(page).toHaveURL('/lineup')
        await expect(tile).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(dialog(page)).toHaveCount(1)
        await expect(page.getByRole('button', { name: 'Zatvori' })).toBeFocused()

        await page.reload()
        await expect(dialog(page)).toHaveAccessibleName('Prvi Bend')
        await page.getByRole('button', { name: 'Zatvori' }).click()
        await expect(dialog(page)).toHaveCount(0)
        await expect(page).toHaveURL('/lineup')

        await page.getByRole('link', { name: 'Drugi Bend' }).dblclick()
        await expect(dialog(page)).toHaveAccessibleName('Drugi Bend')
        await expect(dialog(page).getByRole('paragraph')).toHaveCount(0)
        await page.goto('/lineup#izvodac=nema-ga')
        await expect(dialog(page)).toHaveCount(0)
        await expect(tile).toBeVisible()
      })

      test('sponsors, price list and schedule hold what they should', async ({ page }) => {
        await page.goto('/sponsors')
        const logo = page.getByRole('main').getByRole('link', { name: /^Tvrtka 3 / })
        await expect(logo).toHaveAttribute('href', 'https://tvrtka-3.example')
        await expect(logo).toHaveAttribute('target', '_blank')
        await expect(logo).toHaveAttribute('rel', 'noopener')
        await expect(page.getByRole('main').getByRole('link')).toHaveCount(14)
        await expectAccessible(page)

        await openFresh(page, '/cjenik', 'Svijetlo pivo')
        const row = (words: string) => page.getByRole('row').filter({ hasText: words })
        await expect(page.getByRole('table')).toHaveCount(3)
        await expect(page.getByRole('caption')).toHaveText(['SOK', 'PIVO', 'OSTALO'])
        await expect(page.getByRole('table').first().getByRole('rowheader')).toHaveText([
          'Cola',
          'Tonik',
        ])
        await expect(row('Cola').getByRole('cell')).toHaveText(['1 L', '1.234,50\u00a0€'])
        await expect(row('Svijetlo pivo').getByRole('cell')).toHaveText(['0,5 L', '3,00\u00a0€'])
        await expect(row('Upaljač').getByRole('cell')).toHaveText(['3', '1,50\u00a0€'])
        await expect(row('Kokice').getByRole('cell')).toHaveText(['', '2,00\u00a0€'])
        await expect(page.getByText('Plaćaj 20% jeftinije uz Aircash')).toBeVisible()
        await expect(page.getByRole('link', { name: /Preuzmi Aircash/ })).toHaveAttribute(
          'href',
          'https://aircash.eu/',
        )
        await expect(page.getByText('Cijene uključuju PDV.')).toBeVisible()
        await expectAccessible(page)

        await openFresh(page, '/Satnica', 'Jutarnji vlak')
        const picture = page.getByRole('img', { name: /^Raspored pozornica/ })
        const isWide = () =>
          picture.evaluate((img: HTMLImageElement) => img.naturalWidth > img.naturalHeight)
        await expect.poll(isWide).toBe(name === 'desktop')
        await expect(page.getByRole('link', { name: /Povećaj$/ })).toBeVisible()
        await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
          'Velika pozornica',
          'Paviljon',
        ])
        await expect(page.locator('.timetable-set')).toContainText([
          '20:00–20:45Prvi Bend',
          '23:45–01:00Jutarnji vlak',
          '21:00–22:00Treći Bend',
        ])
        await expectAccessible(page)
      })
    })

  test('the carousel runs, rests under keyboard and button, and shows what has the focus', async ({
    page,
    request,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openFresh(page, '/cjenik', 'Svijetlo pivo')
    const asked = new Set<string>()
    page.on('request', (one) => {
      if (one.url().includes('/_next/image')) asked.add(one.url())
    })
    await page.goto('/cjenik')
    const track = strip(page).locator('.poster-track')
    await expect(strip(page).locator('ul')).toHaveCount(10)
    await expect(strip(page).getByRole('link')).toHaveCount(14)
    await expect(track).toHaveCSS('animation-duration', '140s')
    const html = await (await request.get('/cjenik')).text()
    expect(html.match(/alt="Tvrtka 3 /g)).toHaveLength(1)

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(asked.size).toBeLessThanOrEqual(14)
    await strip(page).locator('.poster-strip').hover()
    await expect(track).toHaveCSS('animation-play-state', 'paused')
    await page.mouse.move(0, 0)
    await strip(page).getByRole('button').focus()
    await page.keyboard.press('Space')
    await expect(track).toHaveCSS('animation-play-state', 'paused')
    await page.keyboard.press('Shift+Tab')
    await expect(strip(page).getByRole('link', { name: /^Tvrtka 14 / })).toBeFocused()
    await expect(strip(page).getByRole('link', { name: /^Tvrtka 14 / })).toBeInViewport()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(track).toHaveCSS('animation-name', 'none')
  })

  test('the home page leads to the line-up, the performers and the sponsors', async ({ page }) => {
    await openFresh(page, '/', 'Treći Bend')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Line-up' })).toHaveAttribute('href', '/lineup')
    await expect(main.getByRole('link', { name: 'Sponzori' })).toHaveAttribute('href', '/sponsors')
    await main.getByRole('link', { name: 'Treći Bend', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Treći Bend')
    await expect(page.getByText('Sviraju po noći.')).toBeVisible()
  })

  test.describe('without scripting', () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

    test('a performer has a page, the timetable is read, and nothing runs', async ({ page }) => {
      await openFresh(page, '/lineup', 'Treći Bend')
      await page.getByRole('link', { name: 'Prvi Bend' }).click()
      await expect(page.getByText('Sviraju od jutra.')).toBeVisible()
      await page.getByRole('link', { name: '20:00–20:45 Velika pozornica' }).click()
      await expect(page).toHaveURL(/\/satnica#nastup-\d+$/)
      await expect(page.locator('.timetable-set:target')).toContainText('20:00–20:45Prvi Bend')
      await expect(page.getByRole('button', { name: /^Moje/ })).toHaveCount(0)
      await expect(strip(page).getByRole('link')).toHaveCount(14)
      await expect(strip(page).getByRole('button')).toHaveCount(0)
      await expect(strip(page).locator('.poster-track')).toHaveCSS('animation-name', 'none')
    })
  })
})

test('every page says when there is nothing yet, and names the texts that are missing', async ({
  page,
  db,
  setFlags,
}) => {
  await setFlags(ALL_ON)
  await clearProgramme(db)
  await makeFresh(db)
  await openFresh(page, '/lineup', 'Imena još držimo iza pozornice.')
  await expectAccessible(page)
  await openFresh(page, '/sponsors', 'Popis se još slaže.')
  await expectAccessible(page)
  await openFresh(page, '/cjenik', 'Šank se još slaže.')
  await expect(page.getByText('cjenik.disclaimer')).toBeVisible()
  await expectAccessible(page)
  await openFresh(page, '/satnica', 'Raspored se još slaže.')
  await expect(page.locator('.timetable-set')).toHaveCount(0)
  await expectAccessible(page)
})
