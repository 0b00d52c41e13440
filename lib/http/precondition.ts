import { z } from 'zod'
import { ServiceError } from './errors'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/**
 * Part of a change: what its sender saw of the fields it is about to change, as the API
 * showed them. Left out, the change is made whatever stands there.
 */
export const expectedFields = z.record(z.string().max(50), value).optional()

/** The same beside a file: a form carries it as JSON. */
const seenInForm = z.preprocess((sent) => {
  if (typeof sent !== 'string') return sent
  try {
    return sent === '' ? undefined : JSON.parse(sent)
  } catch {
    return sent
  }
}, expectedFields)

export type ExpectedValues = z.output<typeof expectedFields>

/**
 * The body of a change: some of these fields, at least one, and what was seen of them. `said` is
 * how to change: no field of the thing. What was seen of other fields than those that change is
 * left out, so a conflict never tells them.
 */
export function changeWith<
  Fields extends z.core.$ZodLooseShape,
  Seen extends z.ZodType,
  Said extends z.core.$ZodLooseShape,
>(fields: Fields, seen: Seen, said: Said) {
  const names = Object.keys(fields)
  return z
    .object({ ...fields, ...said })
    .partial()
    .extend({ seen: seen.meta({ propertyNames: { enum: names } }) })
    .refine(
      (change) => names.some((name) => (change as Record<string, unknown>)[name] !== undefined),
      'Nema što promijeniti',
    )
    .overwrite((change) => ({ ...change, ...onlyChanged(change, names) }))
    .meta({ anyOf: names.map((name) => ({ required: [name] })) })
}

export const patchBody = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  changeWith(fields, expectedFields, {})

/** Where a change may bring a file. */
export const changeInForm = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  changeWith(fields, seenInForm, {})

/** What a change says to have seen, of the fields that it sets. Throws invalid for an unknown field. */
function onlyChanged(sent: object, names: string[]): { seen?: ExpectedValues } {
  const { seen, ...change } = sent as { seen?: ExpectedValues; [field: string]: unknown }
  if (seen === undefined) return {}
  const strange = Object.keys(seen).find((field) => !names.includes(field))
  if (strange !== undefined) throw unknown(strange)
  const set = Object.entries(seen).filter(([field]) => change[field] !== undefined)
  return { seen: Object.fromEntries(set) }
}

/**
 * Of two people who edit the same thing the second is told: throws conflict when a field is
 * no longer as it was seen, naming each and what stands there now. To be called on the thing
 * while it is held, or before a write that holds only for the thing as it was read.
 * Only named fields count, so that two may change different fields at once.
 */
export function requireUnchanged(seen: ExpectedValues, current: object): void {
  const now = new Map(Object.entries(current))
  const fields: Record<string, string[]> = {}
  for (const [field, was] of Object.entries(seen ?? {})) {
    if (!now.has(field)) throw unknown(field)
    const is = text(now.get(field))
    if (is !== text(was)) fields[field] = [is === '' ? 'Sada je prazno.' : `Sada je: ${is}`]
  }
  if (Object.keys(fields).length > 0)
    throw new ServiceError(
      'conflict',
      'Netko je ovo u međuvremenu promijenio. Pogledajte što sada piše pa pokušajte ponovno.',
      { code: 'changed_meanwhile', fields },
    )
}

/** Flags travel as text or not, and nothing is '' in a form and null in an answer. */
const text = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : value === true
      ? '1'
      : value === false
        ? '0'
        : `${value}`

function unknown(field: string) {
  const sentence = `Nepoznato polje: ${field}`
  return new ServiceError('invalid', sentence, {
    code: 'unknown_field',
    fields: { seen: [sentence] },
  })
}
