import { z } from 'zod'
import { wrongTime } from '@/lib/festival/rules'
import {
  countInput,
  instantInput,
  instantResponse,
  requiredText,
  typedInstant,
} from '@/lib/http/fields'
import { recordOf } from '@/lib/text/keys'

/** An edition, and what stays of it for ever once its people are erased: numbers without names. */
export const editionResponse = z.object({
  id: z.int(),
  name: z.string(),
  year: z.int(),
  number: z.int(),
  opensAt: instantResponse.nullable(),
  /** Null of the one that is. */
  endedAt: instantResponse.nullable(),
  erasedAt: instantResponse.nullable(),
  /** Tickets by Zagreb day (yyyy-mm-dd), before and after noon. */
  sold: z.array(z.object({ day: z.iso.date(), before12: z.int(), after12: z.int() })),
  /** Who came and went by the quarter of an hour. */
  arrivals: z.array(z.object({ at: instantResponse, came: z.int(), went: z.int() })),
  lists: z.array(z.object({ name: z.string(), guests: z.int(), bought: z.int(), came: z.int() })),
  /** Who came by which gate; '' stands for none. */
  gates: z.array(z.object({ name: z.string(), came: z.int() })),
  /** What tickets brought at the desk by Zagreb day, less what was given back; in cents. */
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

/** What the end of this edition would do. */
export const endResponse = z.object({
  edition: z.object({
    id: z.int(),
    name: z.string(),
    year: z.int(),
    number: z.int(),
    opensAt: instantResponse.nullable(),
    closesAt: instantResponse.nullable(),
  }),
  /** The night is on, and so it cannot be ended. */
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

const doors = { opensAt: instantInput, closesAt: instantInput }

export const endBody = z.object(
  {
    /** The number of the edition that is to end, as whoever ends it saw it. */
    edition: z.int('Neispravan broj'),
    /** The festival's name, typed. */
    confirm: z.string('Za potvrdu upišite naziv festivala.').max(200),
    /** What stays; the rest is cleared away. */
    keep: ofEach(KEEPABLE, z.boolean()),
    next: z.object({ ...next, ...doors }),
  },
  'Neispravan unos',
)

/** The next edition as it is typed. */
export const nextForm = z
  .object({ ...next, opensAt: typedInstant, closesAt: typedInstant })
  .superRefine((edition, context) => {
    const wrong = wrongTime(edition)
    if (wrong) context.addIssue({ code: 'custom', path: [wrong.field], message: wrong.sentence })
  })

/** The edition that has begun. */
export const endedResponse = z.object({ edition: z.int() })
