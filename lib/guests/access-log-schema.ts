import { z } from 'zod'

/** Guests looked at today, of those who did; `isUnusualViewCount` is far above the others. */
export const guestReadsResponse = z.array(
  z.object({ userId: z.int(), guests: z.int(), isUnusual: z.boolean() }),
)

export type GuestReads = z.infer<typeof guestReadsResponse>
