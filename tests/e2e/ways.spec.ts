import { translations } from '@/db/seed/content/translations'
import { expectAccessible, LOOKS } from '../support/axe'
import { expect, freshFestival, fullUnless, test } from '../support/fixtures'
import { addTexts, makeFresh } from '../support/programme-rows'

const WAY = Object.fromEntries(translations.filter(([key]) => key.startsWith('t2.')))
const QUESTIONS = Object.fromEntries(
  translations.filter(([key]) => /^(pristupacnost|pitanja)\./.test(key)),
)
const CHUNKS = '**/_next/static/chunks/**'

test.beforeAll(freshFestival)
test.beforeEach(async ({ db, setFlags }) => {
  await db`delete from translations where key ~ '^(t2|pristupacnost|pitanja)\\.'`
  await makeFresh(db)
  await setFlags({ COMINGSOON_VISIBILITY: '1' })
})

// What the site's worker answers, no test could hold back.
test.use({ serviceWorkers: 'block' })

test.describe('the way', () => {
  test('leads to the maps of the phone, and its address is copied or marked', async ({
    page,
    context,
    db,
  }) => {
    const [edition] = await db`select address, lat, lng from editions where ended_at is null`
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/t2')
    const at = `${edition?.lat}%2C${edition?.lng}`
    await expect(page.getByRole('link', { name: /^Upute/ })).toHaveAttribute(
      'href',
      `https://www.google.com/maps/dir/?api=1&destination=${at}`,
    )
    await expect(page.locator('a[href^="https://maps.apple.com/"]')).toHaveAttribute(
      'href',
      `https://maps.apple.com/?daddr=${at}`,
    )
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

  test('home is told in the words that an admin writes, and not at all before', async ({
    page,
    as,
  }) => {
    await page.goto('/t2')
    await expect(page.getByRole('heading', { name: 'A kući?' })).toHaveCount(0)
    const admin = await as(1)
    const write = (key: string, value: string) =>
      admin.post('/api/translations/', { data: { key, value } })
    await write('t2.put', 'Prvi odlomak.\n\n- jedno\n- drugo')
    await page.goto('/t2')
    await expect(page.getByRole('heading', { name: 'A kući?' })).toBeVisible()
    await expect(page.getByText('Prvi odlomak.', { exact: true })).toBeVisible()
    await expect(page.locator('.way-home').getByRole('listitem')).toHaveText(['jedno', 'drugo'])
    await expect(page.getByLabel('Noćne linije')).toHaveCount(0)
    await write('t2.nocne-linije', 'N1: prema istoku\nN2: prema zapadu')
    await page.goto('/t2')
    await expect(page.getByLabel('Noćne linije').getByRole('term')).toHaveText(['N1', 'N2'])
  })

  test('stands without scripting, and where the map does not come', async ({
    page,
    browser,
    instance,
    request,
    db,
  }) => {
    await addTexts(db, WAY)
    await makeFresh(db)
    const html = await (await request.get('/t2')).text()
    await page.route(CHUNKS, (route) => {
      const name = new URL(route.request().url()).pathname
      return html.includes(name) ? route.continue() : route.abort()
    })
    await page.goto('/t2')
    await expect(page.getByText('Pokretna karta sada nije dostupna.')).toBeVisible()
    await expect(page.getByText('Tramvajem', { exact: true })).toBeVisible()
    await expectAccessible(page)

    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: instance.url })
    const plain = await context.newPage()
    await plain.goto('/t2')
    await expect(plain.getByRole('link', { name: /^Upute/ })).toBeVisible()
    await expect(plain.getByText('Tramvajem', { exact: true })).toBeVisible()
    await expect(plain.getByLabel('Noćne linije').getByText('N1', { exact: true })).toBeVisible()
    await expect(plain.getByText('Kopiraj adresu')).toBeHidden()
    await context.close()
  })
})

test.describe('questions and accessibility', () => {
  test('are not found nor linked until the first of them is written', async ({
    page,
    request,
    as,
    setFlags,
  }) => {
    const link = page.getByRole('contentinfo').getByRole('link', { name: /^Pitanja/ })
    const inSitemap = async () =>
      (await (await request.get('/sitemap.xml')).text()).includes('/pitanja<')
    const admin = await as(1)
    const write = (key: string, value: string) =>
      admin.post('/api/translations/', { data: { key, value } })
    const closed = async () => {
      expect((await page.goto('/pitanja'))?.status()).toBe(404)
      await page.goto('/kontakt')
      await expect(link).toHaveCount(0)
      expect(await inSitemap()).toBe(false)
    }
    await closed()
    // A question alone is none.
    await write('pitanja.title1', 'Smije li pas?')
    await closed()
    const answer = await (await write('pitanja.text1', 'Smije.')).json()
    await page.goto('/kontakt')
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Pitanja i pristupačnost/i)
    await page.getByText('Smije li pas?').click()
    await expect(page.getByText('Smije.', { exact: true })).toBeVisible()
    expect(await inSitemap()).toBe(true)
    await admin.delete(`/api/translations/${answer.id}/`)
    await closed()
    await write('pristupacnost.petlja', 'Lijevo.')
    expect((await page.goto('/pitanja'))?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Indukcijska petlja' })).toBeVisible()
    await setFlags({ COMINGSOON_VISIBILITY: '0' })
    expect((await page.goto('/pitanja'))?.status()).toBe(404)
  })

  test('are told to search engines, and each answer opens by its address', async ({ page, db }) => {
    await addTexts(db, QUESTIONS)
    await makeFresh(db)
    await page.goto('/pitanja#pitanje-3')
    await expect(page.getByText('praznu bočicu za vodu')).toBeVisible()
    await expect(page.locator('details[open]')).toHaveCount(1)
    const told = await page.evaluate(() => {
      const of = (scope: Element, name: string) =>
        scope.querySelector(`[itemprop=${name}]`)?.textContent?.trim()
      return [
        ...document.querySelectorAll(
          '[itemtype="https://schema.org/FAQPage"] [itemprop=mainEntity][itemtype="https://schema.org/Question"]',
        ),
      ].map((question) => [
        of(question, 'name'),
        of(
          question.querySelector(
            '[itemprop=acceptedAnswer][itemtype="https://schema.org/Answer"]',
          ) as Element,
          'text',
        ),
      ])
    })
    expect(told).toHaveLength(8)
    expect(told[0]?.[0]).toBe('Mogu li izaći pa se vratiti?')
    expect(told[0]?.[1]).toMatch(/^Ne, osim u nuždi/)
  })

  for (const { name, viewport } of LOOKS)
    test(`are for everybody: ${name}`, fullUnless(name === 'phone'), async ({ page, db }) => {
      await addTexts(db, QUESTIONS)
      await makeFresh(db)
      for (const size of [viewport, { width: 320, height: 640 }]) {
        await page.setViewportSize(size)
        await page.goto('/pitanja')
        await page.getByText('Što smijem unijeti?').click()
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      }
    })
})
