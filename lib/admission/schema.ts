import { z } from 'zod'

const MOST = 1_000_000
const BAD_CAPACITY = 'Upišite broj od 1 do 1.000.000, ili ništa.'

export const typedCapacity = z
  .string(BAD_CAPACITY)
  .trim()
  .regex(/^(0*[1-9]\d{0,5}|0*1000000)?$/, BAD_CAPACITY)
  .transform((digits) => (digits === '' ? null : Number(digits)))

/** How many may be inside at once, of the house or of a gate; '' and null: as many as come. */
export const capacityInput = z.union(
  [z.null(), z.int().min(1).max(MOST), typedCapacity],
  BAD_CAPACITY,
)
