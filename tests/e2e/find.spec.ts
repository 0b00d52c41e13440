// covers: components/admin/frame components/admin/data lib/search lib/column-choice
import type { Page } from '@playwright/test'
import { insertGuests } from '@/db/seed/insert-guests'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'
import { holdRequests, waitForIdle } from '../support/hold'
import { waitForHydration } from '../support/late-scripts'
import { addSponsors } from '../support/programme-rows'

test.beforeAll(freshFestival)
test.beforeAll(async ({ db }) => {
  await empty(db, 'guests', 'sponsors')
  await insertGuests(db as never, { count: 2_000, seed: 5 })
  await addSponsors(db, 1)
  await db`update sponsors set name = 'Žuta Bura'`
  await db`insert into guests (name, surname, jmbag, note, list_id, bought_at, conf_code)
    select 'Đurđica', 'Najđurić', '0099000001', 'Stiže kasnije', id, now(), gen_random_uuid() from guest_lists where role = 'brucosi'`
})

test.beforeEach(({ page, signIn }) => signIn(page, 1))

const field = (page: Page) => page.getByRole('combobox', { name: 'Nađi bilo što' })
const option = (page: Page, name: RegExp) => page.getByRole('option', { name })
const chosen = (page: Page) => page.getByRole('option', { selected: true })

