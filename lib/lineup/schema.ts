import { z } from 'zod'
import { flagAnswer } from '@/lib/http/fields'

/** A performer as the API shows one (spec section 3); `image` is an address on this site. */
export const lineupAnswer = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  image: z.string(),
  visible: flagAnswer,
  biography: z.string(),
  order: z.int(),
})

export type LineupItem = z.infer<typeof lineupAnswer>
