import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { route } from '@/lib/api/route'
import { getConfig } from '@/lib/config/settings'
import { credentials, KINDS, type Kind, makeToken, openSession } from '../support/api-fixture'

/** Creates a user with this privilege and signs the user in. Returns the request headers. */
async function signedIn(privilege: number, kind: Kind, origin = getConfig().PUBLIC_URL) {
  const sql = getSql()
  const [user] = await sql`
    insert into users (name, email, privilege)
    values ('Ana', ${`${randomUUID()}@brucosijada.example`}, ${privilege}) returning id`
  return credentials(kind, await makeToken(kind, { sid: await openSession(sql, user?.id) }), origin)
}

const call = async (
  handler: (
    request: Request,
    context: { params: Promise<Record<string, string>> },
  ) => Promise<Response>,
  headers: Record<string, string>,
) => {
  const request = new Request('http://x/api/test/', { method: 'POST', headers })
  return (await handler(request, { params: Promise.resolve({}) })).status
}

describe('a request to a public endpoint', () => {
  const POST = route({ access: 'anyone', summary: `Test ${randomUUID()}`, perMinute: 10 }, () => {})

  it.each(KINDS)(
    'is rate-limited by IP for anonymous callers, but not for staff (%s)',
    async (kind) => {
      const ipHeaders = { 'x-forwarded-for': kind === 'bearer' ? '203.0.113.1' : '203.0.113.2' }
      const statuses: number[] = []
      for (let i = 0; i < 15; i++) statuses.push(await call(POST, ipHeaders))
      expect([statuses[0], statuses.at(-1)]).toEqual([204, 429])
      expect(await call(POST, { ...ipHeaders, ...(await signedIn(3, kind)) })).toBe(204)
      expect(await call(POST, { ...ipHeaders, ...(await signedIn(0, kind)) })).toBe(429)
      expect(await call(POST, { ...ipHeaders, authorization: 'Bearer made.up.token' })).toBe(429)
    },
  )
})

describe('a write with the session cookie', () => {
  const POST = route({ access: 'admin', summary: 'Test' }, () => {})

  // Rule 10.11: a write with the cookie is refused unless its `Origin` is the site's own.
  it('is accepted from the origin of the site, and refused from any other origin', async () => {
    expect(await call(POST, await signedIn(1, 'cookie'))).toBe(204)
    for (const host of ['zlo.example', 'localhost:3000', 'localhost', '127.0.0.1:3001']) {
      const headers = await signedIn(1, 'cookie', `http://${host}`)
      expect(await call(POST, { ...headers, host }), host).toBe(403)
    }
  })
})
