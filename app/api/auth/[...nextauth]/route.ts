import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { errorResponse } from '@/lib/api/error-response'
import { authOptions } from '@/lib/auth/options'
import { readCookie } from '@/lib/auth/tokens'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { rateLimitByIp } from '@/lib/http/rate-limit'

const SIGN_INS_PER_MINUTE = 120

/** Sign-in and sign-out of browsers; programs use /api/auth/google. */
const handler = async (
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
) => {
  const isSignIn = /\/(signin|callback)\//.test(new URL(request.url).pathname)
  try {
    await requireValidCallbackUrl(request)
    if (isSignIn) await rateLimitByIp(request, SIGN_INS_PER_MINUTE, 'sign-in')
  } catch (error) {
    return errorResponse(request, error)
  }
  return NextAuth(request, context, authOptions(request))
}

/**
 * Throws `invalid` if a callback URL is not a valid URL. next-auth would report that as a server
 * error.
 */
async function requireValidCallbackUrl(request: Request): Promise<void> {
  const body = request.method === 'POST' ? await request.clone().text() : ''
  // The sign-in script of next-auth sends the content type JSON also with GET requests, which have
  // no body.
  const isJson = body !== '' && /json/i.test(request.headers.get('content-type') ?? '')
  const fromBody = isJson ? readCallbackUrl(body) : new URLSearchParams(body).get('callbackUrl')
  const cookies = request.headers.get('cookie')
  const fromCookies = ['', '__Host-']
    .map((prefix) => readCookie(cookies, `${prefix}${CALLBACK_COOKIE}`))
    .map((value) => value && decodeSafely(value))
  const fromQuery = new URL(request.url).searchParams.getAll('callbackUrl')
  for (const url of [fromBody, ...fromQuery, ...fromCookies])
    if (url && !isUrl(url))
      throw new ServiceError('invalid', 'Adresa za povratak nije ispravna.', {
        fields: { callbackUrl: ['Neispravna adresa'] },
      })
}

const CALLBACK_COOKIE = 'next-auth.callback-url'

const isUrl = (text: string) =>
  URL.canParse(text, text.startsWith('/') ? getConfig().PUBLIC_URL : undefined) &&
  /^(https?:|\/)/i.test(text)

function readCallbackUrl(json: string): string | null {
  try {
    const callback = JSON.parse(json)?.callbackUrl ?? null
    return callback === null ? null : String(callback)
  } catch {
    throw new ServiceError('invalid', 'Tijelo zahtjeva nije ispravan JSON.', {
      code: 'broken_json',
    })
  }
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export { handler as GET, handler as POST }
