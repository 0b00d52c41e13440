import { z } from 'zod'

/**
 * Number of guests that each user viewed today, for users below admin with at least one view.
 * `isUnusual` is true if the number is far above that of the others (rule 4.16).
 */
export const guestReadsResponse = z.array(
  z.object({ userId: z.int(), guests: z.int(), isUnusual: z.boolean() }),
)

export type GuestReads = z.infer<typeof guestReadsResponse>
