import { z } from 'zod'
import { flagInput, instantAnswer } from '@/lib/http/fields'
import { changeOf } from '@/lib/http/precondition'
import { MALFORMED_DATE_TIME, parseZagrebDateTime } from '@/lib/time/zagreb'
import { wrongTime } from './rules'

const MOST = 1_000_000
const BAD_CAPACITY = 'Upišite broj od 1 do 1.000.000, ili ništa.'

const typedCapacity = z
  .string(BAD_CAPACITY)
  .trim()
  .regex(/^(0*[1-9]\d{0,5}|0*1000000)?$/, BAD_CAPACITY)
  .transform((digits) => (digits === '' ? null : Number(digits)))

/** How many may be inside at once, of the house or of a gate; '' and null: as many as come. */
export const capacityInput = z.union(
  [z.null(), z.int().min(1).max(MOST), typedCapacity],
  BAD_CAPACITY,
)

const isInReach = (at: Date) => at.getUTCFullYear() > 1999 && at.getUTCFullYear() < 2200

/** An ISO instant; '' and null clear it. */
export const instantInput = z.union(
  [
    z.null(),
    z.literal('').transform(() => null),
    z.iso
      .datetime({ offset: true })
      .refine((at) => isInReach(new Date(at)))
      .transform((at) => new Date(at).toISOString()),
  ],
  'Vrijednost mora biti datum i vrijeme',
)

export const nightChange = changeOf({
  capacity: capacityInput,
  opensAt: instantInput,
  closesAt: instantInput,
  fullness: flagInput,
})

export type NightChange = z.output<typeof nightChange>

export const nightAnswer = z.object({
  /** How many may be inside at once; null where nobody counts. */
  capacity: z.int().nullable(),
  /** When doors open and when the night is over; both or neither. */
  opensAt: instantAnswer.nullable(),
  closesAt: instantAnswer.nullable(),
  /** Whether the home page says how full it is. */
  fullness: z.boolean(),
})

export type Night = z.output<typeof nightAnswer>

/** What everybody may know: never a number. */
export const fullnessAnswer = z.object({
  /** Null when it is not to be told, on no night, and where nobody counts. */
  level: z.enum(['room', 'filling', 'nearly_full', 'full']).nullable(),
  /** Those at which people are let in now; one may be full while the house is not. */
  gates: z.array(z.object({ name: z.string(), wait: z.enum(['none', 'short', 'long', 'full']) })),
})

export type Fullness = z.output<typeof fullnessAnswer>

/** A moment as a person types it, in Zagreb. */
export const typedInstant = z.string().transform((text, context) => {
  if (text.trim() === '') return null
  const at = parseZagrebDateTime(text)
  if (!at) context.addIssue({ code: 'custom', message: MALFORMED_DATE_TIME })
  return at?.toISOString() ?? null
})

/** The form of all of it. */
export const nightForm = z
  .object({
    capacity: typedCapacity,
    opensAt: typedInstant,
    closesAt: typedInstant,
    fullness: z.boolean(),
  })
  .superRefine((night, context) => {
    const wrong = wrongTime(night)
    if (wrong) context.addIssue({ code: 'custom', path: [wrong.field], message: wrong.sentence })
  })
