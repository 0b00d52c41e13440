import { describe, expect, it } from 'vitest'
import { nextPathOfCallback, safeNextPath, withNext } from '@/lib/auth/rules'

describe('where a sign-in goes on', () => {
  it.each(['/admin/guests', '/admin/daily-report?od=1', '/admin/a/b'])('keeps %s', (path) => {
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
  ])('refuses %s', (path) => expect(safeNextPath(path)).toBeNull())

  it.each(['/admin', '/admin/', '/admin/login', '/admin/logout/', '/admin/login?next=/admin/x'])(
    'goes to the start of the privilege from %s',
    (path) => {
      expect(safeNextPath(path)).toBeNull()
    },
  )

  it('survives the way through an address', () => {
    const address = withNext('/admin/login', '/admin/guests?a=1&b=č')
    expect(new URL(address, 'http://x').searchParams.get('next')).toBe('/admin/guests?a=1&b=č')
    expect(withNext('/admin/login', null)).toBe('/admin/login')
  })

  it('is found again in the address that a failed sign-in was to come back to', () => {
    const login = withNext('/admin/login', '/admin/guests?a=1')
    expect(nextPathOfCallback(`https://festival.example${login}`)).toBe('/admin/guests?a=1')
    expect(
      nextPathOfCallback('https://festival.example/admin/login?next=https://x/admin/y'),
    ).toBeNull()
    for (const none of ['https://festival.example/admin/login', 'http://', undefined])
      expect(nextPathOfCallback(none)).toBeNull()
  })
})
