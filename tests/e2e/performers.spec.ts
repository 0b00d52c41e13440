import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, fullUnless, test } from '../support/fixtures'
import {
  addPerformers,
  addStages,
  clearProgramme,
  makeFresh,
  showNight,
} from '../support/programme-rows'

const SATURDAY = new Date('2026-11-21T19:00:00Z')
const dialog = (page: Page) => page.getByRole('dialog')
const mark = (page: Page, name: string) =>
  page.getByRole('button', { name: `Moje: ${name}`, exact: true })
const filter = (page: Page) => page.getByRole('button', { name: /^Moje \d+$/ })
const sets = (page: Page) => page.locator('.timetable-set .timetable-name')

test.beforeAll(freshFestival)
test.beforeEach(async ({ db, setFlags }) => {
  await clearProgramme(db)
  await addPerformers(db, { 'Prvi Bend': 'Sviraju od jutra.', 'Drugi Bend': '', Gost: 'Tajna.' })
  await db`update lineup_items set listen_url = 'https://slusaj.example/prvi' where name = 'Prvi Bend'`
  await db`update lineup_items set visible = false where name = 'Gost'`
  await addStages(db, SATURDAY, [30, 80])
  await showNight(db, setFlags)
})

test('one marks what one wants to see, sees only that, and is told what overlaps', async ({
  page,
  context,
  db,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/satnica')
  await expect(sets(page)).toHaveText(['Prvi Bend', 'Drugi Bend', 'Jutarnji vlak'])
  await expect(filter(page)).toHaveText('Moje 0')
  await filter(page).click()
  await expect(page.getByText('Još nemaš svojih nastupa.')).toBeVisible()
  await filter(page).click()

  await mark(page, 'Prvi Bend').click()
  await expect(mark(page, 'Prvi Bend')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Preklapa se s')).toHaveCount(0)
  await mark(page, 'Jutarnji vlak').click()
  await expect(page.getByText('Preklapa se s: Jutarnji vlak')).toBeVisible()
  await expect(page.getByText('Preklapa se s: Prvi Bend')).toBeVisible()
  await filter(page).click()
  await expect(filter(page)).toHaveText('Moje 2')
  await expect(sets(page)).toHaveText(['Prvi Bend', 'Jutarnji vlak'])
  await expectAccessible(page)
  const box = await mark(page, 'Prvi Bend').boundingBox()
  expect([box?.width, box?.height]).toEqual([44, 44])

  // Another tab knows at once, and is heard.
  const other = await context.newPage()
  await other.goto('/satnica')
  await expect(mark(other, 'Jutarnji vlak')).toHaveAttribute('aria-pressed', 'true')
  await mark(other, 'Jutarnji vlak').click()
  await expect(sets(page)).toHaveText(['Prvi Bend'])
  await mark(other, 'Drugi Bend').click()
  await expect(filter(page)).toHaveText('Moje 2')

  const calendar = page.getByRole('link', { name: 'Moje u kalendar' })
  const ics = await request.get((await calendar.getAttribute('href')) ?? '')
  expect((await ics.text()).match(/SUMMARY:.*/g)).toEqual([
    'SUMMARY:Prvi Bend',
    'SUMMARY:Drugi Bend',
  ])

  for (const ids of ['', 'a', '1,,2', '0', `${'1,'.repeat(300)}1`])
    expect((await request.get(`/api/programme/calendar.ics?ids=${ids}`)).status(), ids).toBe(400)
  const gone = await request.get('/api/programme/calendar.ics?ids=999999,999998')
  expect(await gone.text()).not.toContain('VEVENT')

  // Renamed and moved it stays; what is gone is dropped without a word.
  await db`update sets set title = 'Prvi Bend i gosti', starts_at = starts_at + interval '5 minutes'
    where id = (select min(id) from sets)`
  await db`delete from sets where id = (select min(id) + 1 from sets)`
  await makeFresh(db)
  await expect
    .poll(async () => {
      await page.goto('/satnica')
      return sets(page).allTextContents()
    })
    .toEqual(['Prvi Bend i gosti', 'Jutarnji vlak'])
  await expect(filter(page)).toHaveText('Moje 1')
  await expect(mark(page, 'Prvi Bend i gosti')).toHaveAttribute('aria-pressed', 'true')
})

test('on the night a line says where one is, and what has passed is dimmed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.setFixedTime(new Date('2026-11-21T20:16:00Z'))
  await page.goto('/satnica')
  await expect(page.getByText('Sada je 21:16')).toBeAttached()
  const states = page.locator('.timetable-set')
  await expect(states.nth(0)).toHaveAttribute('data-is', 'over')
  await expect(states.nth(1)).toHaveAttribute('data-is', 'on')
  await expect(states.nth(2)).toHaveAttribute('data-is', 'on')
  // The record of the line turns at the very edge.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
  await page.clock.setFixedTime(new Date('2026-11-20T20:16:00Z'))
  await expect(page.locator('[data-is]')).toHaveCount(0)
})

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width}`, fullUnless(viewport.width === 360), () => {
    test.use({ viewport })

    test('the dialog says when and where, plays, is shared, and leads to the next', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/lineup')
      await page.getByRole('link', { name: 'Prvi Bend' }).click()
      await expect(dialog(page).getByText('Sviraju od jutra.')).toBeVisible()
      await expect(dialog(page).getByRole('link', { name: 'Slušaj' })).toHaveAttribute(
        'href',
        'https://slusaj.example/prvi',
      )
      await expect(dialog(page).getByRole('link', { name: '20:00–20:45 Velika' })).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Podijeli' }).click()
      await expect(dialog(page).getByRole('status')).toHaveText('Poveznica je kopirana.')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        new URL('/lineup/prvi-bend', page.url()).href,
      )
      await expectAccessible(page)

      await dialog(page).getByRole('link', { name: 'Sljedeći: Drugi Bend' }).click()
      await expect(dialog(page)).toHaveAccessibleName('Drugi Bend')
      await expect(page).toHaveURL('/lineup#izvodac=drugi-bend')
      await expect(dialog(page).getByRole('link', { name: 'Slušaj' })).toHaveCount(0)
      await page.keyboard.press('ArrowLeft')
      await expect(dialog(page)).toHaveAccessibleName('Prvi Bend')
      // However many one has looked at, the way back is the line-up.
      await page.goBack()
      await expect(dialog(page)).toHaveCount(0)
      await expect(page).toHaveURL('/lineup')
    })

    test('a performer has a page of its own', async ({ page }) => {
      await page.goto('/lineup/prvi-bend')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prvi Bend')
      await expect(page).toHaveTitle('Prvi Bend · Brucošijada')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Sljedeći: Drugi Bend' }).click()
      await expect(page).toHaveURL('/lineup/drugi-bend')
      await page.getByRole('link', { name: 'Line-up', exact: true }).last().click()
      await expect(page).toHaveURL('/lineup')
    })
  })

test('a performer keeps the head on a tablet and on a wide screen', async ({ page }) => {
  await page.goto('/lineup/prvi-bend')
  const picture = page.locator('.act-picture img')
  for (const [width, height] of [
    [768, 1024],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    // Another width of the picture may be on its way.
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
      .toBe(true)
    // Pixels of the picture above and below its box, of which the ones above hold the head.
    const { above, below } = await picture.evaluate((img: HTMLImageElement) => {
      const { objectFit, objectPosition } = getComputedStyle(img)
      const { clientWidth, clientHeight, naturalWidth, naturalHeight } = img
      const scales = [clientWidth / naturalWidth, clientHeight / naturalHeight]
      const scale = objectFit === 'cover' ? Math.max(...scales) : Math.min(...scales)
      const hidden = naturalHeight * scale - clientHeight
      const above = (hidden * Number.parseFloat(objectPosition.split(' ')[1] ?? '')) / 100
      return { above, below: hidden - above }
    })
    expect(below, `cut off at ${width}`).toBeGreaterThan(1)
    expect(above, `cut off at ${width}`).toBeLessThan(1)
  }
})

test.describe('without a worker, whose calls no test can hold back', () => {
  test.use({ serviceWorkers: 'block' })

  test('where nobody answers, the dialog leads to the page of the performer', {
    tag: '@full',
  }, async ({ page }) => {
    await page.route('**/api/public/lineup/**', (route) => route.abort())
    await page.goto('/lineup#izvodac=prvi-bend')
    await dialog(page).getByRole('link', { name: 'stranici izvođača' }).click()
    await expect(page).toHaveURL('/lineup/prvi-bend')
    await expect(page.getByText('Sviraju od jutra.')).toBeVisible()
  })
})

test('an admin says where a performer is heard, by an address that is one', {
  tag: '@full',
}, async ({ page, signIn, db }) => {
  await signIn(page, 1)
  await page.goto('/admin/lineup-add/prvi-bend')
  const field = page.getByLabel('Poveznica za slušanje')
  await expect(field).toHaveValue('https://slusaj.example/prvi')
  await field.fill('slusaj.example')
  await page.getByRole('button', { name: 'Spremi promjene' }).click()
  await expect(field).toHaveAccessibleDescription(
    /Upišite poveznicu koja počinje s https:\/\/, ili ništa\./,
  )
  await field.fill('https://slusaj.example/drugi')
  await page.getByRole('button', { name: 'Spremi promjene' }).click()
  await page.waitForURL('/admin/lineup-list')
  expect(await db`select listen_url from lineup_items where slug = 'prvi-bend'`).toEqual([
    { listen_url: 'https://slusaj.example/drugi' },
  ])
})

test('what is shared shows the performer, and nobody who is hidden has an address', async ({
  request,
  setFlags,
  instance,
}) => {
  const html = await (await request.get('/lineup/prvi-bend')).text()
  const meta = (name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
  expect(meta('og:title')).toBe('Prvi Bend · Brucošijada')
  expect(meta('og:description')).toBe('20:00–20:45, Velika. Sviraju od jutra.')
  expect(html).toContain(`<link rel="canonical" href="${instance.url}/lineup/prvi-bend"/>`)
  const picture = await request.get(new URL(meta('og:image')).pathname)
  expect(await sharp(await picture.body()).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  })
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap).toContain('/lineup/prvi-bend</loc>')
  expect(sitemap).not.toContain('gost')

  const status = async (address: string) => (await request.get(address)).status()
  for (const address of ['/lineup/gost', '/lineup/nema-ga', '/lineup/0', '/lineup/%E0%A4%A'])
    expect(await status(address), address).toBeGreaterThanOrEqual(400)
  expect(await status('/lineup/gost')).toBe(404)
  expect(await status('/lineup/nema-ga')).toBe(404)
  expect(await status('/lineup/gost/opengraph-image')).toBe(404)
  await setFlags({ LINEUP_VISIBILITY: '0' })
  expect(await status('/lineup/prvi-bend')).toBe(404)
  expect(await status(new URL(meta('og:image')).pathname)).toBe(404)
  await setFlags({ LINEUP_VISIBILITY: '1' })
  expect(await status('/lineup/prvi-bend')).toBe(200)
})
