import { expect, test } from '../support/fixtures'
import { demo } from '../support/login'

/** The accounts of the sign-in page in their order, and where each starts (spec section 4). */
const STARTS = [
  { privilege: 1, does: 'sve, uključujući', start: '/admin' },
  { privilege: 4, does: 'prodaja karata i propuštanje', start: '/admin' },
  { privilege: 3, does: 'prodaja karata brucošima', start: '/admin/guests' },
  { privilege: 2, does: 'propuštanje gostiju', start: '/admin/entry' },
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
    await page.waitForURL('/admin/entry')
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
