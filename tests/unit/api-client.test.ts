import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { z } from 'zod'
import { route } from '@/lib/api/route'
import { api, buildUrl } from '@/lib/api-client/client'

afterEach(() => vi.unstubAllGlobals())

const stubResponse = (body: BodyInit | null, init?: ResponseInit) => {
  const fetched = vi.fn(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('a request of the API client', () => {
  it('has the response type of its endpoint', () => {
    expectTypeOf(api<'GET', '/tags/[id]'>)
      .returns.resolves.toHaveProperty('bought')
      .toEqualTypeOf<number>()
    expectTypeOf(api<'GET', '/tags'>)
      .returns.resolves.toHaveProperty('total')
      .toBeNumber()
    expectTypeOf(api<'DELETE', '/tags/[id]'>).returns.resolves.toBeUndefined()
    expectTypeOf(api<'GET', '/guests/export'>).returns.resolves.toEqualTypeOf<File>()
  })

  it('does not compile with a wrong path, method, parameter, query or body field', () => {
    stubResponse('{}', { headers: { 'content-type': 'application/json' } })
    // @ts-expect-error no such address
    void api('GET', '/nema')
    // @ts-expect-error not by this method
    void api('DELETE', '/guests')
    // @ts-expect-error its number is missing
    void api('GET', '/tags/[id]')
    // @ts-expect-error a misspelt question
    void api('GET', '/guests', { query: { limt: 5 } })
    // @ts-expect-error a misspelt field
    void api('POST', '/tags', { body: { nme: 'VIP' } })
  })

  it('has its parameters and query filled into the URL', () => {
    expect(buildUrl('/guests/[id]/history', { id: 7 })).toBe('/guests/7/history/')
    expect(buildUrl('/visibility/[key]', { key: 'a/b' })).toBe('/visibility/a%2Fb/')
    const query = { search: 'Ana Marić', tag: undefined, limit: 50 }
    expect(buildUrl('/guests', {}, query)).toBe('/guests/?search=Ana+Mari%C4%87&limit=50')
  })

  it('returns the rows of a list and the total count', async () => {
    const headers = { 'content-type': 'application/json', 'x-total-count': '120' }
    const fetched = stubResponse('[{"id":1}]', { headers })
    expect(await api('GET', '/tags')).toEqual({ rows: [{ id: 1 }], total: 120 })
    expect(fetched).toHaveBeenCalledWith('/api/tags/', expect.objectContaining({ method: 'GET' }))
  })

  it('returns a file with the name from the response header', async () => {
    stubResponse('x', { headers: { 'content-disposition': 'attachment; filename="gosti.xlsx"' } })
    const file = await api('GET', '/guests/export')
    expect([file.name, await file.text()]).toEqual(['gosti.xlsx', 'x'])
  })
})

it('reports that a file is too large when a proxy answers 413 with an HTML page', async () => {
  stubResponse('<html><h1>413 Request Entity Too Large</h1></html>', { status: 413 })
  const sent = api('POST', '/users/import', { body: new FormData() })
  await expect(sent).rejects.toMatchObject({
    status: 413,
    detail: 'Datoteka je prevelika, pa je nije moguće poslati. Smanjite je i pokušajte ponovno.',
  })
})

// Rule 9.16: after a 401 the client refreshes the sign-in once and retries once.
it('refreshes the sign-in once after a 401 and retries the request once', async () => {
  vi.stubGlobal('location', { pathname: '/', search: '' })
  const refused = () => Response.json({ detail: '', code: 'not_signed_in' }, { status: 401 })
  const session = () => Response.json({ expires: '2026-11-21T20:00:00Z' })
  const requestedUrls: string[] = []
  const stubResponses = (...responses: (() => Response)[]) =>
    vi.stubGlobal('fetch', async (address: string) => {
      requestedUrls.push(address)
      return (responses.shift() ?? refused)()
    })

  stubResponses(refused, session, () => Response.json([]))
  expect(await api('GET', '/tags')).toMatchObject({ rows: [] })
  stubResponses(refused, session, refused)
  await expect(api('GET', '/tags')).rejects.toMatchObject({ status: 401 })
  const expectedRequests = [
    expect.stringMatching(/^\/api\/tags/),
    '/api/auth/session',
    expect.anything(),
  ]
  expect(requestedUrls).toEqual([...expectedRequests, ...expectedRequests])
})

describe('a request that creates a record', () => {
  const body = { name: 'VIP' }
  const tag = () => Response.json({ id: 1, name: 'VIP' }, { status: 201 })
  const lost = () => Promise.reject(new TypeError('fetch failed'))
  const running = () =>
    Response.json({ detail: 'Još traje.', code: 'still_running' }, { status: 409 })

  function stubResponses(...responses: (() => Response | Promise<Response>)[]) {
    const keys: (string | undefined)[] = []
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      keys.push((init.headers as Record<string, string>)['idempotency-key'])
      return (responses.shift() ?? lost)()
    })
    return keys
  }

  it('has a new Idempotency-Key each time', async () => {
    const keys = stubResponses(tag, tag)
    await api('POST', '/tags', { body })
    await api('POST', '/tags', { body })
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
  })

  it('is retried once with the same key when its response was lost', async () => {
    const keys = stubResponses(lost, tag)
    expect(await api('POST', '/tags', { body })).toMatchObject({ id: 1 })
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('is repeated with the same key while the first attempt is still running', async () => {
    const keys = stubResponses(lost, running, running, tag)
    expect(await api('POST', '/tags', { body })).toMatchObject({ id: 1 })
    expect(new Set(keys).size).toBe(1)
  })

  it('fails when the second response is lost too, or when the caller has aborted the request', async () => {
    const keys = stubResponses()
    await expect(api('POST', '/tags', { body })).rejects.toMatchObject({ code: 'offline' })
    expect(keys).toHaveLength(2)
    const signal = AbortSignal.abort()
    await expect(api('POST', '/tags', { body, signal })).rejects.toMatchObject({ status: 0 })
    expect(keys).toHaveLength(3)
  })

  // Rule 10.15.
  it('has the same key again when the user repeats it after an unknown outcome', async () => {
    const failed = () => Response.json({ detail: 'Zapelo je.', code: 'failed' }, { status: 502 })
    const again = { name: 'Ponovno' }
    const keys = stubResponses(lost, lost, failed, tag, tag)
    await expect(api('POST', '/tags', { body: again })).rejects.toMatchObject({ status: 0 })
    await expect(api('POST', '/tags', { body: again })).rejects.toMatchObject({ status: 502 })
    await api('POST', '/tags', { body: again })
    expect(new Set(keys).size).toBe(1)
    await api('POST', '/tags', { body: again })
    expect(keys[4]).not.toBe(keys[0])
  })

  it('has another key with another body, or a quarter of an hour after the unknown outcome', async () => {
    const keys = stubResponses(lost, lost, tag, tag)
    const now = vi.spyOn(Date, 'now')
    await expect(api('POST', '/tags', { body: { name: 'Kasno' } })).rejects.toThrow()
    await api('POST', '/tags', { body: { name: 'Drugo' } })
    now.mockReturnValue(performance.timeOrigin + performance.now() + 15 * 60_000)
    await api('POST', '/tags', { body: { name: 'Kasno' } })
    now.mockRestore()
    expect(new Set(keys).size).toBe(3)
  })

  // Rule 4.20: a preview shows the effect now, not the stored response of an earlier preview.
  it('has no Idempotency-Key while it is only previewed, also after an aborted preview', async () => {
    const body = { selection: { ids: [1] }, action: { kind: 'delete' as const } }
    const keys = stubResponses(lost, tag, lost, tag)
    const preview = { query: { preview: '1' as const }, body }
    const signal = AbortSignal.abort()
    await expect(api('POST', '/guests/bulk', { ...preview, signal })).rejects.toThrow()
    await api('POST', '/guests/bulk', preview)
    await api('POST', '/guests/bulk', { body })
    expect(keys.slice(0, 2)).toEqual([undefined, undefined])
    expect(keys[2]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[3]).toBe(keys[2])
  })

  it('has no Idempotency-Key in any preview of the admin area', async () => {
    const query = { preview: '1' } as const
    const form = { query, body: new FormData() }
    const keys = stubResponses(tag, tag, tag, tag, tag, tag, tag)
    await api('POST', '/guests/import', form)
    await api('POST', '/users/import', form)
    await api('POST', '/programme/import', form)
    await api('POST', '/mailer/send-range', { query, body: { start: 1, end: 2 } })
    await api('POST', '/mailer/resend-failed', { query })
    await api('POST', '/sponsors/invite', { query, body: { to: 'all' } })
    await api('POST', '/sponsors/remind', { query })
    expect(keys).toEqual(Array(7).fill(undefined))
  })

  it('is the only kind of request with an Idempotency-Key and a retry', async () => {
    const keys = stubResponses()
    await expect(api('PUT', '/tags/[id]', { params: { id: 1 }, body })).rejects.toThrow()
    await expect(api('POST', '/lineup/reorder', { body: [] })).rejects.toThrow()
    expect(keys).toEqual([undefined, undefined])
  })
})

describe('a response', () => {
  it.each([
    ['lacks a field', {}],
    ['has one too many', { name: 'Ana', secret: 1 }],
    ['has one of another type', { name: 1 }],
  ])('that %s causes a 500 and a logged error outside production', async (_what, body) => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const GET = route(
      { access: 'anyone', summary: 'Test', response: z.object({ name: z.string() }) },
      () => body as { name: string },
    )
    const { status } = await GET(new Request('http://x/api/test/'), { params: Promise.resolve({}) })
    expect(status).toBe(500)
    expect(stderr.mock.calls.join()).toContain('returned a response unlike its schema')
    stderr.mockRestore()
  })
})
