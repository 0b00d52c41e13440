import { z } from 'zod'
import { capacityInput, typedCapacity } from '@/lib/admission/schema'
import { nightTimesProblem } from '@/lib/festival/rules'
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
  /** Maximum number of guests inside; null without a limit. */
  capacity: z.int().nullable(),
  /** Opening and closing time; either both or neither. */
  opensAt: instantResponse.nullable(),
  closesAt: instantResponse.nullable(),
  /** Whether the home page shows the crowd level. */
  fullness: z.boolean(),
})

export type Night = z.output<typeof nightResponse>

/** Crowd level for visitors: words, never a number (rule 1.20). */
export const crowdLevelResponse = z.object({
  /** Null if the display is switched off, outside the night, and without a capacity. */
  level: z.enum(['room', 'filling', 'nearly_full', 'full']).nullable(),
  /** Gates in use. A gate may be full while the venue is not. */
  gates: z.array(z.object({ name: z.string(), wait: z.enum(['none', 'short', 'long', 'full']) })),
})

export type CrowdLevel = z.output<typeof crowdLevelResponse>

/** Form of the night settings. */
export const nightForm = z
  .object({
    capacity: typedCapacity,
    opensAt: typedInstant,
    closesAt: typedInstant,
    fullness: z.boolean(),
  })
  .superRefine((night, context) => {
    const problem = nightTimesProblem(night)
    if (problem)
      context.addIssue({ code: 'custom', path: [problem.field], message: problem.sentence })
  })
