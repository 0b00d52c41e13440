import { z } from 'zod'
import { MAX_GUEST_NAME_LENGTH } from '@/db/catalogue/guest-names'
import { GUEST_TEXT_FIELDS } from '@/db/catalogue/guests'
import { activityResponse } from '@/lib/activities/schema'
import { paymentInput, receiptResponse } from '@/lib/cash/schema'
import {
  flagInput,
  flagResponse,
  idParams,
  instantResponse,
  requiredText,
  requiredVisibleText,
} from '@/lib/http/fields'
import { listQuery, searchText } from '@/lib/http/list-params'
import { expectedFields, patchBodyWith } from '@/lib/http/precondition'
import { mailResponse } from '@/lib/mail/schema'
import { recordOf } from '@/lib/text/keys'
import { GUEST_TEXT_INPUTS, OPTIONAL_TEXT_FIELDS } from './fields'
import { CONFIRMATION_CODE, GUEST_MESSAGES } from './rules'

const { incomplete } = GUEST_MESSAGES

export const tagInput = requiredText(200, incomplete)

const BAD_OVERRIDE = 'Vrijednost mora biti banned ili full'
const refusal = z.enum(['banned', 'full'], BAD_OVERRIDE)
/** Refusal that an admin overrides to admit a guest anyway, or a list of both (rule 6.9). */
const overrideInput = z.union([refusal, z.array(refusal)], BAD_OVERRIDE)

/** Fields of a new guest that an admin adds (rules 4.7 and 4.8). */
export const newGuestBody = z.object(
  {
    ...recordOf(OPTIONAL_TEXT_FIELDS, (field) => GUEST_TEXT_INPUTS[field].default(null)),
    name: requiredVisibleText(MAX_GUEST_NAME_LENGTH, incomplete),
    surname: requiredVisibleText(MAX_GUEST_NAME_LENGTH, incomplete),
    tag: tagInput,
    bought: flagInput.default(true),
    entered: flagInput.default(true),
  },
  incomplete,
)

export type NewGuestInput = z.output<typeof newGuestBody>

/**
 * A change of a guest. The server sets code and purchase time, so `confCode` and `boughtTicketTime`
 * of a client are ignored. A `banReason` bans the guest, and `banned` 0 lifts the ban. `banned` 1
 * without a reason is invalid. `ticket` is the code of the ticket that a return is about.
 */
export const guestChange = patchBodyWith(
  {
    ...GUEST_TEXT_INPUTS,
    bought: flagInput,
    entered: flagInput,
    tag: tagInput,
    banned: flagInput,
  },
  expectedFields,
  { override: overrideInput, payment: paymentInput, ticket: z.string().max(100) },
)

export type GuestChange = z.output<typeof guestChange>

export const guestListQuery = listQuery.extend({
  tag: searchText.optional(),
  /** Id of a sponsor: filters the guests on its list without the slug of the list. */
  sponsor: idParams.shape.id.optional(),
  bought: flagResponse.optional(),
  entered: flagResponse.optional(),
  /** "1" lists deleted guests whose deletion can still be undone. Only for admins. */
  deleted: flagResponse.optional(),
  total: z.enum(['0', '1']).default('1'),
})

export type GuestListQuery = z.output<typeof guestListQuery>

/** Filters of the guest list, without paging and sorting. */
export const guestExportQuery = guestListQuery.omit({
  ordering: true,
  limit: true,
  offset: true,
  deleted: true,
  total: true,
})

export type GuestExportQuery = z.output<typeof guestExportQuery>

/** Numbers of matching guests per guest list, by ticket and presence. */
export const guestCountsResponse = z.object({
  lists: z.array(
    z.object({
      /** Tag as in `guestResponse`. The tag of a sponsor's list starts with the secret slug. */
      tag: z.string(),
      /** Id of the sponsor of the list; null for a tag. */
      sponsorId: z.int().nullable(),
      isBrucosi: z.boolean(),
      cells: z.array(z.object({ bought: flagResponse, entered: flagResponse, count: z.int() })),
    }),
  ),
})

export type GuestCounts = z.infer<typeof guestCountsResponse>

/** Guest lists that the gate can select. `tag` is the value for the filter of the guest list. */
export const gateListsResponse = z.array(
  z.object({ tag: z.string(), name: z.string(), isSponsor: z.boolean() }),
)

export type GateLists = z.infer<typeof gateListsResponse>

/**
 * Tag of the list to which a deleted guest is restored. Without a tag, the guest returns to the
 * list on which it was. A tag is needed if that list was deleted.
 */
export const restoreQuery = z.object({ tag: tagInput.optional() })

export const brucosiSearchQuery = z.object({
  jmbag: z
    .string()
    .trim()
    .regex(/^\d{1,10}$/, 'JMBAG smije sadržavati samo znamenke, najviše 10'),
})

export const checkInBody = z.object({
  /**
   * Any text that a camera has read. The service checks whether the text is a confirmation code.
   */
  confCode: z.string().max(2000).meta({ pattern: CONFIRMATION_CODE.source }),
  override: overrideInput.optional(),
})

