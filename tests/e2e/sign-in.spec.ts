import { expect, test } from '../support/fixtures'
import { demo } from '../support/login'

/** The accounts of the sign-in page in their order, and where each starts (spec section 4). */
const STARTS = [
  { privilege: 1, does: 'sve, uključujući', start: '/admin' },
  { privilege: 4, does: 'prodaja karata i propuštanje', start: '/admin' },
  { privilege: 3, does: 'prodaja karata brucošima', start: '/admin/guests' },
  { privilege: 2, does: 'propuštanje gostiju', start: '/ulaz' },
]

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
    test(`does not go on to ${next}`, async ({ page, signIn, baseURL }) => {
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
    signIn,
    browser,
    baseURL,
  }) => {
    const other = await browser.newContext({ baseURL })
    await signIn(await other.newPage(), 4)
    await signIn(page, 4)
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Izbornik' }).click()
    await page.getByRole('button', { name: 'Moje prijave' }).click()
    const dialog = page.getByRole('dialog', { name: 'Moje prijave' })
    await expect(dialog.getByText('(ovaj uređaj)')).toBeVisible()
    await expect(dialog.getByText('Chrome, Linux')).not.toHaveCount(0)
    await dialog.getByRole('button', { name: 'Odjavi ostale uređaje' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    expect((await other.request.get('/api/auth/me')).status()).toBe(401)
    expect((await page.request.get('/api/auth/me')).status()).toBe(200)
    await other.close()
  })

  test('says when it does not get through', async ({ page }) => {
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

  test('is where a sign-in that has run out goes, keeping the address', async ({
    page,
    baseURL,
  }) => {
    await page
      .context()
      .addCookies([{ name: 'next-auth.session-token', value: 'gone', url: baseURL as string }])
    await page.goto('/admin/visibility')
    await page.waitForURL('/admin/login?next=%2Fadmin%2Fvisibility')
  })

  test('says when it does not get through', async ({ page, signIn }) => {
    await signIn(page, 1)
    await page.route('**/api/auth/**', (route) => route.abort())
    await page.goto('/admin/logout')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Odjava nije uspjela')
    await page.unroute('**/api/auth/**')
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
    await page.waitForURL('/admin/login')
  })
})
