// covers: components/public/programme components/public/lineup lib/programme lib/lineup
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, fullUnless, test } from '../support/fixtures'
import {
  addPerformers,
  addSponsors,
  addStages,
  clearProgramme,
  invalidateAllPages,
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
  await addPerformers(db, {
    'Prvi Bend': 'Sviraju od jutra.\n\nI do jutra.',
    'Drugi Bend': '',
    Gost: 'Tajna.',
  })
  await db`update lineup_items set listen_url = 'https://slusaj.example/prvi' where name = 'Prvi Bend'`
  await db`update lineup_items set visible = false where name = 'Gost'`
  await addStages(db, SATURDAY, [30, 80])
  await showNight(db, setFlags)
})

/** Opens a page again and again until it shows a text that was just written to the database. */
async function openFresh(page: Page, address: string, text: string) {
  await expect
    .poll(async () => {
      await page.goto(address)
      return page.getByText(text).count()
    })
    .toBeGreaterThan(0)
}

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
])
  test.describe(`at a width of ${viewport.width} px`, fullUnless(viewport.width === 360), () => {
    test.use({ viewport })

    // Rule 12.2: the dialog of a performer.
    test('the dialog of a performer has its own URL, can be shared, and links to the next performer', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await openFresh(page, '/lineup', 'Drugi Bend')
      await expect(page).toHaveTitle('Line-up · Brucošijada')
      const tile = page.getByRole('link', { name: 'Prvi Bend' })

      await test.step('the dialog shows the story, the set and the link to the music', async () => {
        await tile.click()
        await expect(page).toHaveURL('/lineup#izvodac=prvi-bend')
        await expect(dialog(page)).toHaveAccessibleName('Prvi Bend')
        const story = dialog(page).getByRole('paragraph').filter({ hasText: 'jutra' })
        await expect(story).toHaveText(['Sviraju od jutra.', 'I do jutra.'])
        await expect(dialog(page).getByRole('link', { name: 'Slušaj' })).toHaveAttribute(
          'href',
          'https://slusaj.example/prvi',
        )
        await expect(dialog(page).getByRole('link', { name: '20:00–20:45 Velika' })).toBeVisible()
        await expectAccessible(page)
      })

      await test.step('the share button copies the URL of the performer', async () => {
        await dialog(page).getByRole('button', { name: 'Podijeli' }).click()
        await expect(dialog(page).getByRole('status')).toHaveText('Poveznica je kopirana.')
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
          new URL('/lineup/prvi-bend', page.url()).href,
        )
      })

      await test.step('the dialog changes to the next and previous performer, and Back leads to the line-up', async () => {
        await dialog(page).getByRole('link', { name: 'Sljedeći: Drugi Bend' }).click()
        await expect(dialog(page)).toHaveAccessibleName('Drugi Bend')
        await expect(page).toHaveURL('/lineup#izvodac=drugi-bend')
        await expect(dialog(page).getByRole('link', { name: 'Slušaj' })).toHaveCount(0)
        await page.keyboard.press('ArrowLeft')
        await expect(dialog(page)).toHaveAccessibleName('Prvi Bend')
        await page.goBack()
        await expect(dialog(page)).toHaveCount(0)
        await expect(page).toHaveURL('/lineup')
        await page.goForward()
        await expect(dialog(page)).toHaveAccessibleName('Prvi Bend')
      })

      await test.step('the dialog closes by Escape and by button, and opens by Enter and by its URL', async () => {
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
      })

      await test.step('a double click opens one dialog, and the URL of an unknown performer opens no dialog', async () => {
        await page.getByRole('link', { name: 'Drugi Bend' }).dblclick()
        await expect(dialog(page)).toHaveAccessibleName('Drugi Bend')
        await page.goto('/lineup#izvodac=nema-ga')
        await expect(dialog(page)).toHaveCount(0)
        await expect(tile).toBeVisible()
      })

      await test.step('the performer has a page with links to the next performer and to the line-up', async () => {
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
  })

// Rule 12.21: sets that a visitor marks.
test('visitors mark sets, can show only the marked sets, and see which marked sets overlap', async ({
  page,
  context,
  db,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openFresh(page, '/satnica', 'Jutarnji vlak')

  await test.step('no set is marked at first', async () => {
    await expect(sets(page)).toHaveText(['Prvi Bend', 'Drugi Bend', 'Jutarnji vlak'])
    await expect(filter(page)).toHaveText('Moje 0')
    await filter(page).click()
    await expect(page.getByText('Još nemaš svojih nastupa.')).toBeVisible()
    await filter(page).click()
  })

  await test.step('two marked sets that overlap name each other', async () => {
    await mark(page, 'Prvi Bend').click()
    await expect(mark(page, 'Prvi Bend')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Preklapa se s')).toHaveCount(0)
    await mark(page, 'Jutarnji vlak').click()
    await expect(page.getByText('Preklapa se s: Jutarnji vlak')).toBeVisible()
    await expect(page.getByText('Preklapa se s: Prvi Bend')).toBeVisible()
    const box = await mark(page, 'Prvi Bend').boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 44])
  })

  await test.step('the filter shows only the marked sets', async () => {
    await filter(page).click()
    await expect(filter(page)).toHaveText('Moje 2')
    await expect(sets(page)).toHaveText(['Prvi Bend', 'Jutarnji vlak'])
    await expectAccessible(page)
  })

  await test.step('a second tab shows the marks, and its changes appear in the first tab', async () => {
    const other = await context.newPage()
    await other.goto('/satnica')
    await expect(mark(other, 'Jutarnji vlak')).toHaveAttribute('aria-pressed', 'true')
    await mark(other, 'Jutarnji vlak').click()
    await expect(sets(page)).toHaveText(['Prvi Bend'])
    await mark(other, 'Drugi Bend').click()
    await expect(filter(page)).toHaveText('Moje 2')
  })

  await test.step('the marked sets can be downloaded as a calendar', async () => {
    const calendar = page.getByRole('link', { name: 'Moje u kalendar' })
    const ics = await request.get((await calendar.getAttribute('href')) ?? '')
    expect((await ics.text()).match(/SUMMARY:.*/g)).toEqual([
      'SUMMARY:Prvi Bend',
      'SUMMARY:Drugi Bend',
    ])
  })

  await test.step('a renamed and moved set stays marked, and the mark of a deleted set is removed silently', async () => {
    await db`update sets set title = 'Prvi Bend i gosti', starts_at = starts_at + interval '5 minutes'
      where id = (select min(id) from sets)`
    await db`delete from sets where id = (select min(id) + 1 from sets)`
    await invalidateAllPages(db)
    await openFresh(page, '/satnica', 'Prvi Bend i gosti')
    await expect(sets(page)).toHaveText(['Prvi Bend i gosti', 'Jutarnji vlak'])
    await expect(filter(page)).toHaveText('Moje 1')
    await expect(mark(page, 'Prvi Bend i gosti')).toHaveAttribute('aria-pressed', 'true')
  })
})

test('during the night the timetable marks the current time, current sets and past sets', {
  tag: '@full',
}, async ({ page }) => {
  // Turns animations on: only while it spins could the vinyl record at the edge of the time line
  // make the page wider than the screen.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.setFixedTime(new Date('2026-11-21T20:16:00Z'))
  await page.goto('/satnica')
  await expect(page.getByText('Sada je 21:16')).toBeAttached()
  const states = page.locator('.timetable-set')
  await expect(states.nth(0)).toHaveAttribute('data-is', 'over')
  await expect(states.nth(1)).toHaveAttribute('data-is', 'on')
  await expect(states.nth(2)).toHaveAttribute('data-is', 'on')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
  await page.clock.setFixedTime(new Date('2026-11-20T20:16:00Z'))
  await expect(page.locator('[data-is]')).toHaveCount(0)
})

test('visitors can pause the carousel of sponsors', async ({ page, request, db, setFlags }) => {
  await addSponsors(db, 14)
  await invalidateAllPages(db)
  await setFlags({ SPONSORS_VISIBILITY: '1' })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const imageUrls = new Set<string>()
  page.on('request', (outgoing) => {
    if (outgoing.url().includes('/_next/image')) imageUrls.add(outgoing.url())
  })
  const strip = page.getByRole('contentinfo').getByRole('region', { name: 'Sponzori' })
  const track = strip.locator('.poster-track')
  const last = strip.getByRole('link', { name: /^Tvrtka 14 / })
  const isPaused = () => expect(track).toHaveCSS('animation-play-state', 'paused')

  await test.step('the track repeats ten times, but screen readers and network get each logo only once', async () => {
    await expect
      .poll(async () => {
        await page.goto('/kontakt')
        return strip.count()
      })
      .toBe(1)
    await expect(strip.locator('ul')).toHaveCount(10)
    await expect(strip.getByRole('link')).toHaveCount(14)
    await expect(track).toHaveCSS('animation-duration', '140s')
    const html = await (await request.get('/kontakt')).text()
    expect(html.match(/alt="Tvrtka 3 /g)).toHaveLength(1)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(imageUrls.size).toBeLessThanOrEqual(14)
  })

  await test.step('the carousel pauses under the pointer', async () => {
    await strip.locator('.poster-strip').hover()
    await isPaused()
    await page.mouse.move(0, 0)
    await expect(track).toHaveCSS('animation-play-state', 'running')
  })

  await test.step('the button stops and starts the carousel', async () => {
    await strip.getByRole('button', { name: 'Zaustavi traku sponzora' }).click()
    await page.mouse.move(0, 0)
    await page.getByRole('heading', { name: 'Piši nam' }).click()
    await isPaused()
    await strip.getByRole('button', { name: 'Pokreni traku sponzora' }).click()
    await page.getByRole('heading', { name: 'Piši nam' }).click()
    await expect(track).toHaveCSS('animation-play-state', 'running')
  })

  await test.step('the carousel pauses by keyboard, and scrolls the focused link into view', async () => {
    await strip.getByRole('button').focus()
    await page.keyboard.press('Space')
    await isPaused()
    await page.keyboard.press('Shift+Tab')
    await expect(last).toBeFocused()
    await expect(last).toBeInViewport()
  })

  await test.step('the carousel does not move with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(track).toHaveCSS('animation-name', 'none')
  })
})

test('a performer’s picture is cropped at the bottom, not at the top, on tablets and wide screens', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/lineup/prvi-bend')
  const picture = page.locator('.act-picture img')
  for (const [width, height] of [
    [768, 1024],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    // The browser may still be loading the picture in another size.
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
      .toBe(true)
    // Pixels of the picture that are cut off above and below its box. The heads are at the top.
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

test('the dialog links to the page of the performer when its request fails', {
  tag: '@full',
}, async ({ page }) => {
  await page.route('**/api/public/lineup/**', (route) => route.abort())
  await page.goto('/lineup#izvodac=prvi-bend')
  await dialog(page).getByRole('link', { name: 'stranici izvođača' }).click()
  await expect(page).toHaveURL('/lineup/prvi-bend')
  await expect(page.getByText('Sviraju od jutra.')).toBeVisible()
})