export type CheckInInput = z.output<typeof checkInBody>

/** Guest in API responses (rule 4.1). Times are ISO 8601 in UTC. */
export const guestResponse = z.object({
  id: z.int(),
  ...recordOf(GUEST_TEXT_FIELDS, () => z.string().nullable()),
  name: z.string(),
  surname: z.string(),
  jmbag: z.string(),
  tag: z.string(),
  bought: flagResponse,
  entered: flagResponse,
  confCode: z.string().nullable(),
  boughtTicketTime: instantResponse.nullable(),
  enteredTime: instantResponse.nullable(),
  banned: flagResponse,
  bannedTime: instantResponse.nullable(),
  deleted: flagResponse,
  deletedTime: instantResponse.nullable(),
})

export type Guest = z.infer<typeof guestResponse>

/** Sign-up of a student with a JMBAG. The desk chooses between several sign-ups. */
const signupChoice = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  jmbag: z.string(),
  submitted_at: instantResponse,
})

export type SignupChoice = z.infer<typeof signupChoice>

export const brucosiSearchResponse = z.object({
  guests: z.array(guestResponse),
  submissions: z.array(signupChoice),
  /**
   * Name of the user who sold the ticket, if the search found a single guest. Null if the activity
   * log does not contain the sale.
   */
  soldBy: z.string().nullable(),
  /** '1' if the student signed up but is on no list, and the caller may add the student. */
  mayAdd: flagResponse,
})

export type BrucosiSearch = z.infer<typeof brucosiSearchResponse>

export const freshersByNameQuery = z.object({ name: searchText })

/** Fresher found by name. `guest` is the id; null for a student who signed up and is on no list. */
const namedFresher = z.object({
  guest: z.int().nullable(),
  jmbag: z.string(),
  name: z.string(),
  surname: z.string(),
  bought: flagResponse,
})

export type NamedFresher = z.infer<typeof namedFresher>

export const freshersByNameResponse = z.array(namedFresher)

export type FreshersByName = z.infer<typeof freshersByNameResponse>

/** Id of the sign-up of a student who is put on the freshers' list. */
export const addSignedUpBody = z.object({ signup: z.int().positive() })

/**
 * Response to adding a guest. `mailedTo` is the address of the confirmation; null without a ticket
 * or an address. `isMailSet` says whether a mail service is configured.
 */
export const newGuestResponse = guestResponse.extend({
  mailedTo: z.string().nullable(),
  isMailSet: z.boolean(),
})

export type NewGuest = z.infer<typeof newGuestResponse>

/**
 * Response to a change of a guest. `mailedTo` is the address of the confirmation that the change
 * has queued. If `isMailSet` is false, no mail service is configured and the mail is only recorded.
 * `changed` is false if nothing has changed.
 */
export const changedGuestResponse = newGuestResponse.extend({
  changed: z.boolean(),
  /** Receipt of the payment; only while the cash desk is on. */
  payment: receiptResponse.optional(),
})

export type ChangedGuest = z.infer<typeof changedGuestResponse>

/**
 * Response to sending a ticket again. If `isMailSet` is false, no mail service is configured: the
 * mail is recorded and not sent.
 */
export const sentAgainResponse = z.object({ mailedTo: z.string(), isMailSet: z.boolean() })

export type SentAgain = z.infer<typeof sentAgainResponse>

/** Whether the desk prints the ticket or shows it on a screen. The activity log records which. */
export const showTicketBody = z.object({ print: flagInput.default(false) })

/**
 * Ticket that the desk shows or prints. `qr.path` is the QR code as an SVG path in a square of
 * `cells` × `cells` modules.
 */
export const shownTicketResponse = z.object({
  name: z.string(),
  surname: z.string(),
  list: z.string(),
  code: z.string(),
  qr: z.object({ cells: z.int(), path: z.string() }),
  festival: z.string(),
  place: z.string(),
  opensAt: instantResponse.nullable(),
})

export type ShownTicket = z.infer<typeof shownTicketResponse>

/** Activities about a guest, newest first, and the mails to the guest. */
export const guestHistoryResponse = z.object({
  activities: z.array(
    activityResponse.omit({ entity: true, entityId: true, user: true }).extend({
      /** User who did the activity. Null if the user has been deleted since. */
      user: z.object({ id: z.int(), name: z.string() }).nullable(),
    }),
  ),
  mails: z.array(mailResponse),
})

export type GuestHistory = z.infer<typeof guestHistoryResponse>

export const checkInResponse = z.object({
  verdict: z.enum(['admitted', 'already_inside']),
  guest: guestResponse,
})

export type CheckIn = z.infer<typeof checkInResponse>

/** Tickets sold on one day in Zagreb time: all, before 12:00, and after. `date` is dd.mm.yyyy. */
export const todayStatsResponse = z.object({
  date: z.string(),
  totalEntries: z.int(),
  ticketsBefore12: z.int(),
  ticketsAfter12: z.int(),
})

export type TodayStats = z.infer<typeof todayStatsResponse>
