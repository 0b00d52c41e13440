import { z } from 'zod'

/** A sponsor as anyone may see one; `image` is an address on this site. */
export const publicSponsorAnswer = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  image: z.string(),
  order: z.int(),
})

export type PublicSponsor = z.infer<typeof publicSponsorAnswer>
