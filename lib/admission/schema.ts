import { z } from 'zod'

const MAX_CAPACITY = 1_000_000
const BAD_CAPACITY = 'Upišite broj od 1 do 1.000.000, ili ništa.'

export const typedCapacity = z
  .string(BAD_CAPACITY)
  .trim()
  .regex(/^(0*[1-9]\d{0,5}|0*1000000)?$/, BAD_CAPACITY)
  .transform((digits) => (digits === '' ? null : Number(digits)))

/** Capacity of the venue or of a gate. An empty text and null mean unlimited. */
export const capacityInput = z.union(
  [z.null(), z.int().min(1).max(MAX_CAPACITY), typedCapacity],
  BAD_CAPACITY,
)
