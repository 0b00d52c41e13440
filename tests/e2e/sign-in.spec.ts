import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { expect, freshFestival, test } from '../support/fixtures'
import { demo } from '../support/login'

/** The accounts of the sign-in page in their order, and where each starts (spec section 4). */
const STARTS = [
  { privilege: 1, does: 'sve, uključujući', start: '/admin' },
  { privilege: 4, does: 'prodaja karata i propuštanje', start: '/admin' },
  { privilege: 3, does: 'prodaja karata brucošima', start: '/admin/guests' },
  { privilege: 2, does: 'propuštanje gostiju', start: '/ulaz' },
]

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const ANDROID = `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${CHROME}`
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Signs a browser in by itself, as what it calls itself. */
async function signInAt(context: BrowserContext, does: string, start: string) {
  const page = await context.newPage()
  await page.goto('/admin/login')
  await demo(page, does).click()
  await page.waitForURL((url) => url.pathname === start)
  return page
}

test.beforeAll(freshFestival)

test.describe('signing in', () => {
  for (const { privilege, does, start } of STARTS)
    test(`privilege ${privilege} starts at ${start}`, async ({ page }) => {
      await page.goto('/admin/login')
      await demo(page, does).click()
      await page.waitForURL((url) => url.pathname === start)
    })

  test('goes on where it was asked for', async ({ page }) => {
    await page.goto('/admin/daily-report?od=1')
    await page.waitForURL(/\/admin\/login\?next=/)
    await demo(page, 'sve, uključujući').click()
    await page.waitForURL('/admin/daily-report?od=1')
    await expect(page.getByRole('heading', { name: 'Dnevni izvještaj' })).toBeVisible()
  })

  for (const next of ['//example.com/admin/x', 'https://example.com/admin/x', '/kontakt', '/admin'])
    test(`does not go on to ${next}`, { tag: '@full' }, async ({ page, signIn, baseURL }) => {
      await signIn(page, 3)
      await page.goto(`/admin/login?next=${encodeURIComponent(next)}`)
      await page.waitForURL(`${baseURL}/admin/guests`)
    })

  test('sends on who is signed in already', async ({ page, signIn }) => {
    await signIn(page, 2)
    await page.goto('/admin/login')
    await page.waitForURL('/ulaz')
    await page.goto('/admin/login?next=/admin/x')
    await page.waitForURL('/admin/x')
  })

  for (const [code, sentence] of [
    ['wrong_domain', 'Prijava je moguća samo računom organizacije'],
    ['email_not_verified', 'nije potvrđena'],
    ['AccessDenied', 'odbijena'],
    ['OAuthCallback', 'Google se nije javio kako treba'],
    ['nešto <b>', 'Prijava nije uspjela. Pokušajte ponovno.'],
  ] as const)
    test(`says what ${code} means`, async ({ page }) => {
      await page.goto(`/admin/login?error=${encodeURIComponent(code)}`)
      await expect(page.getByRole('main').getByRole('alert')).toContainText(sentence)
    })

  test('ends the sign-in that was there in this browser', async ({ page, signIn, baseURL }) => {
    await signIn(page, 1)
    const { request } = page.context()
    const cookies = await page.context().cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
    const again = await request.post('/api/auth/callback/demo', {
      form: { csrfToken, privilege: '2', json: 'true' },
      headers: { origin: baseURL as string },
    })
    expect(again.status()).toBe(200)
    const who = await (await request.get('/api/auth/me')).json()
    expect(who).toMatchObject({ privilege: 2 })
    const before = await fetch(`${baseURL}/api/auth/me`, { headers: { cookie } })
    expect(before.status).toBe(401)
  })

  test('is listed with what it was made by, and the others are ended from there', async ({
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

  test('on a phone lost at night is ended in two presses, with the gate on it', async ({
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

  test('says when it does not get through', { tag: '@full' }, async ({ page }) => {
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
})

test.describe('signing out', () => {
  test('ends the sign-in here and on the server', async ({ page, signIn, request, baseURL }) => {
    await signIn(page, 1)
    const before = await page.context().cookies()
    const cookie = before.map((c) => `${c.name}=${c.value}`).join('; ')
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Odjava' }).click()
    await page.waitForURL('/admin/login')
    await page.goto('/admin')
    await page.waitForURL(/\/admin\/login\?next=/)
    const me = await request.get(`${baseURL}/api/auth/me`, { headers: { cookie } })
    expect(me.status()).toBe(401)
  })

  test('is where a sign-in that has run out goes, keeping the address', { tag: '@full' }, async ({
    page,
    baseURL,
  }) => {
    await page
      .context()
      .addCookies([{ name: 'next-auth.session-token', value: 'gone', url: baseURL as string }])
    await page.goto('/admin/visibility')
    await page.waitForURL('/admin/login?next=%2Fadmin%2Fvisibility')
    await expect(page.getByText('Prijava je istekla ili je prekinuta drugdje.')).toBeVisible()
    // Not after a sign-out on purpose.
    await page.goto('/admin/logout')
    await page.waitForURL('/admin/login')
    await expect(page.getByRole('button', { name: /^Admin/ })).toBeEnabled()
    await expect(page.getByText('Prijava je istekla')).toHaveCount(0)
  })

  test('says when it does not get through', { tag: '@full' }, async ({ page, signIn }) => {
    await signIn(page, 1)
    await page.route('**/api/auth/**', (route) => route.abort())
    await page.goto('/admin/logout')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Odjava nije uspjela')
    await page.unroute('**/api/auth/**')
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
    await page.waitForURL('/admin/login')
  })
})
