import { z } from 'zod'
import { filledText, flagAnswer, idParams, instantAnswer } from '@/lib/http/fields'
import { SPONSOR_LIST_MESSAGES } from './messages'

// What a sponsor sends and reads with the key of its own list.

/** Whatever is no key is a key that opens nothing, and is answered like any other wrong one. */
const slug = z.string().catch('')

export const sponsorListKey = z.object({ slug })

export const newSponsorGuest = z.object({
  slug,
  name: filledText(150, SPONSOR_LIST_MESSAGES.nameMissing),
})

export const sponsorGuestKey = z.object({ slug, id: idParams.shape.id })

/** A list as its sponsor sees it. */
export const sponsorListAnswer = z.object({
  name: z.string(),
  image: z.string(),
  guestCap: z.int(),
  /** How many stand on the list, and how many of them have come in. */
  count: z.int(),
  entered: z.int(),
  /** At this moment: '0' closed, '1' open until the deadline, '2' open after it too. */
  guestsEnabled: z.enum(['0', '1', '2']),
  /** When the list closes or has closed; null when no time binds it. */
  deadline: instantAnswer.nullable(),
})

export type SponsorList = z.infer<typeof sponsorListAnswer>

export const sponsorGuestAnswer = z.object({
  id: z.int(),
  name: z.string(),
  entered: flagAnswer,
})

export type SponsorGuest = z.infer<typeof sponsorGuestAnswer>
