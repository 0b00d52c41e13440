import { z } from 'zod'

/** A tag with its true counts, derived from the guests (decisions.md, The API). */
export const tagAnswer = z.object({
  id: z.int(),
  name: z.string(),
  count: z.int(),
  bought: z.int(),
  entered: z.int(),
})
