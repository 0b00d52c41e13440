// covers: components/admin/night lib/night
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { expectAccessible, SCREEN_SIZES } from '../support/axe'
import { awaitDayBoundary } from '../support/day-boundary'
import { download } from '../support/download'
import { empty } from '../support/empty'
import { expect, freshFestival, test } from '../support/fixtures'

const PASSWORD = 'kiša u Zagrebu 2026'
const CODE = '11111111-1111-1111-8111-111111111111'
const codeOf = (n: number) => CODE.replace('8111', `8${String(n).padStart(3, '0')}`)

async function newGuests(db: Sql) {
  const names = ['Čavić Ana', 'Cvitan Ivo', 'Đurić Mia', 'Dujmović Tin', 'Žunić Eva', 'Šarić Luka']
  for (const [i, text] of names.entries()) {
    const [surname, name] = text.split(' ')
    const row = { surname, name, list_id: 1, conf_code: codeOf(i), bought_at: '2026-11-01' }
    await db`insert into guests ${db(row)}`
  }
  await db`update guests set ban_reason = 'tučnjava' where surname = 'Šarić'`
  await db`insert into passages (id, guest_id, direction, verdict, decided, at)
    select passage_id('2026-11-21T20:40Z'), id, 'in', 'admitted', 'recorded', '2026-11-21T20:40Z' from guests where surname = 'Žunić'`
}

test.beforeAll(freshFestival)
test.beforeEach(async ({ page, db, signIn }) => {
  await awaitDayBoundary()
  await empty(db, 'guests', 'emergency_lists', 'activities')
  await db`update night set emergency_key = null, emergency_salt = null`
  await newGuests(db)
  await signIn(page, 1)
})

async function setPassword(page: Page) {
  await page.getByLabel('Lozinka paketa').fill(PASSWORD)
  await page.getByLabel('Ista lozinka još jednom').fill(PASSWORD)
  await page.getByRole('button', { name: 'Postavi lozinku' }).click()
  await expect(page.getByText('6 gostiju')).toBeVisible()
}

/** Downloads the newest emergency list and opens it in a browser without network. */
async function downloadList(page: Page, browser: Browser, options = {}) {
  const saved = await download(page.getByRole('button', { name: /^Preuzmi/ }).first())
  expect(saved.suggestedFilename()).toMatch(/^pricuvni-paket-\d{4}-\d\d-\d\d-\d\d-\d\d\.html$/)
  const path = test.info().outputPath(saved.suggestedFilename())
  await saved.saveAs(path)
  const context = await browser.newContext({ offline: true, locale: 'hr-HR', ...options })
  const file = await context.newPage()
  const errors: string[] = []
  file.on('pageerror', (error) => errors.push(error.message))
  file.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  await file.goto(pathToFileURL(path).href)
  return { file, errors, context }
}

async function createAndDownload(page: Page, browser: Browser, options = {}) {
  await page.goto('/admin/night/pack')
  await setPassword(page)
  return downloadList(page, browser, options)
}

async function unlock(file: Page, password = PASSWORD) {
  await file.getByLabel('Lozinka').fill(password)
  await file.getByRole('button', { name: 'Otvori' }).click()
}

