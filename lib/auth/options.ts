import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import GoogleProvider from 'next-auth/providers/google'
import { getDb } from '@/db/pool'
import { getFirstUserOfPrivilege } from '@/db/queries/sign-ins'
import { endGateShift, linkDeviceToSignIn } from '@/lib/auth/devices'
import { getAuthSecret } from '@/lib/config/auth-secret'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { logError } from '@/lib/log/log'
import { acceptIdentity, type Claims } from './identity'
import { closeSession, extendSession, openSession, sessionIdOfToken } from './sessions'
import {
  authCookies,
  LIFETIME,
  readCookie,
  readToken,
  sessionCookieName,
  signToken,
} from './tokens'

/**
 * Options of next-auth for the sign-in of browsers. The cookie is our own token with the id of a row of
 * auth_sessions. User and privilege are read from the database on every request.
 */
export function authOptions({ headers }: Request): NextAuthOptions {
  const config = getConfig()
  process.env.NEXTAUTH_URL ??= config.PUBLIC_URL
  return {
    providers: [...(config.GOOGLE_CLIENT_ID ? [google()] : []), ...(config.DEMO ? [demo()] : [])],
    secret: getAuthSecret(),
    useSecureCookies: config.PUBLIC_URL.startsWith('https:'),
    cookies: authCookies(),
    session: { strategy: 'jwt', maxAge: LIFETIME.session },
    pages: { signIn: '/admin/login', error: '/admin/login', signOut: '/admin/logout' },
    jwt: {
      encode: ({ token }) => signToken('session', { sid: token?.sid as string }),
      async decode({ token }) {
        const claims = token ? await readToken('session', token) : null
        return claims && { ...claims }
      },
    },
    callbacks: {
      async signIn({ account, profile, user }) {
        if (account?.provider !== 'google') return true
        try {
          user.id = String((await acceptIdentity(profile as Claims)).id)
          return true
        } catch (error) {
          if (error instanceof ServiceError) return `/admin/login?error=${error.code}`
          throw error
        }
      },
      async jwt({ token, user }) {
        if (user) {
          await endCurrentSession(headers)
          const sid = await openSession(Number(user.id), headers)
          await linkDeviceToSignIn(headers, Number(user.id), sid)
          return { sid }
        }
        if (typeof token.sid !== 'string' || !(await extendSession(token.sid)))
          throw new Error('the session has ended')
        return { sid: token.sid }
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid !== 'string') return
        await closeSession(token.sid)
        await endGateShift(headers)
      },
    },
    logger: { error: logUnlessEnded, warn: () => {}, debug: () => {} },
  }
}

function google() {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_HOSTED_DOMAIN, GOOGLE_ISSUER } =
    getConfig()
  const issuer = GOOGLE_ISSUER.replace(/\/$/, '')
  return GoogleProvider({
    clientId: GOOGLE_CLIENT_ID as string,
    clientSecret: GOOGLE_CLIENT_SECRET as string,
    issuer,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    authorization: {
      params: { scope: 'openid email profile', hd: GOOGLE_HOSTED_DOMAIN, prompt: 'select_account' },
    },
    checks: ['pkce', 'state', 'nonce'],
  })
}

/** Sign-in without a password, with one account per privilege. Only for the demo, which is local. */
function demo() {
  return CredentialsProvider({
    id: 'demo',
    credentials: { privilege: {} },
    async authorize(credentials) {
      const user = await getFirstUserOfPrivilege(getDb(), Number(credentials?.privilege))
      return user && { id: String(user.id) }
    },
  })
}

/** Ends the session that this browser already has, of any user, before a new sign-in. */
async function endCurrentSession(headers: Headers) {
  const cookie = readCookie(headers.get('cookie'), sessionCookieName())
  const sid = cookie && (await sessionIdOfToken('session', cookie))
  if (sid) await closeSession(sid)
}

/** Logs errors of next-auth, except for an expired session. */
function logUnlessEnded(code: string, metadata: unknown) {
  if (code !== 'JWT_SESSION_ERROR') logError(`sign-in: ${code} ${JSON.stringify(metadata)}`)
}
