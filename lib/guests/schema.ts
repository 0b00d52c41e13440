import { z } from 'zod'
import { GUEST_TEXT_FIELDS } from '@/db/catalogue/guests'
import { activityResponse } from '@/lib/activities/schema'
import { paymentInput, receiptResponse } from '@/lib/cash/schema'
import { flagInput, flagResponse, idParams, instantResponse, requiredText } from '@/lib/http/fields'
import { listQuery, searchText } from '@/lib/http/list-params'
import { expectedFields, patchBodyWith } from '@/lib/http/precondition'
import { mailResponse } from '@/lib/mail/schema'
import { recordOf } from '@/lib/text/keys'
import { GUEST_TEXT_INPUTS, OPTIONAL_TEXT_FIELDS } from './fields'
import { CONFIRMATION_CODE, GUEST_MESSAGES } from './rules'

const { incomplete } = GUEST_MESSAGES

export const tagInput = requiredText(200, incomplete)

/** The refusal in spite of which an admin lets a guest in. */
const overrideInput = z.enum(['banned', 'full'], 'Vrijednost mora biti banned ili full')

/** A guest whom an admin adds (rules 4.7 and 4.8). */
export const newGuestBody = z.object(
  {
    ...recordOf(OPTIONAL_TEXT_FIELDS, (field) => GUEST_TEXT_INPUTS[field].default(null)),
    name: requiredText(100, incomplete),
    surname: requiredText(100, incomplete),
    tag: tagInput,
    bought: flagInput.default(true),
    entered: flagInput.default(true),
  },
  incomplete,
)

export type NewGuestInput = z.output<typeof newGuestBody>

/**
 * A change of a guest. The server sets code and purchase time, so `confCode` and `boughtTicketTime` of a
 * client are ignored. A reason bans a guest, and `banned` 0 lifts the ban. `banned` 1 needs a reason.
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
  { override: overrideInput, payment: paymentInput },
)

export type GuestChange = z.output<typeof guestChange>

export const guestListQuery = listQuery.extend({
  tag: searchText.optional(),
  /** Id of a sponsor. It finds the guests without the key to their list. */
  sponsor: idParams.shape.id.optional(),
  bought: flagResponse.optional(),
  entered: flagResponse.optional(),
  /** "1" lists deleted guests whose deletion can still be undone. Only for admins. */
  deleted: flagResponse.optional(),
  total: z.enum(['0', '1']).default('1'),
})

export type GuestListQuery = z.output<typeof guestListQuery>

/** Filters of the guest list, without those of its pages. */
export const guestExportQuery = guestListQuery.omit({
  ordering: true,
  limit: true,
  offset: true,
  deleted: true,
  total: true,
})

export type GuestExportQuery = z.output<typeof guestExportQuery>

/** Counts of matching guests per list, by ticket and presence. */
export const guestCountsResponse = z.object({
  lists: z.array(
    z.object({
      /** The tag as in a guest. A sponsor's tag starts with the key to its list. */
      tag: z.string(),
      /** Null for a tag. */
      sponsorId: z.int().nullable(),
      isBrucosi: z.boolean(),
      cells: z.array(z.object({ bought: flagResponse, entered: flagResponse, count: z.int() })),
    }),
  ),
})

export type GuestCounts = z.infer<typeof guestCountsResponse>

/** Lists of the selector at the gate. `tag` is the filter of the guest list. */
export const gateListsResponse = z.array(
  z.object({ tag: z.string(), name: z.string(), isSponsor: z.boolean() }),
)

export type GateLists = z.infer<typeof gateListsResponse>

/** List for a guest whose own was deleted. Without it, the guest returns to the list it was on. */
export const restoreQuery = z.object({ tag: tagInput.optional() })

export const brucosiSearchQuery = z.object({
  jmbag: z
    .string()
    .trim()
    .regex(/^\d{1,10}$/, 'JMBAG smije sadržavati samo znamenke, najviše 10'),
})

export const checkInBody = z.object({
  /** Any text that a camera has read. The service tells codes from others. */
  confCode: z.string().max(2000).meta({ pattern: CONFIRMATION_CODE.source }),
  override: overrideInput.optional(),
})

export type CheckInInput = z.output<typeof checkInBody>

/** A guest as the API shows one (rule 4.1). Times are ISO instants in UTC. */
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

/** A submission with a JMBAG, for the desk to choose. */
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
  /** Seller of a single guest's ticket. Null if the activity log does not have it. */
  soldBy: z.string().nullable(),
  /** Whether the caller may add the student of these submissions, who is on no list. */
  mayAdd: flagResponse,
})

export type BrucosiSearch = z.infer<typeof brucosiSearchResponse>

export const freshersByNameQuery = z.object({ name: searchText })

/** `guest` is null for a student who signed up and is on no list. */
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

/** The submission of a student who is to be put on the freshers' list. */
export const addSignedUpBody = z.object({ signup: z.int().positive() })

/** `mailedTo` is where the confirmation goes; null where there is no ticket or no address. */
export const newGuestResponse = guestResponse.extend({
  mailedTo: z.string().nullable(),
  isMailSet: z.boolean(),
})

export type NewGuest = z.infer<typeof newGuestResponse>

/**
 * The guest after a write. `mailedTo` is the address of the confirmation that this write queued. Without
 * `isMailSet` it is only recorded, because no mail service is set. `changed` is false if the write changed
 * nothing.
 */
export const changedGuestResponse = newGuestResponse.extend({
  changed: z.boolean(),
  /** The receipt, only while the desk counts money. */
  payment: receiptResponse.optional(),
})

export type ChangedGuest = z.infer<typeof changedGuestResponse>

/** Where a ticket was sent once more; without `isMailSet` it is recorded there and goes nowhere. */
export const sentAgainResponse = z.object({ mailedTo: z.string(), isMailSet: z.boolean() })

export type SentAgain = z.infer<typeof sentAgainResponse>

/** Whether a ticket is shown on a screen or goes on paper, for the record. */
export const showTicketBody = z.object({ print: flagInput.default(false) })

/** A ticket as the desk shows it to a camera: its code as one path of `cells` × `cells` modules. */
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
      /** Null when the person has been deleted since. */
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

/** Tickets sold on one day of Zagreb; `date` is dd.mm.yyyy. */
export const todayStatsResponse = z.object({
  date: z.string(),
  totalEntries: z.int(),
  ticketsBefore12: z.int(),
  ticketsAfter12: z.int(),
})

export type TodayStats = z.infer<typeof todayStatsResponse>
