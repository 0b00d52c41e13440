import { z } from 'zod'
import { withoutUnseen } from '@/lib/text/clean'
import { ServiceError } from './errors'
import { wholeNumber } from './fields'

/** No text of PostgreSQL's holds NUL, and a file that is already on its way could not say so. */
export const searchText = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\0'), 'Tekst ne smije sadržavati znak NUL.')
  .overwrite(withoutUnseen)

/** The query form that every list shares (rule 10.4). */
export const listQuery = z.object({
  search: searchText.optional(),
  search_fields: z.string().max(200).optional(),
  ordering: z.string().max(50).optional(),
  limit: wholeNumber(0, 100_000).optional(),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
})

export type ListQuery = z.output<typeof listQuery>

export interface ListParams {
  search: string
  searchFields: string[]
  ordering: { field: string; descending: boolean } | null
  limit: number | null
  offset: number
}

/**
 * Reads the shared query form against the fields that a list knows. Without
 * `search_fields` all text fields are searched; an unknown field is a 400 that names it.
 */
export function listParams(
  query: Partial<ListQuery>,
  fields: { search: readonly string[]; byDefault: readonly string[]; order: readonly string[] },
): ListParams {
  const searchFields = query.search_fields
    ? query.search_fields.split(',').map((f) => f.trim())
    : [...fields.byDefault]
  for (const field of searchFields)
    if (!fields.search.includes(field)) throw unknownField('search_fields', field)

  const descending = query.ordering?.startsWith('-') ?? false
  const field = query.ordering?.slice(descending ? 1 : 0)
  if (field && !fields.order.includes(field)) throw unknownField('ordering', field)

  return {
    search: query.search?.trim() ?? '',
    searchFields,
    ordering: field ? { field, descending } : null,
    limit: query.limit ?? null,
    offset: query.offset ?? 0,
  }
}

function unknownField(parameter: string, field: string) {
  const sentence = `Nepoznato polje: ${field}`
  return new ServiceError('invalid', sentence, {
    code: 'unknown_field',
    fields: { [parameter]: [sentence] },
  })
}
