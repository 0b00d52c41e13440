import { afterEach, describe, expect, it, vi } from 'vitest'
import { atSiteOrigin, describeUserAgent, sharedPrivilege, signInError } from '@/lib/auth/rules'

describe('the label of a device', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
  it.each([
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`,
      'Chrome na Androidu',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0`,
      'Edge na Windowsima',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari na iPhoneu',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox na Linuxu'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome na Chromebooku'],
    ['Festival/2 (Android 15)', 'Android'],
    ['curl/8.5.0', ''],
    ['', ''],
  ])('for the user agent %s is %s', (agent, label) => expect(describeUserAgent(agent)).toBe(label))
})

// Rule 9.18: a key has never more than the privilege of its maker.
it.each([
  [0, [0, 0, 0, 0, 0]],
  [1, [0, 1, 2, 3, 4]],
  [2, [0, 2, 2, 0, 2]],
  [3, [0, 3, 0, 3, 3]],
  [4, [0, 4, 2, 3, 4]],
])('privilege %i shares with the privileges 0 to 4 only what both permit', (privilege, shared) => {
  expect([0, 1, 2, 3, 4].map((other) => sharedPrivilege(privilege, other))).toEqual(shared)
  expect([0, 1, 2, 3, 4].map((other) => sharedPrivilege(other, privilege))).toEqual(shared)
})

describe('the cookies of the sign-in', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  const cookiesAt = async (address: string) => {
    vi.stubEnv('PUBLIC_URL', address)
    vi.stubEnv('DEMO', '0')
    vi.resetModules()
    const { authCookies } = await import('@/lib/auth/tokens')
    return Object.values(authCookies())
  }

  it('are bound to the exact host if the site is served over HTTPS', async () => {
    for (const { name, options } of await cookiesAt('https://festival.example')) {
      expect(name).toMatch(/^__Host-next-auth\./)
      expect(options).toMatchObject({ secure: true, path: '/', httpOnly: true, sameSite: 'lax' })
      expect(options).not.toHaveProperty('domain')
    }
  })

  it('need no HTTPS if the site runs on a local computer', async () => {
    for (const { name, options } of await cookiesAt('http://127.0.0.1:3000')) {
      expect(name).toMatch(/^next-auth\./)
      expect(options.secure).toBe(false)
    }
  })
})

it.each([
  ['https://festival.example/admin/login?next=%2Fadmin%2Fx', null],
  ['http://festival.example/admin/login', 'https://festival.example/admin/login'],
  [
    'https://10.0.0.7:3000/admin/login?next=%2Fadmin%2Fx',
    'https://festival.example/admin/login?next=%2Fadmin%2Fx',
  ],
])('a sign-in that starts at %s is redirected to %s', (startUrl, address) =>
  expect(atSiteOrigin(startUrl, 'https://festival.example')).toBe(address),
)

it.each([
  ['wrong_domain', 'Prijava je moguća samo računom organizacije (@fer.hr).'],
  [
    'email_not_verified',
    'E-mail adresa ovog računa nije potvrđena. Potvrdite je pa se prijavite ponovno.',
  ],
  ['AccessDenied', 'Prijava je odbijena ili prekinuta.'],
  ['Configuration', 'Prijava nije ispravno postavljena, javite se administratoru.'],
  ['OAuthCallback', 'Google se nije javio kako treba. Pokušajte ponovno.'],
  ['nešto <b>', 'Prijava nije uspjela. Pokušajte ponovno.'],
])('a sign-in that failed with %s shows the message for this error', (code, sentence) =>
  expect(signInError(code, 'fer.hr')).toBe(sentence),
)
