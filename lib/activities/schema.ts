import { z } from 'zod'
import { accountResponse } from '@/lib/auth/schema'
import { idParams, instantResponse } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'

const word = z.string().max(100).optional()

/** The list form, narrowed to one kind of thing, one thing, one action or one person. */
export const activityListQuery = listQuery.extend({
  entity: word,
  entityId: word,
  action: word,
  /** The number of the person who did it. */
  user: idParams.shape.id.optional(),
})

/** One line of the record: who did what to which thing, and when (ISO, UTC). */
export const activityResponse = z.object({
  id: z.int(),
  at: instantResponse,
  /** Null when the person has been deleted since, and for a sponsor at its own list. */
  user: accountResponse.omit({ privilege: true }).nullable(),
  /** A noun of the API. */
  entity: z.string(),
  entityId: z.string(),
  action: z.string(),
  /** Field by field before and after; null where there was nothing, or nothing to tell. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).nullable(),
})

export type Activity = z.infer<typeof activityResponse>

/** A line among those of other things, so it says what its own is called now, if it is there. */
export const listedActivityResponse = activityResponse.extend({ subject: z.string().nullable() })

export type ListedActivity = z.infer<typeof listedActivityResponse>
