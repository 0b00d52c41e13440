// covers: app/api lib/server server.ts
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleServer } from '@/scripts/lib/build'
import { type ApiFixture, send, startApiFixture } from '../support/api-fixture'
import { API_CALLS, type ApiCall } from '../support/api-table'

/**
 * Headers that may differ between development and production: those of the connection, the time and
 * the compression, the request id, the CSP (which allows more in development), and `vary`, to which
 * Next.js adds values.
 */
const VARYING_HEADERS = [
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
]

let production: ApiFixture
let development: ApiFixture

beforeAll(async () => {
  await bundleServer('development')
  production = await startApiFixture()
  development = await startApiFixture(undefined, { NODE_ENV: 'development' })
}, 180_000)
afterAll(async () => {
  await production?.stop()
  await development?.stop()
})

/**
 * Returns the names and types in a JSON value. Of an error response it also returns the texts of
 * `detail` and `code`.
 */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (value instanceof Object)
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        key,
        'detail' in value && isTextField(key) ? entry : shapeOf(entry),
      ]),
    )
  return value === null ? null : typeof value
}

const isTextField = (key: string) => key === 'detail' || key === 'code'

/**
 * Returns the response to an admin, without parts that differ between any two instances or times.
 */
async function readResponse({ url, staff }: ApiFixture, call: ApiCall) {
  const response = await send(url, call, staff('bearer', 1))
  const type = response.headers.get('content-type')
  const isStream = type === 'text/event-stream'
  const text = isStream ? '' : await response.text()
  if (isStream) await response.body?.cancel()
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers]
        .filter(([name]) => !VARYING_HEADERS.includes(name))
        .map(([name, value]) => [
          name,
          name === 'set-cookie' ? value.replace(/=[^;]*/, '') : value,
        ]),
    ),
    body: type?.includes('json') ? shapeOf(JSON.parse(text)) : text === '',
  }
}

// Next.js serves the endpoints in development, the server itself in production.
it.each(API_CALLS.map((call) => [`${call.method} /${call.path ?? call.route}`, call] as const))(
  '%s gets the same response in development and in production',
  async (_, call) => {
    expect(await readResponse(development, call)).toEqual(await readResponse(production, call))
  },
)
