import { z } from 'zod'
import { searchText } from '@/lib/http/list-params'

export const findQuery = z.object({ q: searchText.trim() })

/** Kinds of records that the search finds. The response has only kinds that the caller may open. */
const FOUND_KINDS = ['guests', 'lineup', 'sponsors', 'band-contacts', 'users'] as const

/** A record that was found, as one line of the result. */
const foundResponse = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.int(),
  title: z.string(),
  detail: z.string(),
  /** Key by which the screen of this kind opens the record: a part of its URL, or a search text. */
  key: z.string(),
})

export type Found = z.infer<typeof foundResponse>

export const findResponse = z.object({ found: z.array(foundResponse) })
