import { type NextRequest, NextResponse } from 'next/server'
import { readCookie, readToken, sessionCookieName } from '@/lib/auth/tokens'
import { opensOwnList } from '@/lib/sponsors/own-list'

/** What has to be decided before a page is begun, whose first bytes bring its status. */
export function proxy(request: NextRequest) {
  const { pathname } = request.nextUrl
  return pathname.startsWith('/sponzori') ? sponsorList(request) : staff(request)
}

/**
 * Turns away who is not signed in before a staff page is made: without a sign-in to the
 * login, with one that has run out through the logout (spec section 4). What a person
 * may do is decided behind this, from the database.
 */
async function staff(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  if (/^\/admin\/(login|logout)\/?$/.test(pathname)) return NextResponse.next()
  const cookie = readCookie(request.headers.get('cookie'), sessionCookieName())
  if (cookie && (await readToken('session', cookie))) return NextResponse.next()
  const target = new URL(cookie ? '/admin/logout' : '/admin/login', request.url)
  target.searchParams.set('next', pathname + search)
  return NextResponse.redirect(target)
}

/** A sponsor's address that opens nothing is not found, by the status too. */
async function sponsorList(request: NextRequest) {
  const slug = /^\/sponzori\/([^/]+)\/?$/.exec(request.nextUrl.pathname)?.[1]
  // Without the database nobody can tell; the page itself then says what is wrong.
  const opens = slug !== undefined && (await opensOwnList(slug).catch(() => true))
  return opens ? NextResponse.next() : NextResponse.rewrite(new URL('/sponzori', request.url))
}

export const config = { matcher: ['/admin', '/admin/:path*', '/sponzori/:path+'] }
