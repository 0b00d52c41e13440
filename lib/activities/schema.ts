import { z } from 'zod'
import { accountResponse } from '@/lib/auth/schema'
import { idParams, instantResponse } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'

const filter = z.string().max(100).optional()

/** Query of the activity log, with filters by entity, record, action and user. */
export const activityListQuery = listQuery.extend({
  entity: filter,
  entityId: filter,
  action: filter,
  /** Id of the user who acted. */
  user: idParams.shape.id.optional(),
})

/** Entry of the activity log: user, action, record and time. */
export const activityResponse = z.object({
  id: z.int(),
  at: instantResponse,
  /** Null for a deleted user, and for a sponsor, a visitor or the server, which act without a user. */
  user: accountResponse.omit({ privilege: true }).nullable(),
  /** Name of the entity. */
  entity: z.string(),
  entityId: z.string(),
  action: z.string(),
  /** Old and new value by field. Null for an action that changes no field, and for values not logged. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).nullable(),
})

export type Activity = z.infer<typeof activityResponse>

/**
 * Entry of the activity log with the current name of its record; null if the record is deleted or
 * has no name.
 */
export const listedActivityResponse = activityResponse.extend({ subject: z.string().nullable() })

export type ListedActivity = z.infer<typeof listedActivityResponse>