// Rule 6.28: the emergency list opens without a server.
test('an emergency list is created, downloaded and used without a network', async ({
  page,
  db,
  browser,
}) => {
  await page.goto('/admin/night')
  await page.getByRole('link', { name: 'Pričuvni paket' }).click()
  await test.step('the page asks for a long password twice', async () => {
    await expect(page.getByText('Lozinka još nije postavljena, pa paketa nema.')).toBeVisible()
    await page.getByLabel('Lozinka paketa').fill('kratka')
    await page.getByLabel('Ista lozinka još jednom').fill('kratko')
    await page.getByRole('button', { name: 'Postavi lozinku' }).click()
    await expect(page.getByText('Lozinka ima najmanje 10 znakova.')).toBeVisible()
    await page.getByLabel('Lozinka paketa').fill(PASSWORD)
    await page.getByRole('button', { name: 'Postavi lozinku' }).click()
    await expect(page.getByText('Lozinke nisu iste.')).toBeVisible()
    await setPassword(page)
  })

  await test.step('the switch downloads each new emergency list automatically and stays on after a reload', async () => {
    const first = page.waitForEvent('download')
    await page.getByRole('switch', { name: 'Sam preuzmi svaki novi paket' }).click()
    await first
    const second = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Napravi sada' }).click()
    await second
    const exports = await db`select from activities where entity = 'night' and action = 'exported'`
    expect(exports).toHaveLength(2)
    await page.reload()
    await expect(page.getByRole('switch')).toBeChecked()
    await expect(page.getByRole('listitem').filter({ hasText: '6 gostiju' })).toHaveCount(2)
  })

  const { file, errors, context } = await downloadList(page, browser)
  const rows = file.getByRole('listitem')
  const search = file.getByLabel('Ime, prezime ili kod karte')
  await test.step('the emergency list opens as a local file, and only with its password', async () => {
    await expect(file.getByText(/^Stanje od \d\d:\d\d, prije \d min$/)).toBeVisible()
    await unlock(file, 'kiša u Zagrebu 2027')
    await expect(file.getByRole('alert')).toHaveText('Lozinka nije ispravna.')
    expect(await file.content()).not.toContain('Dujmović')
    await unlock(file)
    // Croatian order, in which č follows c.
    await expect(rows.locator('b')).toHaveText([
      ...['Cvitan', 'Čavić', 'Dujmović', 'Đurić', 'Šarić', 'Žunić'],
    ])
  })

  await test.step('a guest is found by name and crossed out', async () => {
    await search.fill('ana cav')
    await expect(rows).toHaveText([/Čavić Ana/])
    await rows.getByRole('checkbox').check()
    await expect(file.getByText(/^Prekriženo u \d\d:\d\d: Čavić Ana\. Ukupno 1\.$/)).toBeVisible()
  })

  await test.step('a ticket code from a hand scanner shows whether to admit the guest', async () => {
    const result = file.locator('#said')
    const scan = async (code: string) => {
      await search.fill(code)
      await search.press('Enter')
    }
    await scan(codeOf(1).toUpperCase())
    await expect(result).toHaveText('Ima kartu. Prekriži i pusti.')
    await expect(rows).toHaveText([/Cvitan Ivo/])
    await scan(codeOf(0).replaceAll('-', ''))
    await expect(result).toHaveText(/^Već prekrižen u/)
    // Typed by a hand scanner with another keyboard layout.
    await scan(`]Q1${codeOf(4).replaceAll('-', "'")}`)
    await expect(result).toHaveText('Već unutra od 21:40.')
    await scan(codeOf(5))
    await expect(result).toHaveText('Ne puštaj: tučnjava')
    await scan(codeOf(77))
    await expect(result).toHaveText(/^Nepoznat kod\. Karta je možda prodana nakon/)
    await search.fill('nitko')
    await expect(result).toHaveText('Nema ga na popisu.')
  })

  await test.step('a crossed-out guest stays crossed out after a reload, and is in the downloaded table', async () => {
    await file.reload()
    await unlock(file)
    await expect(file.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(file.getByText('Prekriženo 1 od 6.')).toBeVisible()
    const saved = await download(file.getByRole('button', { name: 'Spremi prekrižene' }))
    const csv = await saved.createReadStream()
    const text = Buffer.concat(await csv.toArray()).toString()
    expect(text).toMatch(
      /^\uFEFFPrezime;Ime;Popis;Prekriženo\r\n"Čavić";"Ana";"Brucoši";"[\d. :]+"\r\n$/,
    )
  })
  expect(errors).toEqual([])
  await context.close()
})

test('an old emergency list shows its age and prints guests by surname with check boxes', {
  tag: '@full',
}, async ({ page, browser }) => {
  const { file, context } = await createAndDownload(page, browser)
  const at = Date.now()
  await file.clock.install({ time: at + 47 * 60_000 })
  await file.reload()
  await expect(file.getByText(/prije 4[678] min$/)).toBeVisible()
  await file.clock.setSystemTime(at + 3 * 3_600_000 + 60_000)
  await file.clock.runFor(6_000)
  await expect(file.locator('header.old')).toContainText(/prije 3 h \d min/)

  await unlock(file)
  await file.getByRole('checkbox', { name: /Dujmović/ }).check()
  const pdf = (await file.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await file.emulateMedia({ media: 'print' })
  const paper = file.getByRole('table')
  await expect(paper).toContainText(/popis gostiju · stanje od [\d.]+ \d\d:\d\d · gostiju 6/)
  await expect(paper.locator('tbody tr')).toHaveText([
    ...['C', /^Cvitan Ivo/, 'Č', /^Čavić Ana/, 'D', /^✓Dujmović Tin/, 'Đ', /^Đurić Mia/],
    ...['Š', /^Šarić Luka.*NE PUŠTAJ: tučnjava/, 'Ž', /^Žunić Eva.*unutra od 21:40/],
  ])
  await expect(file.getByLabel('Ime, prezime ili kod karte')).toBeHidden()
  await context.close()
})

for (const { name, viewport } of SCREEN_SIZES)
  test.describe(name, () => {
    test.use({ viewport })

    test('page and emergency list are accessible', { tag: '@full' }, async ({ page, browser }) => {
      const { file, context } = await createAndDownload(page, browser, { viewport })
      await expectAccessible(page)
      await expectAccessible(file)
      await unlock(file)
      await file.getByRole('listitem').first().waitFor()
      await expectAccessible(file)
      await context.close()
    })
  })
