import { z } from 'zod'
import { nightTimesProblem } from '@/lib/festival/rules'
import {
  countInput,
  instantInput,
  instantResponse,
  requiredText,
  typedInstant,
} from '@/lib/http/fields'
import { recordOf } from '@/lib/text/keys'

/**
 * An edition with its totals: numbers without names, which stay after the erasure of its people
 * (rule 8.16).
 */
export const editionResponse = z.object({
  id: z.int(),
  name: z.string(),
  year: z.int(),
  number: z.int(),
  opensAt: instantResponse.nullable(),
  /** Time at which the edition was ended; null for the current edition. */
  endedAt: instantResponse.nullable(),
  erasedAt: instantResponse.nullable(),
  /** Sold tickets by Zagreb day (yyyy-mm-dd), before and after noon. */
  sold: z.array(z.object({ day: z.iso.date(), before12: z.int(), after12: z.int() })),
  /** Arrivals and exits by quarter of an hour. */
  arrivals: z.array(z.object({ at: instantResponse, came: z.int(), went: z.int() })),
  lists: z.array(z.object({ name: z.string(), guests: z.int(), bought: z.int(), came: z.int() })),
  /** Arrivals by gate; '' means that no gate is stored. */
  gates: z.array(z.object({ name: z.string(), came: z.int() })),
  /**
   * Payments for tickets at the desk by Zagreb day, minus refunds: cash and card in cents, and the
   * number of free tickets.
   */
  takings: z.array(
    z.object({ day: z.iso.date(), cashCents: z.int(), cardCents: z.int(), free: z.int() }),
  ),
})

export type Edition = z.infer<typeof editionResponse>

const counts = [
  'guests',
  'bought',
  'inside',
  'signups',
  'mails',
  'waiting',
  'passages',
  'devices',
  'leaderboard',
] as const

const KEEPABLE = [
  'users',
  'lineup',
  'sponsors',
  'priceList',
  'texts',
  'contacts',
  'artwork',
] as const

export type KeepOption = (typeof KEEPABLE)[number]

const ofEach = <const K extends string, S extends z.ZodType>(keys: readonly K[], schema: S) =>
  z.object(recordOf(keys, () => schema))

const countsResponse = ofEach([...counts, ...KEEPABLE], z.int())

export type EndCounts = z.infer<typeof countsResponse>

/** Preview of the end of this edition. */
export const endResponse = z.object({
  edition: z.object({
    id: z.int(),
    name: z.string(),
    year: z.int(),
    number: z.int(),
    opensAt: instantResponse.nullable(),
    closesAt: instantResponse.nullable(),
  }),
  /** Whether the night is on, so that the edition cannot be ended (rule 8.15). */
  isOn: z.boolean(),
  counts: countsResponse,
})

export type EndPreview = z.infer<typeof endResponse>

const BAD_YEAR = 'Upišite godinu, npr. 2027.'
const BAD_NUMBER = 'Upišite koje je to izdanje po redu.'

const next = {
  name: requiredText(60, 'Upišite naziv festivala.'),
  year: countInput(9999, BAD_YEAR).pipe(z.int().min(2000, BAD_YEAR).max(2100, BAD_YEAR)),
  number: countInput(999, BAD_NUMBER).pipe(z.int().min(1, BAD_NUMBER)),
}

const nightTimes = { opensAt: instantInput, closesAt: instantInput }

export const endBody = z.object(
  {
    /** Id of the edition to end, as the admin saw it. */
    edition: z.int('Neispravan broj'),
    /** Name of the festival, typed as a confirmation. */
    confirm: z.string('Za potvrdu upišite naziv festivala.').max(200),
    /** Whether each kind of content is kept. Content that is not kept is deleted. */
    keep: ofEach(KEEPABLE, z.boolean()),
    next: z.object({ ...next, ...nightTimes }),
  },
  'Neispravan unos',
)

/** Schema of the form for the next edition. */
export const nextForm = z
  .object({ ...next, opensAt: typedInstant, closesAt: typedInstant })
  .superRefine((edition, context) => {
    const problem = nightTimesProblem(edition)
    if (problem)
      context.addIssue({ code: 'custom', path: [problem.field], message: problem.sentence })
  })

/** Id of the edition that has started. */
export const endedResponse = z.object({ edition: z.int() })
