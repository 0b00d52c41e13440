import { z } from 'zod'
import { PHONE_TEXTS } from '@/db/catalogue/guests'
import { VERDICTS } from '@/db/catalogue/verdicts'
import { OVERRIDES } from '@/lib/admission/rules'
import { idParams, instantResponse, requiredText, wholeNumber } from '@/lib/http/fields'
import { keysOf, recordOf } from '@/lib/text/keys'

/** A passage's name: a UUID of version 7, in lower case since its text is put in order. */
export const passageId = z
  .string('Prolaz nema svoj broj')
  .regex(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    'Broj prolaza nije UUID inačice 7',
  )

const guestId = idParams.shape.id
/** What a camera read, whatever it is; none is longer than a QR code may hold. */
const scannedText = z.string().max(4_000)
const direction = z.enum(['in', 'out'])
const override = z.enum(OVERRIDES)
const verdict = z.enum(VERDICTS)
const shortText = z.string().max(100)
/** An instant by the clock of the device, which may be wrong. */
const deviceInstant = z.iso.datetime('Neispravno vrijeme')

/** How the gate treats a ticket that the roster does not know, while a phone is alone. */
const UNKNOWN_POLICIES = ['stop', 'admit'] as const
export const unknownPolicy = z.enum(UNKNOWN_POLICIES)

export const gateResponse = z.object({
  id: z.int(),
  name: z.string(),
  unknownPolicy,
  /** How many of those let in here may be inside at once; null where nobody counts. */
  capacity: z.int().nullable(),
})

/** How full it is: the house, and gates that have a limit of their own. */
const filled = { inside: z.int(), capacity: z.int().nullable() }
export const fillResponse = z.object({
  ...filled,
  gates: z.array(z.object({ id: z.int(), ...filled })),
})

/** A rehearsal that is under way, until its end at the latest. */
const runningDrill = z.object({ id: z.int(), endsAt: instantResponse })

/** The device that asks, the gates that there are, and the server's clock. */
export const gateMeResponse = z.object({
  device: z.object({
    id: z.uuid(),
    label: z.string(),
    gateId: z.int(),
    gate: z.string(),
    /** End of the shift. */
    endsAt: instantResponse,
    /** Of one of the staff, who may go to another gate; joined phones stay at theirs. */
    isStaff: z.boolean(),
    /** Only with an admin in spite of a ban, or when it is full. */
    mayOverride: z.boolean(),
    /** Of staff who may go to the ticket desk too. */
    maySell: z.boolean(),
  }),
  gates: z.array(gateResponse),
  drill: runningDrill.nullable(),
  /** Null where nobody counts. */
  fill: fillResponse.nullable(),
  now: instantResponse,
  /** The build of the server, so that the phone knows of a new one. */
  release: z.string(),
})

export type GateMe = z.infer<typeof gateMeResponse>

export const newDeviceBody = z.object({ gateId: guestId.optional() })
export const moveDeviceBody = z.object({ gateId: guestId })

/** A phone joins by the code of a pairing, under the name of whoever holds it. */
export const joinBody = z.object({
  code: shortText,
  name: requiredText(60, 'Upišite svoje ime.'),
})

/** A guest as a phone at the gate knows one: no code, no JMBAG, no address. */
const rosterGuestResponse = z.object({
  ...recordOf(keysOf(PHONE_TEXTS), () => z.string().nullable()),
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  /** Number of its list. */
  list: z.int(),
  /** Since when it is inside. */
  since: instantResponse.nullable(),
  /** Base64 of the first 16 bytes of SHA-256 of the code's own 16; null without a ticket. */
  hash: z.string().nullable(),
})

export type RosterGuest = z.infer<typeof rosterGuestResponse>

/** A scan that the server decides; a repeated `id` gets the first answer. */
export const scanBody = z
  .object({
    id: passageId,
    code: scannedText.optional(),
    guestId: guestId.optional(),
    direction,
    override: override.optional(),
  })
  .refine(({ code, guestId }) => (code === undefined) !== (guestId === undefined), {
    error: 'Prolaz traži ili kod karte ili broj gosta',
    path: ['code'],
  })

export type ScanInput = z.output<typeof scanBody>

export const scanResponse = z.object({
  verdict,
  /** Null when nobody has this code. */
  guest: rosterGuestResponse.nullable(),
  /** When it was decided. */
  at: instantResponse,
  /** How full it is after an admission, or was for one that it was too full for. */
  fill: fillResponse.optional(),
})

export type Scan = z.infer<typeof scanResponse>

/** A passage that a device decided by itself. */
export const passageInput = z
  .object({
    id: passageId,
    guestId: guestId.nullish(),
    /** Of a ticket that the roster did not know. */
    code: scannedText.nullish(),
    /** Of a guest whom the roster knew: base64 of the first 16 bytes of SHA-256 of the code's own 16. */
    ticket: z
      .string()
      .regex(/^[A-Za-z0-9+/]{22}==$/)
      .nullish(),
    direction,
    verdict: verdict.exclude(['returned']),
    decided: z.enum(['alone', 'name', 'override']),
    at: deviceInstant,
    takesBack: passageId.nullish(),
  })
  .refine((passage) => (passage.guestId ?? passage.code ?? null) !== null, {
    error: 'Prolaz ne kaže ni tko je ni koji je kod',
    path: ['guestId'],
  })

