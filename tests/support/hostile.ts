import fc from 'fast-check'
import { API_CALLS, type ApiCall } from './api-table'
import {
  FIELD_NAMES,
  HOSTILE_NUMBERS,
  HOSTILE_TEXTS,
  json,
  NOT_JSON,
  QUERY_NAMES,
} from './hostile-inputs'

/** A hostile request, or a request of a badly broken program. */
export interface Attack {
  call: Pick<ApiCall, 'method' | 'route'>
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

const text = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 12 }),
)
const id = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
  { weight: 1, arbitrary: text },
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<unknown>(...HOSTILE_NUMBERS, null, true, false, [], {}),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
)

const fieldName = fc.constantFrom(...FIELD_NAMES)

const record = fc.dictionary(fc.oneof(fieldName, text), value, { maxKeys: 6 })

/**
 * Takes a valid body and removes or replaces one field; an array may also repeat its first item
 * 2,000 times.
 */
const corrupted = (body: unknown): fc.Arbitrary<unknown> => {
  if (Array.isArray(body) && body.length > 0)
    return fc.oneof(
      corrupted(body[0]).map((first) => [first, ...body.slice(1)]),
      fc.constant(Array(2000).fill(body[0])),
    )
  if (body === null || typeof body !== 'object' || Object.keys(body).length === 0) return value
  return fc
    .tuple(fc.constantFrom(...Object.keys(body)), value, fc.boolean())
    .map(([key, replacement, isRemoved]) => {
      const { [key]: _, ...otherFields } = body as Record<string, unknown>
      return isRemoved ? otherFields : { ...otherFields, [key]: replacement }
    })
}

const BOUNDARY = 'xXx'
const part = fc
  .tuple(fieldName, text, fc.constantFrom('', '; filename="a.png"', '; filename="../../a.svg"'))
  .map(
    ([name, content, file]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`,
  )
const form = fc
  .tuple(fc.array(part, { maxLength: 5 }), fc.constantFrom(`--${BOUNDARY}--\r\n`, '', '--'))
  .map(([parts, end]) => Buffer.from(parts.join('') + end))

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/jsonp',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'image/png',
  '',
]

interface Payload {
  type: string
  body: Buffer
}

const asJson = (body: fc.Arbitrary<unknown>): fc.Arbitrary<Payload> =>
  body.map((b) => ({ type: 'application/json', body: json(b) }))

const payloads = (validBody: unknown): fc.Arbitrary<Payload> =>
  fc.oneof(
    { weight: 6, arbitrary: asJson(corrupted(validBody)) },
    { weight: 3, arbitrary: asJson(record) },
    { weight: 1, arbitrary: asJson(fc.array(record, { maxLength: 4 })) },
    { weight: 1, arbitrary: asJson(value) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...NOT_JSON).map((body) => ({ type: 'application/json', body })),
    },
    {
      weight: 2,
      arbitrary: form.map((body) => ({ type: `multipart/form-data; boundary=${BOUNDARY}`, body })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...TYPES), fc.uint8Array({ maxLength: 300 }))
        .map(([type, bytes]) => ({ type, body: Buffer.from(bytes) })),
    },
  )

/**
 * Escapes a text for a URL. A lone surrogate has no UTF-8 form, so it becomes the replacement
 * character.
 */
const escapeText = (raw: string) => encodeURIComponent(Buffer.from(raw).toString())
const BAD_ESCAPES = ['%', '%zz', '%E0%A4%A', '%ff%fe', '%00', '%2e%2e%2f', '%ud800']

const requestPath = (call: ApiCall): fc.Arbitrary<string> => {
  const segments = call.route
    .split('/')
    .map((segment) =>
      segment.startsWith('[')
        ? fc.oneof(
            { weight: 8, arbitrary: id.map(escapeText) },
            { weight: 1, arbitrary: fc.constantFrom(...BAD_ESCAPES) },
          )
        : fc.constant(segment),
    )
  const ownQuery = call.path?.split('?')[1]
  const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...QUERY_NAMES), text), text), {
    maxLength: 3,
  })
  return fc
    .tuple(
      fc.tuple(...segments),
      query,
      fc.constantFrom('', '/'),
      fc.constantFrom('', ...BAD_ESCAPES),
    )
    .map(([parts, pairs, slash, badEscape]) => {
      const queryParts = [
        ...(ownQuery ? [ownQuery] : []),
        ...pairs.map(([key, content]) => `${escapeText(key)}=${escapeText(content)}`),
        ...(badEscape && pairs.length > 2 ? [`search=${badEscape}`] : []),
      ]
      return `/api/${parts.join('/')}${slash}${queryParts.length ? `?${queryParts.join('&')}` : ''}`
    })
}

const headers = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'idempotency-key': 'x'.repeat(300) },
      { 'idempotency-key': 'the same for all' },
      { 'idempotency-key': 'the-same-for-all' },
      { 'accept-encoding': 'x', accept: 'nothing/at-all' },
      { range: 'bytes=5-1', 'if-none-match': '*', 'if-modified-since': 'x' },
      { 'content-encoding': 'gzip' },
      { expect: '100-continue' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-filler': 'x'.repeat(9000) },
      { 'next-action': 'x', rsc: '1', 'next-router-state-tree': '%' },
      { 'x-middleware-subrequest': 'middleware', 'x-forwarded-host': 'zlo.example' },
    ),
  },
)

/** Hostile requests for every endpoint of the table, some with a method that the endpoint lacks. */
export const attack: fc.Arbitrary<Attack> = fc.constantFrom(...API_CALLS).chain((call) =>
  fc
    .tuple(
      requestPath(call),
      headers,
      payloads(call.body),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(call.method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
    )
    .map(([path, extra, { type, body }, method]) => ({
      call: { route: call.route, method },
      path,
      headers: { ...extra, ...(method !== 'GET' && type && { 'content-type': type }) },
      body: method === 'GET' ? undefined : body,
    })),
)
