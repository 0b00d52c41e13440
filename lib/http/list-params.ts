import { z } from 'zod'
import { withoutInvisible } from '@/lib/text/clean'
import { ServiceError } from './errors'
import { wholeNumber } from './fields'

/**
 * Text to search for. NUL is rejected here, because PostgreSQL cannot store it and an export that
 * already streams could not report the error.
 */
export const searchText = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\0'), 'Tekst ne smije sadržavati znak NUL.')
  .overwrite(withoutInvisible)

/** Query parameters that all lists share (rule 10.4). */
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
 * Checks the query of a list against the fields that the list has. Without `search_fields` the
 * fields of `byDefault` are searched. Throws invalid (400) with the name of an unknown field.
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
