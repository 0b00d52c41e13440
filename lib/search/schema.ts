import { z } from 'zod'
import { searchText } from '@/lib/http/list-params'

export const findQuery = z.object({ q: searchText.trim() })

/** What can be found; whoever asks is told of no kind that they may not open. */
const FOUND_KINDS = ['guests', 'lineup', 'sponsors', 'band-contacts', 'users'] as const

/** One thing that was found, as a line tells it. */
const foundResponse = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.int(),
  title: z.string(),
  detail: z.string(),
  /** By what its screen finds it: the part of an address, or what is searched for there. */
  key: z.string(),
})

export type Found = z.infer<typeof foundResponse>

export const findResponse = z.object({ found: z.array(foundResponse) })
