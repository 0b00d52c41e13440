import { z } from 'zod'
import { PHONE_TEXTS } from '@/db/catalogue/guests'
import { VERDICTS } from '@/db/catalogue/verdicts'
import { OVERRIDES } from '@/lib/admission/rules'
import { idParams, instantResponse, requiredText, wholeNumber } from '@/lib/http/fields'
import { keysOf, recordOf } from '@/lib/text/keys'

/** Id of a passage: a UUID of version 7. Lower case, because ids are compared as text. */
export const passageId = z
  .string('Prolaz nema svoj broj')
  .regex(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    'Broj prolaza nije UUID inačice 7',
  )

const guestId = idParams.shape.id
/**
 * Text of a scanned QR code, valid or not. The limit is above the length of any QR code in byte
 * mode (at most 2,953 bytes).
 */
const scannedText = z.string().max(4_000)
const direction = z.enum(['in', 'out'])
const override = z.enum(OVERRIDES)
const verdict = z.enum(VERDICTS)
const shortText = z.string().max(100)
/** Instant by the clock of the device, which may be wrong. */
const deviceInstant = z.iso.datetime('Neispravno vrijeme')

/**
 * Policy of an offline device for tickets that are missing from its roster: refuse (`stop`) or
 * admit (rule 6.18).
 */
const UNKNOWN_POLICIES = ['stop', 'admit'] as const
export const unknownPolicy = z.enum(UNKNOWN_POLICIES)

export const gateResponse = z.object({
  id: z.int(),
  name: z.string(),
  unknownPolicy,
  /** Maximum number of guests inside who were admitted at this gate; null without a limit. */
  capacity: z.int().nullable(),
})

/** Occupancy of the venue, and of each gate that has a capacity of its own. */
const occupancyFields = { inside: z.int(), capacity: z.int().nullable() }
export const fillResponse = z.object({
  ...occupancyFields,
  gates: z.array(z.object({ id: z.int(), ...occupancyFields })),
})

/** The running drill. `endsAt` is the latest end; an admin may end the drill earlier. */
const runningDrill = z.object({ id: z.int(), endsAt: instantResponse })

/** Response about the calling device, with all gates, the running drill and the server's time. */
export const gateMeResponse = z.object({
  device: z.object({
    id: z.uuid(),
    label: z.string(),
    gateId: z.int(),
    gate: z.string(),
    /** End of the gate shift. */
    endsAt: instantResponse,
    /** Whether a staff member uses the device. Only then can it move to another gate. */
    isStaff: z.boolean(),
    /** Whether the user may override a ban or a full venue: admins only. */
    mayOverride: z.boolean(),
    /** Whether the user may also sell at the ticket desk. */
    maySell: z.boolean(),
  }),
  gates: z.array(gateResponse),
  drill: runningDrill.nullable(),
  /** Occupancy; null if neither the venue nor a gate has a capacity. */
  fill: fillResponse.nullable(),
  now: instantResponse,
  /** Build id of the server. */
  release: z.string(),
})

export type GateMe = z.infer<typeof gateMeResponse>

export const newDeviceBody = z.object({ gateId: guestId.optional() })
export const moveDeviceBody = z.object({ gateId: guestId })

/**
 * Request body of a pairing: the pairing code, and the name of the volunteer who uses the phone.
 */
