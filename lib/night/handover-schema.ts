import { z } from 'zod'
import type { Refusal } from '@/db/catalogue/verdicts'
import { instantResponse, nightDay } from '@/lib/http/fields'

export const handoverQuery = z.object({ night: nightDay })

/** Totals of one shift, of a gate, or of the night. */
const totals = z.object({
  /** Times of the first and the last passage. */
  from: instantResponse,
  to: instantResponse,
  /** Arrivals and departures as in the arrivals report. A duplicate admission is no arrival. */
  entered: z.int(),
  left: z.int(),
  refused: z.object({
    inside: z.int(),
    no_ticket: z.int(),
    banned: z.int(),
    full: z.int(),
    unknown: z.int(),
    returned: z.int(),
    outside: z.int(),
  } satisfies Record<Refusal, z.ZodType>),
  /** Arrivals of guests found by name, and arrivals by an override of a refusal. */
  byName: z.int(),
  overrides: z.int(),
  /**
   * Offline admissions with an unknown code. They are not counted as arrivals, because they belong
   * to no guest.
   */
  unknownIn: z.int(),
  /** Passages decided offline, and disputed ones among them. */
  alone: z.int(),
  objections: z.int(),
  /** Duplicate admissions with at least one passage of this shift, gate or night, by resolution. */
  doubles: z.object({
    open: z.int(),
    same_guest: z.int(),
    copied_ticket: z.int(),
    mistake: z.int(),
  }),
  /** Largest correction of a device clock, in milliseconds. */
  clockOffset: z.int(),
})

export type HandoverTotals = z.output<typeof totals>

/** Totals of one device, used by one user at one gate. */
const shift = totals.extend({
  deviceId: z.uuid().nullable(),
  device: z.string().nullable(),
  /** Name of the staff member; null for a paired phone. */
  user: z.string().nullable(),
})

export type Shift = z.output<typeof shift>

/** Handover report of a night. `total` is null if nothing happened. */
export const handoverResponse = z.object({
  night: z.iso.date(),
  total: totals.nullable(),
  /** Whether there is only one gate, whose name no screen shows (rule 6.30). */
  hasSingleGate: z.boolean(),
  gates: z.array(
    z.object({
      /** Id of the gate; 0 for passages outside the gates. */
      id: z.int(),
      name: z.string().nullable(),
      isDeleted: z.boolean(),
      total: totals,
      shifts: z.array(shift),
    }),
  ),
})

export type Handover = z.output<typeof handoverResponse>
