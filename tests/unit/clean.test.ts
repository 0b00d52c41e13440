import { describe, expect, it } from 'vitest'
import { GUEST_TEXT_INPUTS } from '@/lib/guests/fields'
import { parseBody } from '@/lib/http/request'
import { plainPhone } from '@/lib/text/clean'

const bodyOfText = (text: string) =>
  parseBody(
    new Request('http://x/', { method: 'POST', headers: { 'content-type': 'application/json' } }),
    new TextEncoder().encode(text),
  )
const bodyOf = (value: unknown) => bodyOfText(JSON.stringify(value))

describe('a request body', () => {
  it.each(['a\u0000', '\u001f', 'a\ufffe', '\uffff'])(
    'with %j in a text is refused',
    async (text) => {
      for (const body of [{ name: text }, { rows: [{ name: text }] }])
        await expect(bodyOf(body)).rejects.toMatchObject({
          status: 400,
          detail: 'Tekst sadrži nedopušten znak.',
        })
    },
  )

  it('with line breaks and tabs, or with rows that are validated one by one, is accepted', async () => {
    const body = { note: 'a\nb\r\n\tc', n: 1, none: null }
    expect(await bodyOf(body)).toEqual(body)
    expect(await bodyOf([{ name: '\u0000' }])).toEqual([{ name: '\u0000' }])
  })

  it.each([
    ['a field', 21, (deep: unknown) => ({ name: deep })],
    ['a field', 8_000, (deep: unknown) => ({ name: deep })],
    ['a row', 8_000, (deep: unknown) => [{ name: deep }]],
  ])('with %s nested %i levels deep is refused', async (_, levels, wrap) => {
    const json = `${'['.repeat(levels)}${']'.repeat(levels)}`
    const text = JSON.stringify(wrap('deep')).replace('"deep"', json)
    await expect(bodyOfText(text)).rejects.toMatchObject({ status: 400, code: 'too_deep' })
  })

  // Rule 14.7: limits of JSON bodies, such as the nesting depth.
  it('with a field nested as deep as a schema allows is accepted', async () => {
    expect(await bodyOf({ name: [[[[[[['a']]]]]]] })).toEqual({ name: [[[[[[['a']]]]]]] })
  })

  it('with a forbidden character is refused with the path of the field in the error', async () => {
    await expect(bodyOf({ a: 'a', rows: [{}, { name: '\u0000' }] })).rejects.toMatchObject({
      more: { fields: { 'rows.1.name': ['Tekst sadrži nedopušten znak.'] } },
    })
  })

  it('from a form is also refused for a forbidden character', async () => {
    const form = new FormData()
    form.set('name', 'a\u0001')
    const request = new Request('http://x/', { method: 'POST', body: form })
    const bytes = new Uint8Array(await request.clone().arrayBuffer())
    await expect(parseBody(request, bytes)).rejects.toMatchObject({ code: 'bad_character' })
  })
})

describe('a telephone number', () => {
  it.each([
    ['\u200e+385 91 111 2222', '+385 91 111 2222'],
    ['+385\u00a091\u202f111\u20112222', '+385 91 111-2222'],
    ['(+385) 91 111 2222', '+385 91 111 2222'],
    ['( +385 )911112222', '+385911112222'],
    ['＋385 91', '+385 91'],
    ['(01) 111 2222', '(01) 111 2222'],
    ['091–111–2222', '091-111-2222'],
  ])('%j is normalized to %j', (typed, normalized) => {
    expect(plainPhone(typed)).toBe(normalized)
    expect(GUEST_TEXT_INPUTS.phone.parse(typed)).toBe(normalized)
  })
})
