import { z } from 'zod'
import { ServiceError } from './errors'

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/**
 * Expected values of a change (optimistic lock): the values of the changed fields that the client
 * last saw. Without them the change overwrites the current values unchecked.
 */
export const expectedFields = z.record(z.string().max(50), fieldValue).optional()

/** Expected values in a form with a file, where they are sent as JSON text. */
const expectedFieldsInForm = z.preprocess((sent) => {
  if (typeof sent !== 'string') return sent
  try {
    return sent === '' ? undefined : JSON.parse(sent)
  } catch {
    return sent
  }
}, expectedFields)

export type ExpectedValues = z.output<typeof expectedFields>

/**
 * Schema of a partial update: at least one of `fields`, with the expected values in `seen`.
 * `options` are parameters of the update that are no fields of the item. Expected values of
 * unchanged fields are dropped, so that a conflict never reveals them.
 */
export function patchBodyWith<
  Fields extends z.core.$ZodLooseShape,
  Seen extends z.ZodType,
  Options extends z.core.$ZodLooseShape,
>(fields: Fields, seen: Seen, options: Options) {
  const names = Object.keys(fields)
  return z
    .object({ ...fields, ...options })
    .partial()
    .extend({ seen: seen.meta({ propertyNames: { enum: names } }) })
    .refine(
      (change) => names.some((name) => (change as Record<string, unknown>)[name] !== undefined),
      'Nema što promijeniti',
    )
    .overwrite((change) => ({ ...change, ...expectedOfChange(change, names) }))
    .meta({ anyOf: names.map((name) => ({ required: [name] })) })
}

export const patchBody = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  patchBodyWith(fields, expectedFields, {})

/** Schema of a partial update that may include a file. */
export const patchFormBody = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  patchBodyWith(fields, expectedFieldsInForm, {})

/** Returns the expected values of the fields that a change sets. Throws invalid for an unknown field. */
function expectedOfChange(sent: object, names: string[]): { seen?: ExpectedValues } {
  const { seen, ...change } = sent as { seen?: ExpectedValues; [field: string]: unknown }
  if (seen === undefined) return {}
  const unknown = Object.keys(seen).find((field) => !names.includes(field))
  if (unknown !== undefined) throw unknownField(unknown)
  const set = Object.entries(seen).filter(([field]) => change[field] !== undefined)
  return { seen: Object.fromEntries(set) }
}

/**
 * Throws conflict when a field no longer has its expected value, with the current value of each.
 * Call it while the row is locked, or before a write that checks the version of the row.
 * Only fields with an expected value are compared, so two users can change different fields.
 */
export function requireUnchanged(seen: ExpectedValues, current: object): void {
  const now = new Map(Object.entries(current))
  const fields: Record<string, string[]> = {}
  for (const [field, was] of Object.entries(seen ?? {})) {
    if (!now.has(field)) throw unknownField(field)
    const is = comparableText(now.get(field))
    if (is !== comparableText(was))
      fields[field] = [is === '' ? 'Sada je prazno.' : `Sada je: ${is}`]
  }
  if (Object.keys(fields).length > 0)
    throw new ServiceError(
      'conflict',
      'Netko je ovo u međuvremenu promijenio. Pogledajte što sada piše pa pokušajte ponovno.',
      { code: 'changed_meanwhile', fields },
    )
}

/** Text of a value for comparison: flags may be booleans, and an empty value '' or null. */
const comparableText = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : value === true
      ? '1'
      : value === false
        ? '0'
        : `${value}`

function unknownField(field: string) {
  const sentence = `Nepoznato polje: ${field}`
  return new ServiceError('invalid', sentence, {
    code: 'unknown_field',
    fields: { seen: [sentence] },
  })
}
