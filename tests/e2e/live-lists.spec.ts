// covers: components/admin/data lib/live
import type { Page } from '@playwright/test'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const names = async (page: Page) =>
  (await page.getByRole('table').getByRole('link').allTextContents()).map((text) => text.trim())
const pill = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, signIn, db }) => {
  await empty(db, 'guests', 'band_contacts')
  await db`insert into guests (name, surname, list_id)
    select n, 'Adrić', (select id from guest_lists where name = 'VIP')
    from unnest(array['Ana', 'Cvita', 'Ema']) n`
  await signIn(page, 1)
})

/** Opens the guest list and waits until its event stream is open. */
async function openGuests(page: Page, address = '/admin/guest-list') {
  const stream = page.waitForResponse(/\/api\/lists\/stream/)
  await page.goto(address)
  await stream
  await expect(row(page, 'Adrić')).toHaveCount(3)
}

/**
 * Calls `add` with 1, 2, 3 … until the list holds a new row back, because a list that was just
 * opened shows new rows at once. Returns the number of the row that is held back.
 */
async function addUntilHeldBack(page: Page, add: (number: number) => Promise<unknown>) {
  let number = 0
  await expect(async () => {
    number++
    await add(number)
    await expect(pill(page, /Prikaži/)).toBeVisible({ timeout: 5_000 })
  }).toPass()
  return number
}

const idOf = async (db: import('postgres').Sql, name: string) =>
  ((await db`select id from guests where name = ${name}`)[0]?.id ?? 0) as number

const add = { surname: 'Adrić', tag: 'VIP', bought: '0', entered: '0' }

// Rule 4.25: live updates of a list.
test('changes by another user appear without a reload, and no row moves without a click', async ({
  page,
  as,
  db,
}) => {
  const other = await as(1)
  await openGuests(page)

  await test.step('a changed value appears in its row without a click', async () => {
    await other.put(`/api/guests/${await idOf(db, 'Ana')}/`, { data: { name: 'Anka' } })
    await expect(row(page, 'Anka')).toBeVisible()
    await expect(pill(page, /Prikaži/)).toHaveCount(0)
  })

  await test.step('a button counts new and deleted rows, and a click updates the list', async () => {
    const place = await row(page, 'Cvita').boundingBox()
    const cvita = await idOf(db, 'Cvita')
    for (const name of ['Alma', 'Bara', 'Zora'])
      await other.post('/api/guests/', { data: { ...add, name } })
    await other.delete(`/api/guests/${await idOf(db, 'Anka')}/`)
    await other.put(`/api/guests/${cvita}/`, { data: { name: 'Cvijeta', bought: '1' } })

    const show = pill(page, 'Prikaži 3 promjene')
    await expect(show).toBeVisible()
    await expect(row(page, 'Cvijeta')).toContainText('Kupljena')
    expect(await row(page, 'Cvijeta').boundingBox()).toEqual(place)
    expect(await names(page)).toEqual(['Anka Adrić', 'Cvijeta Adrić', 'Ema Adrić'])

    await show.click()
    await expect(row(page, 'Adrić')).toHaveCount(5)
    await expect(show).toHaveCount(0)
  })

  await test.step('a new row appears in an empty list without a click', async () => {
    await page.goto('/admin/band-kontakt')
    await expect(page.getByText('Ukupno').or(page.getByRole('status')).first()).toBeAttached()
    await other.post('/api/contact/', {
      data: { bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' },
    })
    await expect(row(page, 'Bura')).toBeVisible()
  })
})

test('new band contacts of other users appear in an open table after the user deletes a row', {
  tag: '@full',
}, async ({ page, as }) => {
  const other = await as(1)
  const contact = (bandName: string) =>
    other.post('/api/contact/', { data: { bandName, bookerName: 'Iva', bookerPhone: '091' } })
  for (const name of ['Alfa', 'Delta']) await contact(name)
  const stream = page.waitForResponse(/\/api\/lists\/stream/)
  await page.goto('/admin/band-kontakt')
  await stream
  await expect(row(page, 'Delta')).toBeVisible()
  const waiting = await addUntilHeldBack(page, (number) => contact(`Beta ${number}`))
  await expect(row(page, `Beta ${waiting}`)).toHaveCount(0)
  await row(page, 'Delta')
    .getByRole('button', { name: /Obriši/ })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Obriši/ })
    .click()
  await expect(row(page, 'Delta')).toHaveCount(0)
  await expect(row(page, `Beta ${waiting}`)).toBeVisible()
})

test('a hidden page closes its event stream, and gets the missed changes when visible again', {
  tag: '@full',
}, async ({ page, as }) => {
  await openGuests(page)
  const ended = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/lists/stream'),
  )
  const setVisibility = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      window.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await ended
  const other = await as(1)
  await other.post('/api/guests/', { data: { ...add, name: 'Bruna' } })
  await setVisibility('visible')
  // A list that was just opened shows the new row at once, without the button for new changes.
  const update = pill(page, 'Prikaži 1 promjenu').or(row(page, 'Bruna'))
  await expect(update).toBeVisible()
})

test('the ticket desk opens no event stream of lists', { tag: '@full' }, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/admin/guests')
  await expect(page.getByLabel('JMBAG')).toBeFocused()
  const searchResponse = page.waitForResponse(/search-brucosi/)
  await page.getByLabel('JMBAG').fill('0036')
  await searchResponse
  expect(requests.filter((url) => url.includes('/lists/stream'))).toEqual([])
})

for (const { name, viewport } of SCREEN_SIZES)
  test(`the button for new rows is visible and accessible: ${name}`, { tag: '@full' }, async ({
    page,
    as,
  }) => {
    await page.setViewportSize(viewport)
    await openGuests(page)
    const other = await as(1)
    await addUntilHeldBack(page, (number) =>
      other.post('/api/guests/', { data: { ...add, name: `Bruna ${number}` } }),
    )
    const show = pill(page, /Prikaži/)
    await expect(show).toBeInViewport()
    expect((await show.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page)
  })