export const joinBody = z.object({
  code: shortText,
  name: requiredText(60, 'Upišite svoje ime.'),
  /**
   * Random value of the phone. Repeating a code with the same value returns the same device. Phones
   * of the previous release do not send it.
   */
  attempt: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

/** Guest as stored on a gate device: without confirmation code, JMBAG and e-mail. */
const rosterGuestResponse = z.object({
  ...recordOf(keysOf(PHONE_TEXTS), () => z.string().nullable()),
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  /** Id of the guest list. */
  list: z.int(),
  /** Time since which the guest is inside; null outside. */
  since: instantResponse.nullable(),
  /** Ticket hash in Base64 (see `hashOf` in ticket-hash.ts); null without a ticket. */
  hash: z.string().nullable(),
})

export type RosterGuest = z.infer<typeof rosterGuestResponse>

/**
 * Request body of a scan that the server decides. Repeating an `id` returns the verdict of the
 * first request.
 */
export const scanBody = z
  .object({
    id: passageId,
    code: scannedText.optional(),
    guestId: guestId.optional(),
    direction,
    /** Refusal that the scan overrides, or a list of several. */
    override: z.union([override, z.array(override)]).optional(),
  })
  .refine(({ code, guestId }) => (code === undefined) !== (guestId === undefined), {
    error: 'Prolaz traži ili kod karte ili broj gosta',
    path: ['code'],
  })

export type ScanInput = z.output<typeof scanBody>

export const scanResponse = z.object({
  verdict,
  /** Guest after the scan; null if no active guest has this code. */
  guest: rosterGuestResponse.nullable(),
  /** Time of the decision. */
  at: instantResponse,
  /** Occupancy after an admission, or at a refusal because the venue or the gate is full. */
  fill: fillResponse.optional(),
})

export type Scan = z.infer<typeof scanResponse>

/** Passage that a device decided without the server. */
export const passageInput = z
  .object({
    id: passageId,
    guestId: guestId.nullish(),
    /** Confirmation code of a ticket that is missing from the roster. */
    code: scannedText.nullish(),
    /** Hash in Base64 of the scanned ticket, for a guest on the roster. */
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

/** Status of a device, sent with each heartbeat. */
export const deviceStatus = z.object({
  queue: z.int().min(0).max(1_000_000),
  /** Time at which the roster of the device last had all changes. */
  rosterAt: deviceInstant.nullable(),
  release: shortText,
  /** Charge from 0 to 1; null if the browser does not report it. */
  battery: z.number().min(0).max(1).nullable(),
  /** Used and available storage in bytes; null if the browser does not report it. */
  storage: z.object({ used: z.number().min(0), quota: z.number().min(0) }).nullable(),
  camera: z.enum(['on', 'off', 'denied', 'missing']),
})

export const MAX_PASSAGES = 500

/**
 * Request body with the queue of a device. Without passages it is a heartbeat. An invalid passage
 * is refused alone, so that the others are recorded.
 */
export const passagesBody = z.object({
  /**
   * Time of sending by the clock of the device, like `at` of the passages. The server computes the
   * clock offset from it.
   */
  sentAt: deviceInstant,
  passages: z
    .array(passageInput.or(z.unknown()))
    .max(MAX_PASSAGES, `Najviše ${MAX_PASSAGES} prolaza odjednom`),
  /** An invalid status is ignored, so that it cannot block the passages. */
  status: deviceStatus.optional().catch(undefined),
})

export type PassagesInput = z.output<typeof passagesBody>

export const passagesResponse = z.object({
  results: z.array(
    z.object({
      /** Id of the passage as received; null if the passage has no id. */
      id: z.string().nullable(),
      outcome: z.enum(['counted', 'known', 'refused']),
      /** Error code and Croatian message of a refusal. */
      code: z.string().optional(),
      detail: z.string().optional(),
    }),
  ),
  /**
   * Checksum of all stored passages that the device decided itself. The device compares it with its
   * own checksum.
   */
  tally: tallyResponse,
  now: instantResponse,
  /** Presence of each active guest in the request, computed from all known passages. */
  presence: z
    .array(z.object({ guest: z.number().int(), since: instantResponse.nullable() }))
    .optional(),
  /** Occupancy including these passages, if any capacity is set. */
  fill: fillResponse.optional(),
})

export type PassagesAnswer = z.infer<typeof passagesResponse>

/** Position in the change log: log id, oldest running transaction, time in seconds. */
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
  /** Name of the staff member; null for a paired phone. */
  user: z.string().nullable(),
  decided: z.string(),
  /** Milliseconds to add to a time by the device's clock to get the time of the server. */
  clockOffset: z.int(),
})

/** Resolution of a duplicate admission: same guest scanned twice, copied ticket, or wrong scan. */
const RESOLUTIONS = ['same_guest', 'copied_ticket', 'mistake'] as const
export const resolution = z.enum(RESOLUTIONS)

/** Duplicate admission: a guest admitted twice without an exit between. */
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

/** One chunk of the roster. */
export const rosterResponse = z.object({
  /**
   * Cursor from which to read later changes. For a roster of several chunks, use the oldest cursor,
   * which is the cursor of the first chunk.
   */
  cursor,
  /**
   * `count` is the number of guests in this chunk. `last` is the last guest id, after which the
   * next chunk starts.
   */
  count: z.int(),
  last: z.int(),
  /** Number of all active guests when the chunk was read. */
  total: z.int(),
  /** All guest lists. */
  lists: z.array(rosterListResponse),
  guests: z.array(rosterGuestResponse),
})

export type RosterPage = z.output<typeof rosterResponse>

/**
 * Response with the changes since a cursor. A change may be sent more than once, which is harmless.
 */
export const changesResponse = z.object({
  cursor,
  guests: z.array(rosterGuestResponse),
  /** Ids of deleted guests. */
  gone: z.array(z.int()),
  /** All guest lists, if any list has changed. */
  lists: z.array(rosterListResponse).optional(),
  gates: z.array(gateResponse).optional(),
  /** The running drill, or null after its end. Missing if no drill has started or ended. */
  drill: runningDrill.nullable().optional(),
  /** Occupancy; null without a capacity. The event stream omits an unchanged value. */
  fill: fillResponse.nullable().optional(),
  /** Duplicate admissions that involve a passage of this device. */
  doubles: z.array(doubleResponse),
  /** Removed duplicates of all devices, each as the ids of its two passages. */
  doublesGone: z.array(z.string()),
  /** Whether the device itself has changed. The device then requests `gate/me`. */
  me: z.boolean(),
})

export type Changes = z.infer<typeof changesResponse>
