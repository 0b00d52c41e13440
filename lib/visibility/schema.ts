import { z } from 'zod'
import { FLAGS, TIMES } from '@/db/catalogue/visibility-keys'
import { flagInput } from '@/lib/http/fields'
import { expectedFields } from '@/lib/http/precondition'

export { FLAGS, TIMES }

export type FlagName = (typeof FLAGS)[number]
export type TimeName = (typeof TIMES)[number]

export const visibilityKey = z.object({
  key: z.enum([...FLAGS, ...TIMES], 'Nepoznata postavka prikaza'),
})

/**
 * New value of a flag or a time: `visible` is a flag, or for the two times an ISO instant (''
 * clears it).
 */
export const visibilityChange = z.object({
  visible: z.union([flagInput, z.iso.datetime({ offset: true }), z.literal('')], {
    error: 'Vrijednost mora biti 0 ili 1, odnosno datum i vrijeme',
  }),
  seen: expectedFields,
})

export type VisibilityChange = z.output<typeof visibilityChange>

/** A flag ('0' or '1') or a time (ISO instant or '') in a response. */
export const visibilityResponse = z.object({
  name: z.enum([...FLAGS, ...TIMES]),
  visible: z.string(),
})

export type VisibilityFlag = z.infer<typeof visibilityResponse>

/** All flags and times, as pages read them. */
export interface Visibility {
  flags: Record<FlagName, boolean>
  timerTime: string | null
  sponsorsInputTime: string | null
}
