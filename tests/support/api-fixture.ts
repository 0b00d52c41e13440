import { SignJWT } from 'jose'
import postgres from 'postgres'
import type { ApiCall } from './api-table'
import { newDatabase } from './database'
import { type Instance, startInstance } from './instance'
import { addConsent } from './programme-rows'

/**
 * The two kinds of credentials: the bearer token of a program and the session cookie of a browser.
 */
export const KINDS = ['bearer', 'cookie'] as const
export type Kind = (typeof KINDS)[number]

export interface ApiFixture {
  url: string
  instance: Instance
  sql: postgres.Sql
  /** Returns the request headers of the signed-in staff member with this privilege. */
  staff: (kind: Kind, privilege: number) => Record<string, string>
  stop: () => Promise<void>
}

/**
 * Starts an instance on its own database, with a consent document and by default guest 1. A staff
 * member of each privilege is signed in and may open all guests, as if found by a search.
 */
export async function startApiFixture(
  fill: (sql: postgres.Sql) => Promise<unknown> = (sql) =>
    sql`insert into guests (name, surname, jmbag, list_id) values ('Ana', 'Anić', '0036000001', 1)`,
  env: Record<string, string> = {},
): Promise<ApiFixture> {
  const url = await newDatabase()
  const sql = postgres(url, { max: 2, onnotice: () => {} })
  await addConsent(sql)
  await fill(sql)
  // TRUST_PROXY lets each request state a client IP of its own in X-Forwarded-For, so that no
  // request reaches a rate limit.
  const instance = await startInstance(url, { TRUST_PROXY: '1', ...env })
  const users = await sql`select id, privilege from users where email like '_@%' order by privilege`
  const tokens = await Promise.all(
    users.map(async ({ id }) => {
      const sid = await openSession(sql, id)
      await sql`insert into shown_guests select ${sid}, id from guests`
      return {
        bearer: await makeToken('bearer', { sid }),
        cookie: await makeToken('cookie', { sid }),
      }
    }),
  )
  return {
    url: instance.url,
    instance,
    sql,
    staff: (kind, privilege) =>
      credentials(kind, tokens[privilege]?.[kind] as string, instance.url),
    stop: async () => {
      await instance.stop()
      await sql.end()
    },
  }
}

export async function openSession(sql: postgres.Sql, userId: number, until = '1 day') {
  const [session] = await sql`
    insert into auth_sessions (user_id, expires_at) values (${userId}, now() + ${until}::interval)
    returning id`
  return session?.id as string
}

interface Forgery {
  sid: string
  secret?: string
  expires?: string | number
}

const SECRET = 'a secret of the tests, long enough to be one'

/**
 * Signs a session token as the application does. Another secret or expiry makes an invalid token.
 */
export const makeToken = (kind: Kind, { sid, secret = SECRET, expires = '1h' }: Forgery) =>
  new SignJWT({ sid, gen: 0, use: kind === 'bearer' ? 'access' : 'session' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))

/** Returns the headers that a program, or a browser on `origin`, sends with a token. */
export function credentials(kind: Kind, token: string, origin: string): Record<string, string> {
  if (kind === 'bearer') return { authorization: `Bearer ${token}` }
  return { cookie: `next-auth.session-token=${token}`, origin }
}

let addressCount = 0

/** Returns a client IP address that no request has used yet. */
export function newAddress(): string {
  const n = ++addressCount
  return `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`
}

export const pathOf = (call: ApiCall) => call.path ?? `${call.route}/`

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** Sends a request of the API table from a client IP that no other request has used. */
export function send(
  url: string,
  call: ApiCall,
  headers: Record<string, string>,
  path = pathOf(call),
) {
  const hasBody = call.method !== 'GET'
  return fetch(`${url}/api/${path}`, {
    method: call.method,
    redirect: 'manual',
    headers: {
      ...(hasBody && !call.form && { 'content-type': 'application/json' }),
      'x-forwarded-for': newAddress(),
      ...headers,
    },
    body: call.form ? formOf(call.form) : hasBody ? JSON.stringify(call.body ?? {}) : undefined,
  })
}
