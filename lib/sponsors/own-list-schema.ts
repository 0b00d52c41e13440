import { z } from 'zod'
import {
  flagResponse,
  idParams,
  instantResponse,
  OPTIONAL_EMAIL_META,
  requiredText,
} from '@/lib/http/fields'
import { SPONSOR_LIST_MESSAGES } from './messages'
import { ADDRESS, LONGEST_ADDRESS, LONGEST_NAME, PASS_STATES } from './rules'

// What a sponsor sends and reads with the key of its own list.

/** Whatever is no key is a key that opens nothing, and is answered like any other wrong one. */
const slug = z.string().max(36).catch('')

export const sponsorSlugParams = z.object({ slug })

const guestName = requiredText(LONGEST_NAME, SPONSOR_LIST_MESSAGES.nameMissing)

const { badEmail } = SPONSOR_LIST_MESSAGES

/** What a form leaves empty, and null, stand for nothing. */
const guestEmail = z
  .string(badEmail)
  .trim()
  .toLowerCase()
  .max(LONGEST_ADDRESS, badEmail)
  .pipe(z.union([z.literal(''), z.email({ pattern: ADDRESS, error: badEmail })], badEmail))
  .meta(OPTIONAL_EMAIL_META)
  .nullable()
  .transform((text) => text || null)

export const newSponsorGuest = z.object({
  slug,
  name: guestName,
  email: guestEmail.default(null),
})

/** Guests that one call takes at most: the largest cap there is comes in a few calls. */
const MOST_AT_ONCE = 2000

export const BULK_BYTES = 2 * 1024 * 1024

export const newSponsorGuests = z.object({
  slug,
  guests: z
    .array(
      z.object({
        name: guestName,
        email: guestEmail.default(null),
        /** Also beside one of the same name, who is otherwise passed over. */
        again: z.boolean().default(false),
      }),
      SPONSOR_LIST_MESSAGES.listMissing,
    )
    .min(1, SPONSOR_LIST_MESSAGES.listMissing)
    .max(MOST_AT_ONCE, SPONSOR_LIST_MESSAGES.tooManyAtOnce),
})

export const sponsorGuestKey = z.object({ slug, id: idParams.shape.id })

export const sponsorGuestEmail = sponsorGuestKey.extend({ email: guestEmail })

/** Whose passes to send: of all who have an address and no pass yet, unless some are named. */
export const sponsorPasses = z.object({
  slug,
  ids: z.array(idParams.shape.id).min(1).max(10_000).nullable().default(null),
})

/** A list as its sponsor sees it. */
export const sponsorListResponse = z.object({
  name: z.string(),
  image: z.string(),
  guestCap: z.int(),
  /** How many stand on the list, and how many of them have come in. */
  count: z.int(),
  entered: z.int(),
  /** At this moment: '0' closed, '1' open until the deadline, '2' open after it too. */
  guestsEnabled: z.enum(['0', '1', '2']),
  /** When the list closes or has closed; null when no time binds it. */
  deadline: instantResponse.nullable(),
  /** The server's clock, since a phone's may be wrong about what is left. */
  now: instantResponse,
})

export type SponsorList = z.infer<typeof sponsorListResponse>

export const sponsorGuestResponse = z.object({
  id: z.int(),
  name: z.string(),
  entered: flagResponse,
  email: z.string().nullable(),
  pass: z.enum(PASS_STATES),
})

export type SponsorGuest = z.infer<typeof sponsorGuestResponse>

/** What became of each guest, in the order in which they were sent. */
export const addedSponsorGuests = z.object({
  /** How many are on the list now because of this call. */
  stored: z.int(),
  guests: z.array(
    z.object({
      name: z.string(),
      /** Null for whoever is not stored, and then `reason` says why. */
      id: z.int().nullable(),
      reason: z.enum(['list_closed', 'list_full', 'same_name']).nullable(),
    }),
  ),
})

export type AddedSponsorGuests = z.infer<typeof addedSponsorGuests>

/** How many passes wait for sending now. */
export const queuedPassesResponse = z.object({ queued: z.int() })

/** A guest of a sponsor's list as staff see one. */
export const listedGuestResponse = sponsorGuestResponse.extend({
  addedTime: instantResponse,
  enteredTime: instantResponse.nullable(),
  passError: z.string().nullable(),
})

export type ListedGuest = z.infer<typeof listedGuestResponse>
