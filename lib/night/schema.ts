import { z } from 'zod'
import { capacityInput, typedCapacity } from '@/lib/admission/schema'
import { wrongTime } from '@/lib/festival/rules'
import { flagInput, instantInput, instantResponse, typedInstant } from '@/lib/http/fields'
import { patchBody } from '@/lib/http/precondition'

export const nightChange = patchBody({
  capacity: capacityInput,
  opensAt: instantInput,
  closesAt: instantInput,
  fullness: flagInput,
})

export type NightChange = z.output<typeof nightChange>

export const nightResponse = z.object({
  /** How many may be inside at once; null where nobody counts. */
  capacity: z.int().nullable(),
  /** When doors open and when the night is over; both or neither. */
  opensAt: instantResponse.nullable(),
  closesAt: instantResponse.nullable(),
  /** Whether the home page says how full it is. */
  fullness: z.boolean(),
})

export type Night = z.output<typeof nightResponse>

/** What everybody may know: never a number. */
export const fullnessResponse = z.object({
  /** Null when it is not to be told, on no night, and where nobody counts. */
  level: z.enum(['room', 'filling', 'nearly_full', 'full']).nullable(),
  /** Those at which people are let in now; one may be full while the house is not. */
  gates: z.array(z.object({ name: z.string(), wait: z.enum(['none', 'short', 'long', 'full']) })),
})

export type Fullness = z.output<typeof fullnessResponse>

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
