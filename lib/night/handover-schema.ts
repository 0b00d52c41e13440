import { z } from 'zod'
import { instantResponse, nightDay } from '@/lib/http/fields'

export const handoverQuery = z.object({ night: nightDay })

/** What was done: of one shift, of a gate, or of a night. */
const done = z.object({
  /** The first and the last passage. */
  from: instantResponse,
  to: instantResponse,
  /** As the report of arrivals counts them: a double is none. */
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
  }),
  /** Of those who came: found by name, and let in in spite of a refusal. */
  byName: z.int(),
  overrides: z.int(),
  /** Let in by a phone alone with a code that nobody has: no guest, so no arrival. */
  unknownIn: z.int(),
  /** What phones decided alone, and to how much of it the server objects. */
  alone: z.int(),
  objections: z.int(),
  /** Those in which it had a part, by how they were settled. */
  doubles: z.object({
    open: z.int(),
    same_guest: z.int(),
    copied_ticket: z.int(),
    mistake: z.int(),
  }),
  /** Milliseconds by which the clock was set right at most. */
  clockOffset: z.int(),
})

export type HandoverTotals = z.output<typeof done>

/** One device in the hands of one person at one gate. */
const shift = done.extend({
  deviceId: z.uuid().nullable(),
  device: z.string().nullable(),
  /** The staff member, where one did it. */
  user: z.string().nullable(),
})

export type Shift = z.output<typeof shift>

/** The whole night; null where nothing happened in it. */
export const handoverResponse = z.object({
  night: z.iso.date(),
  total: done.nullable(),
  gates: z.array(
    z.object({
      /** 0 for what was not done at a gate. */
      id: z.int(),
      name: z.string().nullable(),
      isDeleted: z.boolean(),
      total: done,
      shifts: z.array(shift),
    }),
  ),
})

export type Handover = z.output<typeof handoverResponse>