const tallyResponse = z.object({
  count: z.int().min(0),
  xor: z.string().regex(/^[0-9a-f]{32}$/),
})

/** What a device tells of itself with each sign of life. */
export const deviceStatus = z.object({
  queue: z.int().min(0).max(1_000_000),
  /** How old the roster is: when the device last heard all that changed. */
  rosterAt: deviceInstant.nullable(),
  release: shortText,
  /** From 0 to 1, where the browser tells. */
  battery: z.number().min(0).max(1).nullable(),
  /** Bytes, where the browser tells. */
  storage: z.object({ used: z.number().min(0), quota: z.number().min(0) }).nullable(),
  camera: z.enum(['on', 'off', 'denied', 'missing']),
})

export const PASSAGES_AT_ONCE = 500

/** The queue of a device, also empty: its sign of life. One passage that is wrong spoils none. */
export const passagesBody = z.object({
  /** Now, by the clock that `at` of the passages is of. */
  sentAt: deviceInstant,
  passages: z
    .array(passageInput.or(z.unknown()))
    .max(PASSAGES_AT_ONCE, `Najviše ${PASSAGES_AT_ONCE} prolaza odjednom`),
  /** One that cannot be read is passed over: it holds up no passage. */
  status: deviceStatus.optional().catch(undefined),
})

export type PassagesInput = z.output<typeof passagesBody>

export const passagesResponse = z.object({
  results: z.array(
    z.object({
      /** As it came; null where there was none. */
      id: z.string().nullable(),
      outcome: z.enum(['counted', 'known', 'refused']),
      /** Why it was refused, as a stable word and as a sentence. */
      code: z.string().optional(),
      detail: z.string().optional(),
    }),
  ),
  /** Over all that this device decided itself: what its own count is held against. */
  tally: tallyResponse,
  now: instantResponse,
  /** Since when each guest named is inside, with all that is known by now; of live guests, to whom they are shown. */
  presence: z
    .array(z.object({ guest: z.number().int(), since: instantResponse.nullable() }))
    .optional(),
  /** How full it is with them, where there is a limit. */
  fill: fillResponse.optional(),
})

export type PassagesAnswer = z.infer<typeof passagesResponse>

/** A place in the changes: the log, the oldest transaction that was under way, and the time. */
const cursor = z
  .string()
  .regex(/^[0-9a-f]{8}\.\d{1,18}\.\d{1,12}$/, 'Neispravno mjesto u promjenama')

export const rosterQuery = z.object({
  after: wholeNumber(0, 2 ** 31 - 1).default(0),
})
export const changesQuery = z.object({ since: cursor })

export const doublePassage = z.object({
  id: z.string(),
  at: instantResponse,
  gate: z.string().nullable(),
  device: z.string().nullable(),
  deviceId: z.string().nullable(),
  /** The staff member, where one did it. */
  user: z.string().nullable(),
  decided: z.string(),
  /** Milliseconds by which the device's clock was set right. */
  clockOffset: z.int(),
})

/** How a double was settled: the same guest scanned twice, a copied ticket, a slip of the hand. */
const SETTLEMENTS = ['same_guest', 'copied_ticket', 'mistake'] as const
export const resolution = z.enum(SETTLEMENTS)

/** A guest let in twice with no exit between. */
export const doubleResponse = z.object({
  guest: z.object({ id: z.int(), name: z.string(), surname: z.string() }),
  first: doublePassage,
  second: doublePassage,
  foundAt: instantResponse,
  settled: resolution.nullable(),
  settledBy: z.string().nullable(),
  settledAt: instantResponse.nullable(),
})

export type DuplicateAdmission = z.infer<typeof doubleResponse>

const rosterListResponse = z.object({ id: z.int(), name: z.string(), isSponsor: z.boolean() })

/** A page of the roster. */
export const rosterResponse = z.object({
  /** Where the changes since then begin; the smallest of all pages is that of the whole. */
  cursor,
  /** Guests of this page, and the number of its last guest to ask for the next page by. */
  count: z.int(),
  last: z.int(),
  /** Live guests in all, when the page was made. */
  total: z.int(),
  /** Every list. */
  lists: z.array(rosterListResponse),
  guests: z.array(rosterGuestResponse),
})

export type RosterPage = z.output<typeof rosterResponse>

/** What has changed since a cursor; some of it may have been told before, which does no harm. */
export const changesResponse = z.object({
  cursor,
  guests: z.array(rosterGuestResponse),
  /** Numbers of guests who are on the list no more. */
  gone: z.array(z.int()),
  /** All of them, when one has changed. */
  lists: z.array(rosterListResponse).optional(),
  gates: z.array(gateResponse).optional(),
  /** Where one has begun or ended: the one that is under way, or none. */
  drill: runningDrill.nullable().optional(),
  /** When somebody came, went, or a limit was set; null where there is none. */
  fill: fillResponse.nullable().optional(),
  /** Doubles in which this device had a part. */
  doubles: z.array(doubleResponse),
  /** The first and second passage of doubles that are none any more, also of other devices. */
  doublesGone: z.array(z.string()),
  /** Whether the device's own row has changed: then it asks `gate/me`. */
  me: z.boolean(),
})

export type Changes = z.infer<typeof changesResponse>
