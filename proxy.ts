import { type NextRequest, NextResponse } from 'next/server'
import { rateLimitAnonymous } from '@/lib/api/caller'
import { readCookie, readToken, sessionCookieName } from '@/lib/auth/tokens'
import { ServiceError } from '@/lib/http/errors'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { NOT_FOUND_HEADER, withoutSentenceEnd } from '@/lib/http/secret-paths'
import { sentencePage } from '@/lib/http/sentence-page'
import { sponsorListExists } from '@/lib/sponsors/opens-list'
import { readTicket } from '@/lib/tickets/read-ticket'

/** What has to be decided before a page is begun, whose first bytes bring its status. */
export function proxy(request: NextRequest) {
  const { pathname } = request.nextUrl
  const meant = withoutSentenceEnd(pathname)
  if (meant) return NextResponse.redirect(new URL(meant, request.url))
  if (pathname.startsWith('/karta')) return ticket(request)
  return pathname.startsWith('/sponzori') ? sponsorList(request) : staff(request)
}

/**
 * Turns away who is not signed in before a staff page is made: without a sign-in to the
 * login, with one that has run out through the logout (rule 9.13). What a person
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
  const opens = slug !== undefined && (await sponsorListExists(slug).catch(() => true))
  return opens ? NextResponse.next() : notThere(request)
}

/**
 * Shows the page that next.config.ts has for what is not there. A rewrite from here would become a
 * request to this server itself as soon as a proxy speaks TLS, or the server listens on loopback.
 */
function notThere(request: NextRequest) {
  const headers = new Headers(request.headers)
  headers.set(NOT_FOUND_HEADER, '1')
  return NextResponse.next({ request: { headers } })
}

/**
 * Wrong codes count by address, right ones do not: a whole faculty, or a phone network, opens its
 * tickets behind one. Whoever has guessed too much is told nothing more for a while.
 */
const NO_TICKET = { summary: 'no such ticket', perMinute: 600 }

/** Far more often than a person, or all who look at a shared picture, open one. */
const OF_ONE_TICKET = { points: 60, seconds: 60 }

/**
 * A ticket that there is none of is not found: one static page, whatever was wrong with its
 * address. What cannot be told now is no page either, or a phone would keep it for the ticket.
 */
async function ticket(request: NextRequest) {
  const code = /^\/karta\/([^/]+)\/?$/.exec(request.nextUrl.pathname)?.[1] ?? ''
  try {
    await rateLimitAnonymous(request, NO_TICKET, 0)
    if (await readTicket(code)) {
      await rateLimitByKey('ticket', code.toLowerCase(), OF_ONE_TICKET)
      return NextResponse.next()
    }
    await rateLimitAnonymous(request, NO_TICKET)
    return notThere(request)
  } catch (error) {
    if (error instanceof ServiceError)
      return sentence(error.status, error.detail, error.more.retryAfterSeconds)
    return sentence(503, 'Trenutačno ne možemo do karte. Pokušaj ponovno za koju minutu.', 10)
  }
}

/** Answers with a sentence in place of the ticket. */
const sentence = (status: number, words: string, retryAfter = 60) =>
  new NextResponse(sentencePage('Karta', words), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'retry-after': String(Math.ceil(retryAfter)),
    },
  })

export const config = {
  matcher: ['/admin', '/admin/:path*', '/sponzori/:path+', '/karta/:path+'],
}
