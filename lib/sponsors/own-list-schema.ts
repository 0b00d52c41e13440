import { z } from 'zod'
import { MAX_GUEST_NAME_LENGTH } from '@/db/catalogue/guest-names'
import {
  flagResponse,
  idParams,
  instantResponse,
  OPTIONAL_EMAIL_META,
  requiredVisibleText,
} from '@/lib/http/fields'
import { SPONSOR_LIST_MESSAGES } from './messages'
import { ADDRESS, LIST_SETTINGS, MAX_EMAIL_LENGTH, PASS_STATES } from './rules'

// Schemas for a sponsor's own guest list. The slug in the URL gives access to the list.

/**
 * Slug of a sponsor list. A value that is no text or is too long becomes '', so that it gets the
 * same response as any other wrong slug (rule 5.14).
 */
const slug = z.string().max(36).catch('')

export const sponsorSlugParams = z.object({ slug })

const guestName = requiredVisibleText(MAX_GUEST_NAME_LENGTH, SPONSOR_LIST_MESSAGES.nameMissing)

const { badEmail } = SPONSOR_LIST_MESSAGES

/** E-mail address of a guest; null if the form field is empty. */
const guestEmail = z
  .string(badEmail)
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, badEmail)
  .pipe(z.union([z.literal(''), z.email({ pattern: ADDRESS, error: badEmail })], badEmail))
  .meta(OPTIONAL_EMAIL_META)
  .nullable()
  .transform((text) => text || null)

export const newSponsorGuest = z.object({
  slug,
  name: guestName,
  email: guestEmail.default(null),
})

/**
 * Maximum number of guests in one request. A sponsor with the largest guest cap (10,000) needs
 * several requests.
 */
const MAX_GUESTS_PER_REQUEST = 2000

export const BULK_BYTES = 2 * 1024 * 1024

export const newSponsorGuests = z.object({
  slug,
  guests: z
    .array(
      z.object({
        name: guestName,
        email: guestEmail.default(null),
        /**
         * Whether the guest is added even if a guest of the same name is on the list. By default a
         * second guest of the same name is skipped.
         */
        again: z.boolean().default(false),
      }),
      SPONSOR_LIST_MESSAGES.listMissing,
    )
    .min(1, SPONSOR_LIST_MESSAGES.listMissing)
    .max(MAX_GUESTS_PER_REQUEST, SPONSOR_LIST_MESSAGES.tooManyAtOnce),
})

export const sponsorGuestKey = z.object({ slug, id: idParams.shape.id })

export const sponsorGuestEmail = sponsorGuestKey.extend({ email: guestEmail })

/**
 * Selects the guests whose passes are sent. `ids` null means all guests that have an e-mail address
 * and no pass yet.
 */
export const sponsorPasses = z.object({
  slug,
  ids: z.array(idParams.shape.id).min(1).max(10_000).nullable().default(null),
})

/** A sponsor's guest list, as the sponsor sees it. */
export const sponsorListResponse = z.object({
  name: z.string(),
  image: z.string(),
  guestCap: z.int(),
  /** Number of guests on the list, and number of these guests who have come. */
  count: z.int(),
  entered: z.int(),
  /**
   * Current state of the list: '0' closed, '1' open until the deadline, '2' open after it too (rule
   * 5.5).
   */
  guestsEnabled: z.enum(LIST_SETTINGS),
  /** Time at which the list closes or has closed; null if the list has no deadline. */
  deadline: instantResponse.nullable(),
  /**
   * Current time of the server. The page counts the time left by this clock, because the clock of a
   * phone may be wrong.
   */
  now: instantResponse,
})

export type SponsorList = z.infer<typeof sponsorListResponse>

export const sponsorGuestResponse = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether the guest has a ticket. An admin can take it back; the guest then gets no pass. */
  bought: flagResponse,
  /** Whether the guest is inside. */
  entered: flagResponse,
  email: z.string().nullable(),
  pass: z.enum(PASS_STATES),
})

export type SponsorGuest = z.infer<typeof sponsorGuestResponse>

/** Results of a bulk request, one for each guest, in the order of the request. */
export const addedSponsorGuests = z.object({
  /** Number of guests that this request has added. */
  stored: z.int(),
  guests: z.array(
    z.object({
      name: z.string(),
      /** Id of the new guest; null if the guest was not added. `reason` then says why. */
      id: z.int().nullable(),
      reason: z.enum(['list_closed', 'list_full', 'same_name']).nullable(),
    }),
  ),
})

export type AddedSponsorGuests = z.infer<typeof addedSponsorGuests>

export const queuedPassesResponse = z.object({
  /** Number of passes that this request has queued. */
  queued: z.int(),
  /** Number of passes that were left for the next day, because of the daily limit (rule 14.6). */
  postponed: z.int(),
})

export type QueuedPasses = z.infer<typeof queuedPassesResponse>

/** A guest on a sponsor's list, with the additional fields that staff see. */
export const listedGuestResponse = sponsorGuestResponse.extend({
  addedTime: instantResponse,
  /** Time of the last admission, also after an exit; null if the guest has not come. */
  enteredTime: instantResponse.nullable(),
  passError: z.string().nullable(),
})

export type ListedGuest = z.infer<typeof listedGuestResponse>
