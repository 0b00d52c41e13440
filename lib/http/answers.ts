import { z } from 'zod'

/** Fields of an answer that are alike, in this order. */
const alike =
  <Schema extends z.ZodType>(schema: Schema) =>
  <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

/** Fields that are a text each, or a whole number: `...texts('name', 'surname')`. */
export const texts = alike(z.string())
export const integers = alike(z.int())

/** What has a number and a name. */
export const named = { id: z.int(), name: z.string() }
