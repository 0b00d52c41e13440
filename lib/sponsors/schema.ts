import { z } from 'zod'
import {
  countInput,
  flagInput,
  flagResponse,
  idParams,
  instantResponse,
  requiredText,
  requiredVisibleText,
  visibleText,
} from '@/lib/http/fields'
import { patchFormBody } from '@/lib/http/precondition'
import { imageChange, imageUpload } from '@/lib/images/schema'
import { SPONSOR_MESSAGES } from './messages'
import { LIST_SETTINGS, PASS_STATES } from './rules'

/** A sponsor as visitors see it. `image` is a path on this site. */
export const publicSponsorResponse = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  image: z.string(),
  order: z.int(),
})

export type PublicSponsor = z.infer<typeof publicSponsorResponse>

/**
 * State of a sponsor's list: '0' closed, '1' open until the deadline, '2' open after it too (rule
 * 5.5).
 */
const guestsEnabled = z.enum(LIST_SETTINGS)

/** A sponsor with the additional fields that staff see. */
export const sponsorResponse = publicSponsorResponse.extend({
  slug: z.string(),
  email: z.string(),
  guestCap: z.int(),
  visible: flagResponse,
  /** Number of guests on the sponsor's list. */
  guests: z.int(),
  /** Current state of the list: '0' also if the deadline has closed the list. */
  guestsEnabled,
  /** Stored state of the list. It applies again if an admin moves the deadline to a later time. */
  guestsSetting: guestsEnabled,
})

export type Sponsor = z.infer<typeof sponsorResponse>

const ADDRESS = z.regexes.email.source.slice(1, -1)

/** One or several e-mail addresses, stored as `a@primjer.hr, b@primjer.hr`. */
const emails = requiredVisibleText(1000, SPONSOR_MESSAGES.emailMissing)
  .transform((text, context) => {
    const found = text.split(/[,;\s]+/).filter(Boolean)
    const invalid = found.find((email) => !z.email().safeParse(email).success)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (invalid) refuse(SPONSOR_MESSAGES.emailInvalid(invalid))
    else if (found.length === 0) refuse(SPONSOR_MESSAGES.emailMissing)
    else if (found.length > 20) refuse(SPONSOR_MESSAGES.emailsTooMany)
    return [...new Set(found)].join(', ')
  })
  .meta({ pattern: `^${ADDRESS}([,;\\s]+${ADDRESS}){0,19}$` })

const url = visibleText(1000, SPONSOR_MESSAGES.urlInvalid)
  .refine((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text), {
    message: SPONSOR_MESSAGES.urlInvalid,
  })
  .meta({ format: 'uri', pattern: '^https?://' })

const fields = {
  name: requiredText(150, SPONSOR_MESSAGES.nameMissing),
  url,
  email: emails,
  guestCap: countInput(10_000, SPONSOR_MESSAGES.guestCapInvalid),
  visible: flagInput,
  guestsEnabled: z
    .union([guestsEnabled, z.int().min(0).max(2), flagInput], SPONSOR_MESSAGES.guestsEnabledInvalid)
    .transform(Number),
}

/** A new sponsor. The server sets the slug of its list and its position. */
export const newSponsor = z.object({
  ...fields,
  visible: fields.visible.default(true),
  guestsEnabled: fields.guestsEnabled.default(1),
  image: imageUpload(SPONSOR_MESSAGES.imageMissing),
})

export type NewSponsor = z.output<typeof newSponsor>

export const sponsorChange = patchFormBody({ ...fields, image: imageChange })

export type SponsorChange = z.output<typeof sponsorChange>

/** Counts of one sponsor: guest cap, guests on the list, and guests who have come. */
export const sponsorCountsResponse = z.object({
  id: z.int(),
  name: z.string(),
  guestCap: z.int(),
  listed: z.int(),
  entered: z.int(),
  /** Slug of the sponsor's list, the secret part of its URL. */
  slug: z.string(),
  /**
   * State of the newest invitation with the current link; `opened` if the sponsor has opened its list.
   */
  invitation: z.enum([...PASS_STATES, 'opened']),
  openedTime: instantResponse.nullable(),
})

export type SponsorCounts = z.infer<typeof sponsorCountsResponse>

/**
 * Selects the recipients of invitations: all sponsors with a guest cap above 0, or only the e-mail
 * addresses that no invitation has reached.
 */
export const invitationBody = z.object({
  /** Ids of the sponsors to invite; null means all sponsors. */
  sponsors: z.array(idParams.shape.id).min(1).max(1000).nullable().default(null),
  to: z.enum(['all', 'unreached'], 'Vrijednost mora biti all ili unreached').default('all'),
  /**
   * Number of repeated invitations that the admin has confirmed. If it were exceeded, because another
   * admin has invited meanwhile, nothing is sent.
   */
  again: z.int().min(0).optional(),
})

export type InvitationInput = z.output<typeof invitationBody>

/** Counts of an invitation request, or of its preview. */
export const invitedResponse = z.object({
  /** Number of mails (one per e-mail address), and number of sponsors that get them. */
  queued: z.int(),
  sponsors: z.int(),
  /** Number of these mails that go to an address with an earlier invitation. */
  again: z.int(),
  /** Number of addresses that were skipped, because an invitation has reached them or is queued. */
  skipped: z.int(),
  /** Number of these sponsors whose list is closed now. */
  closed: z.int(),
})

export type Invited = z.infer<typeof invitedResponse>

/** Counts of a reminder request, or of its preview. */
export const remindedResponse = z.object({
  queued: z.int(),
  sponsors: z.int(),
  /**
   * Number of skipped sponsors with places left: reminded in the last 24 hours, or never invited.
   */
  skipped: z.int(),
  /** Time at which the lists close; null if no deadline is set or it has passed. */
  deadline: instantResponse.nullable(),
})

export type Reminded = z.infer<typeof remindedResponse>
