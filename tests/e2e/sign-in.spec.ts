// covers: lib/auth lib/sign-ins components/admin/users app/admin/login app/admin/keys
import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { demo } from '../support/login'

/** Demo accounts, by a part of their description, with the page on which each starts (rule 9.3). */
const STARTS = [
  ['sve, uključujući', '/admin'],
  ['prodaja karata i propuštanje', '/admin'],
  ['prodaja karata brucošima', '/admin/guests'],
  ['propuštanje gostiju', '/ulaz'],
] as const

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const ANDROID = `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${CHROME}`
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/**
 * Signs in with a demo account in this browser context. Waits for the start page of the account.
 */
async function signInAt(context: BrowserContext, description: string, start: string) {
  const page = await context.newPage()
  await page.goto('/admin/login')
  await demo(page, description).click()
  await page.waitForURL((url) => url.pathname === start)
  return page
}

test.beforeAll(freshFestival)

// Rules 9.3 and 9.13: start pages after the sign-in, and the sign-out.
test('a sign-in leads to the start page or the requested page, and ends with the sign-out', async ({
  page,
  db,
  request,
}) => {
  const expiredNotice = page.getByText('Prijava je istekla ili je prekinuta drugdje.')
  /** Deletes the cookies, so that the browser counts as new. */
  const startAsNewBrowser = async () => {
    // Leaves the page first. An open admin page would redirect to the sign-in and interrupt the
    // next visit.
    await page.goto('about:blank')
    await page.context().clearCookies()
  }

  for (const [description, start] of STARTS)
    await test.step(`the account “${description}” starts at ${start}`, async () => {
      await startAsNewBrowser()
      await page.goto('/admin/login')
      await demo(page, description).click()
      await page.waitForURL((url) => url.pathname === start)
    })

  await test.step('the sign-in page redirects a user who is signed in already', async () => {
    await page.goto('/admin/login')
    await page.waitForURL('/ulaz')
    await page.goto('/admin/login?next=/admin/x')
    await page.waitForURL('/admin/x')
  })

  await test.step('a sign-in leads to the page that was requested before it', async () => {
    await startAsNewBrowser()
    await page.goto('/admin/daily-report?od=1')
    await page.waitForURL(/\/admin\/login\?next=/)
    await demo(page, 'sve, uključujući').click()
    await page.waitForURL('/admin/daily-report?od=1')
    await expect(page.getByRole('heading', { name: 'Dnevni izvještaj' })).toBeVisible()
  })

  await test.step('an ended session shows a message, and the next sign-in leads back to the page', async () => {
    await db`update auth_sessions set ended_at = now()`
    // The page redirects by itself, perhaps before it has loaded.
    await page.goto('/admin/visibility', { waitUntil: 'commit' })
    await page.waitForURL('/admin/login?next=%2Fadmin%2Fvisibility')
    await expect(expiredNotice).toBeVisible()
    await demo(page, 'sve, uključujući').click()
    await page.waitForURL('/admin/visibility')
  })

  await test.step('a sign-out ends the session in the browser and on the server', async () => {
    const cookies = await page.context().cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const sessionStatus = async () =>
      (await request.get('/api/auth/me', { headers: { cookie } })).status()
    expect(await sessionStatus()).toBe(200)
    await page.getByRole('link', { name: 'Odjava' }).click()
    await page.waitForURL('/admin/login')
    await expect(demo(page, 'sve, uključujući')).toBeEnabled()
    await expect(expiredNotice).toHaveCount(0)
    await page.goto('/admin')
    await page.waitForURL(/\/admin\/login\?next=/)
    expect(await sessionStatus()).toBe(401)
  })
})

test('a user’s own sign-ins are listed with browser and system, and the other sign-ins can be ended', async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  await db`delete from auth_sessions`
  const others: BrowserContext[] = []
  for (const userAgent of [ANDROID, IPHONE]) {
    const other = await browser.newContext({ baseURL, userAgent })
    await signInAt(other, 'prodaja karata i propuštanje', '/admin')
    others.push(other)
  }
  await signInAt(page.context(), 'prodaja karata i propuštanje', '/admin')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Izbornik' }).click()
  await page.getByRole('button', { name: 'Moje prijave' }).click()
  const dialog = page.getByRole('dialog', { name: 'Moje prijave' })
  const rows = dialog.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const mine = rows.filter({ hasText: 'ova prijava' })
  await expect(mine).toContainText('Chrome na Linuxu')
  await expect(mine).toContainText(/Zadnje korištenje prije \d+ (s|min)/)
  await expect(mine.getByRole('button')).toHaveCount(0)

  await dialog.getByRole('button', { name: /^Odjavi: Chrome na Androidu/ }).dblclick()
  await expect(rows).toHaveCount(2)
  const [android, iphone] = others as [BrowserContext, BrowserContext]
  expect((await android.request.get('/api/auth/me')).status()).toBe(401)
  expect((await iphone.request.get('/api/auth/me')).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Odjavi ostale uređaje' }).click()
  await expect(rows).toHaveCount(1)
  expect((await iphone.request.get('/api/auth/me')).status()).toBe(401)
  expect((await page.request.get('/api/auth/me')).status()).toBe(200)
  for (const other of others) await other.close()
})

