import { type NextRequest, NextResponse } from 'next/server'
import { rateLimitAnonymous } from '@/lib/api/caller'
import { readCookie, readToken, sessionCookieName } from '@/lib/auth/tokens'
import { ServiceError } from '@/lib/http/errors'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { NOT_FOUND_HEADER, withoutSentenceEnd } from '@/lib/http/secret-paths'
import { sentencePage } from '@/lib/http/sentence-page'
import { sponsorListExists } from '@/lib/sponsors/opens-list'
import { readTicket } from '@/lib/tickets/read-ticket'

/**
 * Decides redirects and status 404 before a page is rendered, because the status is sent with the
 * first bytes of the page.
 */
export function proxy(request: NextRequest) {
  const { pathname } = request.nextUrl
  const meant = withoutSentenceEnd(pathname)
  if (meant) return NextResponse.redirect(new URL(meant, request.url))
  if (pathname.startsWith('/karta')) return ticket(request)
  return pathname.startsWith('/sponzori') ? sponsorList(request) : staff(request)
}

/**
 * Redirects requests for staff pages: without a session to the login, with an expired session to
 * the logout (rule 9.13). The permission is checked later, from the database.
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

/** Serves a sponsor list. An unknown URL gets status 404. */
async function sponsorList(request: NextRequest) {
  const slug = /^\/sponzori\/([^/]+)\/?$/.exec(request.nextUrl.pathname)?.[1]
  // Without the database the slug cannot be checked. The page then shows the error itself.
  const opens = slug !== undefined && (await sponsorListExists(slug).catch(() => true))
  return opens ? NextResponse.next() : notThere(request)
}

/**
 * Serves the 404 page that next.config.ts defines. A rewrite from here would become a request to
 * this server itself when a proxy uses TLS or the server listens on loopback.
 */
function notThere(request: NextRequest) {
  const headers = new Headers(request.headers)
  headers.set(NOT_FOUND_HEADER, '1')
  return NextResponse.next({ request: { headers } })
}

/**
 * Rate limit of unknown ticket codes per network, against guessing. Valid codes are not counted,
 * because a whole faculty or phone network shares one IP. A client over the limit gets 429 for all
 * codes.
 */
const NO_TICKET = { summary: 'no such ticket', perMinute: 600 }

/**
 * Rate limit of one ticket, far above the requests of a guest or of all who see a shared picture of
 * it.
 */
const OF_ONE_TICKET = { points: 60, seconds: 60 }

/**
 * Serves a ticket. Every unknown code gets the same static 404 page. On an error the response is a
 * sentence with an error status, because a phone would save an error page as the ticket.
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

/** Responds with a sentence in place of the ticket. */
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
