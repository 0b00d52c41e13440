import { z } from 'zod'
import {
  countInput,
  flagInput,
  flagResponse,
  idParams,
  instantResponse,
  requiredText,
} from '@/lib/http/fields'
import { patchFormBody } from '@/lib/http/precondition'
import { imageChange, imageUpload } from '@/lib/images/schema'
import { SPONSOR_MESSAGES } from './messages'

/** A sponsor as anyone may see one; `image` is an address on this site. */
export const publicSponsorResponse = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  image: z.string(),
  order: z.int(),
})

export type PublicSponsor = z.infer<typeof publicSponsorResponse>

/** '0' closed, '1' open until the deadline, '2' open after it too (rule 5.5). */
const guestsEnabled = z.enum(['0', '1', '2'])

/** A sponsor as staff see one. */
export const sponsorResponse = publicSponsorResponse.extend({
  slug: z.string(),
  email: z.string(),
  guestCap: z.int(),
  visible: flagResponse,
  /** How many stand on its list. */
  guests: z.int(),
  /** What holds at this moment: '0' also once the deadline has passed. */
  guestsEnabled,
  /** What is set, and holds again when the deadline is put off. */
  guestsSetting: guestsEnabled,
})

export type Sponsor = z.infer<typeof sponsorResponse>

const ADDRESS = z.regexes.email.source.slice(1, -1)

/** One or several addresses, kept as `a@primjer.hr, b@primjer.hr`. */
const emails = requiredText(1000, SPONSOR_MESSAGES.emailMissing)
  .transform((text, context) => {
    const found = text.split(/[,;\s]+/).filter(Boolean)
    const wrong = found.find((email) => !z.email().safeParse(email).success)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (wrong) refuse(SPONSOR_MESSAGES.emailInvalid(wrong))
    else if (found.length === 0) refuse(SPONSOR_MESSAGES.emailMissing)
    else if (found.length > 20) refuse(SPONSOR_MESSAGES.emailsTooMany)
    return [...new Set(found)].join(', ')
  })
  .meta({ pattern: `^${ADDRESS}([,;\\s]+${ADDRESS}){0,19}$` })

const url = z
  .string(SPONSOR_MESSAGES.urlInvalid)
  .trim()
  .max(1000, 'Najviše 1000 znakova')
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

/** A new sponsor; the key of its list and its place are the server's to make. */
export const newSponsor = z.object({
  ...fields,
  visible: fields.visible.default(true),
  guestsEnabled: fields.guestsEnabled.default(1),
  image: imageUpload(SPONSOR_MESSAGES.imageMissing),
})

export type NewSponsor = z.output<typeof newSponsor>

export const sponsorChange = patchFormBody({ ...fields, image: imageChange })

export type SponsorChange = z.output<typeof sponsorChange>

/** How far a company's list has got: approved, entered on the list, entered at the gate. */
export const sponsorCountsResponse = z.object({
  id: z.int(),
  name: z.string(),
  guestCap: z.int(),
  listed: z.int(),
  entered: z.int(),
  /** The key of its list. */
  slug: z.string(),
  /** How its newest invitation stands; `opened` once the sponsor has seen its list. */
  invitation: z.enum(['none', 'queued', 'sent', 'failed', 'opened']),
  openedTime: instantResponse.nullable(),
})

export type SponsorCounts = z.infer<typeof sponsorCountsResponse>

/** Whom to invite: everybody with places, or only whom no invitation has brought to its list. */
export const invitationBody = z.object({
  /** These sponsors alone. */
  sponsors: z.array(idParams.shape.id).min(1).max(1000).nullable().default(null),
  to: z.enum(['all', 'unreached'], 'Vrijednost mora biti all ili unreached').default('all'),
})

export type InvitationInput = z.output<typeof invitationBody>

/** What inviting has done, or would do. */
export const invitedResponse = z.object({
  /** Mails, one per address, and to how many sponsors. */
  queued: z.int(),
  sponsors: z.int(),
  /** Of those mails, the ones to an address that had an invitation before. */
  again: z.int(),
  /** Addresses passed over: reached already, or with an invitation on its way. */
  skipped: z.int(),
  /** Of those sponsors, the ones whose list is closed at this moment. */
  closed: z.int(),
})

export type Invited = z.infer<typeof invitedResponse>

/** What reminding has done, or would do. */
export const remindedResponse = z.object({
  queued: z.int(),
  sponsors: z.int(),
  /** Sponsors with room left that have had a reminder within a day, or no invitation at all. */
  skipped: z.int(),
  /** When the lists close; null when no time is set, or it has passed. */
  deadline: instantResponse.nullable(),
})

export type Reminded = z.infer<typeof remindedResponse>
