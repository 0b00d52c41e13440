// covers: components/public/map components/public/questions-page.tsx
import { translations } from '@/db/seed/content/translations'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { addTexts, invalidateAllPages } from '../support/programme-rows'

const CHUNKS = '**/_next/static/chunks/**'

test.beforeAll(freshFestival)
test.beforeAll(async ({ db }) => {
  const texts = translations.filter(([key]) => /^(t2|pitanja)\./.test(key))
  await addTexts(db, Object.fromEntries(texts))
  await invalidateAllPages(db)
})
test.beforeEach(({ setFlags }) => setFlags({ COMINGSOON_VISIBILITY: '1' }))

test('directions link to map apps, the address can be copied, and a URL opens an FAQ answer', async ({
  page,
  context,
  db,
}) => {
  const [edition] = await db`select address, lat, lng from editions where ended_at is null`
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/t2')

  await test.step('the directions link to Google Maps and Apple Maps', async () => {
    const at = `${edition?.lat}%2C${edition?.lng}`
    await expect(page.getByRole('link', { name: /^Upute/ })).toHaveAttribute(
      'href',
      `https://www.google.com/maps/dir/?api=1&destination=${at}`,
    )
    await expect(page.locator('a[href^="https://maps.apple.com/"]')).toHaveAttribute(
      'href',
      `https://maps.apple.com/?daddr=${at}`,
    )
  })

  await test.step('the street address is copied, or selected if the browser refuses to copy', async () => {
    const copy = page.getByRole('button', { name: 'Kopiraj adresu' })
    await copy.click()
    await expect(page.getByText('Adresa je kopirana.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(edition?.address)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
    })
    await copy.click()
    await expect(page.getByText('Adresa je označena: kopiraj je.')).toBeVisible()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(edition?.address)
  })

  await test.step('the URL of a question opens its answer, and no other answer', async () => {
    await page.goto('/pitanja#pitanje-3')
    await expect(page.getByText('praznu bočicu za vodu')).toBeVisible()
    await expect(page.locator('details[open]')).toHaveCount(1)
    await page.getByText('Mogu li izaći pa se vratiti?').click()
    await expect(page.getByText('Ne, osim u nuždi')).toBeVisible()
  })
})

// Rule 12.23: the directions are there as text without the map.
test('the directions are shown as text when the map cannot be loaded', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const html = await (await request.get('/t2')).text()
  await page.route(CHUNKS, (route) => {
    const name = new URL(route.request().url()).pathname
    return html.includes(name) ? route.continue() : route.abort()
  })
  await page.goto('/t2')
  await expect(page.getByText('Pokretna karta sada nije dostupna.')).toBeVisible()
  await expect(page.getByText('Tramvajem', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