async function open(page: Page) {
  await waitForHydration(page.locator('[aria-label="Nađi bilo što"]'))
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/**
 * Opens the page of tags and waits for its list. From then on the page handles keyboard shortcuts.
 */
async function openTags(page: Page) {
  await page.goto('/admin/tags')
  await expect(page.getByRole('table')).toBeVisible()
}

test('the palette finds and opens guests, sponsors and actions by keyboard alone', async ({
  page,
}) => {
  await openTags(page)

  await test.step('a guest is found and opened, and the palette does not open over the guest', async () => {
    await open(page)
    await page.keyboard.type('najduric')
    await expect(option(page, /Đurđica Najđurić.*0099000001 · Brucoši · ima kartu/)).toBeVisible()
    await expect(chosen(page)).toHaveText(/Najđurić/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: /Najđurić/ })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the key / focuses the search of a list, and is typed as text inside a field', async () => {
    const search = page.getByRole('searchbox')
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('a/b?')
    await expect(search).toHaveValue('a/b?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await search.fill('')
  })

  await test.step('the key ? shows the keyboard shortcuts of the screen', async () => {
    await page.getByRole('table').getByRole('link').first().focus()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Tipke na ovom ekranu' })
    await expect(keys).toContainText('Otvara gosta')
    await page.keyboard.press('/')
    await expect(page.locator('main [type="search"]:focus')).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
  })

  await test.step('a sponsor is found and opened', async () => {
    await open(page)
    await page.keyboard.type('zuta')
    await expect(option(page, /Žuta Bura/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Uredi sponzora' })).toBeVisible()
  })

  await test.step('an action is found and run', async () => {
    await open(page)
    await page.keyboard.type('tamna')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveClass(/dark/)
  })

  await test.step('recently opened items are listed first, and localStorage contains no names', async () => {
    await open(page)
    await expect(page.getByRole('group', { name: 'Nedavno' }).getByRole('option')).toHaveText([
      /Tamna tema/,
      /Žuta Bura/,
      /Najđurić/,
    ])
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).toHaveText(/Žuta Bura/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(chosen(page)).toHaveText(/Odjava/)
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveCount(0)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/Naj|Bura/)
  })
})

test('the palette ignores a late response, and finds screens while the search request fails', {
  tag: '@full',
}, async ({ page }) => {
  await openTags(page)

  await test.step('a late response to an earlier search is ignored', async () => {
    const late = await holdRequests(page, /\/api\/find\/\?q=zu$/)
    await open(page)
    await page.keyboard.type('zu')
    await page.keyboard.type('ta')
    await expect(option(page, /Žuta Bura/)).toBeVisible()
    await field(page).fill('najduric')
    await expect(option(page, /Najđurić/)).toBeVisible()
    late.release()
    await waitForIdle(page)
    await expect(option(page, /Žuta Bura/)).toHaveCount(0)
    await expect(option(page, /Najđurić/)).toBeVisible()
  })

  await test.step('a screen is found and opened while the search request fails', async () => {
    await page.route(/\/api\/find\//, (route) => route.abort())
    await field(page).fill('korisnici')
    await expect(option(page, /Korisnici/)).toBeVisible()
    await expect(page.getByText(/Pretraga ne radi\./)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/users$/)
  })
})

test('a guest found in the palette opens at the desk, also when the desk is already open', {
  tag: '@full',
}, async ({ page, signIn }) => {
  await signIn(page, 3)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Nađi bilo što' }).click()
  await field(page).fill('0099000001')
  await expect(option(page, /Najđurić/)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText('VEĆ IMA KARTU')).toBeVisible()
  const box = page.getByLabel('JMBAG', { exact: true })
  for (let round = 0; round < 2; round++) {
    await expect(box).toHaveValue('0099000001')
    await expect(box).toBeFocused()
    await expect(page).toHaveURL(/\/admin\/guests$/)
    await page.keyboard.press('Escape')
    await expect(box).toHaveValue('')
    await page.getByRole('button', { name: 'Nađi bilo što' }).click()
    await option(page, /Najđurić/).click()
  }
  await expect(page.getByText('VEĆ IMA KARTU')).toBeVisible()
})

test('at the desk the keys / and ? open nothing', { tag: '@full' }, async ({ page }) => {
  await page.goto('/admin/guests')
  await expect(page.getByLabel('JMBAG')).toBeFocused()
  await page.keyboard.type('/?')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.type('/?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open(page)
})

test('the chosen columns of the guest list are saved, apply on a phone too, and can be reset', async ({
  page,
  db,
}) => {
  await page.goto('/admin/guest-list')
  const heading = (name: string) => page.getByRole('columnheader', { name })
  await expect(heading('JMBAG')).toBeVisible()
  await page.getByRole('button', { name: 'Stupci' }).click()
  const dialog = page.getByRole('dialog', { name: 'Što popis prikazuje' })
  for (const name of ['JMBAG', 'Napomena', 'Telefon']) await dialog.getByLabel(name).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Gotovo' }).click()
  await expect(heading('Napomena')).toBeVisible()
  await expect(heading('JMBAG')).toHaveCount(0)
  // The page shows the chosen columns before they are saved, so the test polls the database.
  const saved = async () => (await db`select columns from chosen_columns`)[0]?.columns
  await expect.poll(saved).toEqual(expect.arrayContaining(['note', 'phone']))
  await expect.poll(saved).not.toContain('jmbag')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/guest-list?trazi=najduric')
  const line = page.getByRole('row').filter({ hasText: 'Najđurić' })
  await expect(line).toContainText('Brucoši · Stiže kasnije')
  await expect(line).not.toContainText('0099000001')
  await page.getByRole('button', { name: 'Stupci' }).click()
  await dialog.getByRole('button', { name: 'Vrati uobičajeno' }).click()
  await expect(dialog.getByLabel('JMBAG')).toBeChecked()
  await dialog.getByRole('button', { name: 'Gotovo' }).click()
  await expect(line).toContainText('0099000001')
})

for (const { name, viewport } of SCREEN_SIZES)
  test(`the palette is accessible, and its button is at least 44 px high: ${name}`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto('/admin/guest-list')
    const button = page.getByRole('button', { name: 'Nađi bilo što' })
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await button.click()
    await expect(field(page)).toBeFocused()
    await expectAccessible(page)
    await field(page).fill('ana')
    await expect(page.getByRole('group', { name: 'Gosti' })).toBeVisible()
    await expectAccessible(page)
  })
