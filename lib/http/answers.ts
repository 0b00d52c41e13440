import { z } from 'zod'
import { recordOf } from '@/lib/text/keys'

/** Fields of an answer that are alike, in this order. */
const alike =
  <Schema extends z.ZodType>(schema: Schema) =>
  <Name extends string>(...names: Name[]) =>
    recordOf(names, () => schema)

/** Fields that are a text each, or a whole number: `...texts('name', 'surname')`. */
export const texts = alike(z.string())
export const integers = alike(z.int())

/** What has a number and a name. */
export const named = { id: z.int(), name: z.string() }