test('an admin ends the sign-in of a lost phone and its access to the gate in two clicks', async ({
  page,
  signIn,
  db,
  browser,
  baseURL,
}) => {
  await db`delete from auth_sessions`
  await db`update gate_devices set left_at = now()`
  const [owner] = await db`select name from users where privilege = 2 order by id limit 1`
  const lost = await browser.newContext({ baseURL, userAgent: ANDROID })
  const phone = await signInAt(lost, 'propuštanje gostiju', '/ulaz')
  await expect.poll(async () => (await lost.request.get('/api/gate/me')).status()).toBe(200)

  await signIn(page, 1)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: `Prijave korisnika ${owner?.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Prijave: ${owner?.name}` })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText('Na ulazu „')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Odjavi: Chrome na Androidu/ }).click()
  await expect(dialog.getByText('Trenutno nema nijedne prijave.')).toBeVisible()
  expect((await lost.request.get('/api/auth/me')).status()).toBe(401)
  expect((await lost.request.get('/api/gate/me')).status()).toBe(403)
  await expect(phone.getByText('Uređaj je odjavljen s ulaza')).toBeVisible()

  await page.goto('/admin/activities')
  const line = page.getByRole('list', { name: 'Aktivnosti' }).getByRole('listitem').first()
  await expect(line).toContainText('odjava uređaja')
  await expect(line).toContainText('Chrome na Androidu')
  await lost.close()
})

// Rule 9.18: a key is shown once, and every admin sees and ends it.
test('an admin makes a key, whose token is shown once and works until the key is ended', async ({
  page,
  signIn,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 1)
  await page.goto('/admin/keys')
  await page.getByRole('button', { name: 'Novi ključ' }).click()
  const form = page.getByRole('form', { name: 'Novi ključ' })
  await form.getByRole('button', { name: 'Dodaj' }).click()
  await expect(form.getByLabel('Naziv')).toHaveAccessibleDescription('Upišite čemu ključ služi.')
  await expect(form.getByLabel('Privilegija')).toHaveAccessibleDescription(/^Odaberite/)
  await form.getByLabel('Naziv').fill('Zaslon')
  await form.getByLabel('Privilegija').selectOption('3')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Dodaj' }).click()

  const keyDialog = page.getByRole('dialog', { name: 'Ključ Zaslon' })
  await keyDialog.getByRole('button', { name: 'Kopiraj' }).click()
  await expect(page.getByText('Ključ je kopiran.')).toBeVisible()
  await expectAccessible(page)
  const token = await page.evaluate(() => navigator.clipboard.readText())
  const headers = { authorization: `Bearer ${token}` }
  const statusOf = async (path: string) => (await request.get(path, { headers })).status()
  expect(await statusOf('/api/guests/today-stats')).toBe(200)
  expect(await statusOf('/api/users')).toBe(403)
  await keyDialog.getByRole('button', { name: 'Spremljeno' }).click()
  await expect(page.getByText(token)).toHaveCount(0)

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Zaslon' })
  await expect(row).toContainText('Karte')
  await expect(row).not.toContainText('još nije')
  await page.getByRole('button', { name: 'Izbornik' }).click()
  await page.getByRole('button', { name: 'Moje prijave' }).click()
  const own = page.getByRole('dialog', { name: 'Moje prijave' })
  await expect(own.getByRole('region', { name: 'Ključevi programa' })).toContainText('Zaslon')
  await expectAccessible(page)
  await own.getByRole('button', { name: 'Ukini ključ Zaslon' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ukini' }).click()
  await expect(page.getByText('Ključ Zaslon je ukinut.')).toBeVisible()
  await expect(own).toBeVisible()
  await expect(own.getByText('Zaslon')).toHaveCount(0)
  expect(await statusOf('/api/guests/today-stats')).toBe(401)
  await page.goto('/admin/keys')
  await expect(page.getByText('Još nema ključeva.')).toBeVisible()
})

test('a sign-in shows an error when its request fails', { tag: '@full' }, async ({ page }) => {
  await page.goto('/admin/login')
  await demo(page, 'sve, uključujući').waitFor()
  await page.route('**/api/auth/**', (route) => route.abort())
  await demo(page, 'sve, uključujući').click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Prijava nije uspjela. Pokušajte ponovno.',
  )
  await page.unroute('**/api/auth/**')
  await demo(page, 'sve, uključujući').click()
  await page.waitForURL('/admin')
})

test('a sign-out shows an error when its request fails', { tag: '@full' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 1)
  await page.route('**/api/auth/**', (route) => route.abort())
  await page.goto('/admin/logout')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Odjava nije uspjela')
  await page.unroute('**/api/auth/**')
  await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
  await page.waitForURL('/admin/login')
})
