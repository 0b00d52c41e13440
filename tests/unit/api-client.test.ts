import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { z } from 'zod'
import { addressOf, api } from '@/lib/http/client'
import { route } from '@/lib/http/route'

afterEach(() => vi.unstubAllGlobals())

const answered = (body: BodyInit | null, init?: ResponseInit) => {
  const fetched = vi.fn(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('a call of the API', () => {
  it('has the types of the handler’s own rule', () => {
    expectTypeOf(api<'GET', '/tags/[id]'>)
      .returns.resolves.toHaveProperty('bought')
      .toEqualTypeOf<number>()
    expectTypeOf(api<'GET', '/tags'>)
      .returns.resolves.toHaveProperty('total')
      .toBeNumber()
    expectTypeOf(api<'DELETE', '/tags/[id]'>).returns.resolves.toBeUndefined()
    expectTypeOf(api<'GET', '/guests/export'>).returns.resolves.toEqualTypeOf<File>()
  })

  it('is no call when address, method or fields are none of the API’s', () => {
    answered('{}', { headers: { 'content-type': 'application/json' } })
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

  it('fills the address in', () => {
    expect(addressOf('/guests/[id]/history', { id: 7 })).toBe('/guests/7/history/')
    expect(addressOf('/visibility/[key]', { key: 'a/b' })).toBe('/visibility/a%2Fb/')
    const query = { search: 'Ana Marić', tag: undefined, limit: 50 }
    expect(addressOf('/guests', {}, query)).toBe('/guests/?search=Ana+Mari%C4%87&limit=50')
  })

  it('answers a list with how many there are in all', async () => {
    const headers = { 'content-type': 'application/json', 'x-total-count': '120' }
    const fetched = answered('[{"id":1}]', { headers })
    expect(await api('GET', '/tags')).toEqual({ rows: [{ id: 1 }], total: 120 })
    expect(fetched).toHaveBeenCalledWith('/api/tags/', expect.objectContaining({ method: 'GET' }))
  })

  it('answers a file under its name', async () => {
    answered('x', { headers: { 'content-disposition': 'attachment; filename="gosti.xlsx"' } })
    const file = await api('GET', '/guests/export')
    expect([file.name, await file.text()]).toEqual(['gosti.xlsx', 'x'])
  })
})

describe('an answer', () => {
  it.each([
    ['lacks a field', {}],
    ['has one too many', { name: 'Ana', secret: 1 }],
    ['has one of another type', { name: 1 }],
  ])('that %s fails loudly while the product is being written', async (_what, answer) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const GET = route(
      { may: 'anyone', summary: 'Test', answer: z.object({ name: z.string() }) },
      () => answer as { name: string },
    )
    const { status } = await GET(new Request('http://x/api/test/'), { params: Promise.resolve({}) })
    expect(status).toBe(500)
    expect(said.mock.calls.join()).toContain('answers otherwise than its rule says')
    said.mockRestore()
  })
})
