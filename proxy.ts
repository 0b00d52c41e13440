import { type NextRequest, NextResponse } from 'next/server'
import { readCookie, sessionCookieName } from '@/lib/auth/cookie'
import { readToken } from '@/lib/auth/tokens'

/**
 * Turns away who is not signed in before a staff page is made: without a sign-in to the
 * login, with one that has run out through the logout (spec section 4). What a person
 * may do is decided behind this, from the database.
 */
export async function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  if (/^\/admin\/(login|logout)\/?$/.test(pathname)) return NextResponse.next()
  const cookie = readCookie(request.headers.get('cookie'), sessionCookieName())
  if (cookie && (await readToken('session', cookie))) return NextResponse.next()
  const target = new URL(cookie ? '/admin/logout' : '/admin/login', request.url)
  target.searchParams.set('next', pathname + search)
  return NextResponse.redirect(target)
}

export const config = { matcher: ['/admin', '/admin/:path*'] }
