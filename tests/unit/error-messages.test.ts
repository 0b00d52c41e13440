import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { ROUTES } from '@/lib/endpoints'
import { ServiceError } from '@/lib/http/errors'
import { check } from '@/lib/http/request'

const INVALID_VALUES = [
  undefined,
  null,
  [],
  {},
  '',
  ' ',
  'x',
  -1,
  1.5,
  1e12,
  true,
  'x'.repeat(5000),
  [{}],
  ['x'],
]

/** English words that zod's own messages use. No Croatian message may contain one. */
const ENGLISH =
  /\b(invalid|expected|received|required|too|must|should|unrecognized|string|number|object|array|boolean|undefined|null|input|option|small|big|least|most|one of)\b/i

/** The parts of a JSON Schema that `wrongs` reads. Every `$ref` is resolved. */
type Described = {
  properties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
  allOf?: Described[]
}

/**
 * Generates invalid values for a schema: invalid as a whole, or in one field up to three levels
 * deep.
 */
function* invalidValues(schema: Described, depth = 0): Generator<unknown> {
  yield* INVALID_VALUES
  if (depth > 2) return
  for (const choice of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
    yield* invalidValues(choice, depth + 1)
  if (schema.items) for (const item of invalidValues(schema.items, depth + 1)) yield [item]
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    for (const value of invalidValues(inner, depth + 1)) yield { [name]: value }
}

const parts = Object.entries<Record<string, { rule?: EndpointSpec }>>(ROUTES).flatMap(
  ([folder, module]) =>
    Object.entries(module).flatMap(([method, handler]) =>
      (['params', 'query', 'body'] as const).flatMap((part) => {
        const schema = handler?.rule?.[part]
        return schema ? [[`${method} /${folder} ${part}`, schema] as const] : []
      }),
    ),
)

describe('the message for an invalid value', () => {
  it.each(parts)('of %s is Croatian, and the validation never crashes', (_name, schema) => {
    const described = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      reused: 'inline',
    })
    const messages = new Set<string>()
    for (const value of invalidValues(described as Described))
      try {
        check(schema, value)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        messages.add(error.detail)
        for (const fieldMessages of Object.values(error.more.fields ?? {}))
          for (const message of fieldMessages) messages.add(message)
      }
    expect([...messages].filter((message) => message === '' || ENGLISH.test(message))).toEqual([])
  })

  it('is detected when it is English', () => {
    expect(ENGLISH.test('Invalid input: expected string, received undefined')).toBe(true)
    expect(parts.length).toBeGreaterThan(80)
  })
})
