import { z } from 'zod'

// The small parts that the bodies and answers of many nouns share.

/** Flags travel as '0' and '1'; numbers and booleans are accepted too (decisions.md). */
export const flagInput = z
  .union(
    [z.enum(['0', '1']), z.literal(0), z.literal(1), z.boolean()],
    'Vrijednost mora biti 0 ili 1',
  )
  .transform((v) => v === '1' || v === 1 || v === true)

export const flagAnswer = z.enum(['0', '1'])
export type Flag = z.infer<typeof flagAnswer>

/** The number of a thing in its address. */
export const idParams = z.object({
  id: z.coerce.number('Neispravan broj').int('Neispravan broj').min(1).max(2_147_483_647),
})

/** A moment as the API shows one: an ISO instant in UTC. */
export const instantAnswer = z.iso.datetime()
