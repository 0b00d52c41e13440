import { describe, expect, it } from 'vitest'
import { nextPathOfCallback, safeNextPath, withNext } from '@/lib/auth/rules'

describe('the page after a sign-in', () => {
  it.each(['/admin/guests', '/admin/daily-report?od=1', '/admin/a/b'])('may be %s', (path) => {
    expect(safeNextPath(path)).toBe(path)
  })

  it.each([
    '//host/admin/guests',
    '/\\host/admin',
    'https://host/admin/guests',
    'admin/guests',
    '/administrator',
    '/admin/../kontakt',
    '/admin/%2e%2e/kontakt',
    '/kontakt',
    'javascript:alert(1)',
    '',
    undefined,
    ['/admin/guests'],
  ])('may not be %s', (path) => expect(safeNextPath(path)).toBeNull())

  it.each(['/admin', '/admin/', '/admin/login', '/admin/logout/', '/admin/login?next=/admin/x'])(
    'may not be the start, sign-in or sign-out page %s',
    (path) => {
      expect(safeNextPath(path)).toBeNull()
    },
  )

  it('is sent unchanged in the query of the sign-in URL', () => {
    const address = withNext('/admin/login', '/admin/guests?a=1&b=č')
    expect(new URL(address, 'http://x').searchParams.get('next')).toBe('/admin/guests?a=1&b=č')
    expect(withNext('/admin/login', null)).toBe('/admin/login')
  })

  it('is read from the callback URL of a failed sign-in, unless unsafe or missing', () => {
    const login = withNext('/admin/login', '/admin/guests?a=1')
    expect(nextPathOfCallback(`https://festival.example${login}`)).toBe('/admin/guests?a=1')
    expect(
      nextPathOfCallback('https://festival.example/admin/login?next=https://x/admin/y'),
    ).toBeNull()
    for (const url of ['https://festival.example/admin/login', 'http://', undefined])
      expect(nextPathOfCallback(url)).toBeNull()
  })
})
