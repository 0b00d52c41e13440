import { z } from 'zod'
import { fileBody, jsonField, MEGABYTE } from './schema'

const MAX_CORRECTIONS = 5_000

/**
 * Schema of the correction of a row: the user skips it, or gives some of its fields other values.
 * `fields` are those of a row; an unknown field is refused. `row` is the `id` of the row in the
 * preview: its number in the file, which is unique across sheets.
 */
const correctionOf = (fields: readonly string[]) =>
  z
    .strictObject({
      row: z.int().min(1),
      skip: z.literal(true).optional(),
      fields: z
        .record(z.string(), z.string().max(2_000, 'Najviše 2.000 znakova'))
        .superRefine((values, context) => {
          const unknown = Object.keys(values).find((field) => !fields.includes(field))
          if (unknown !== undefined) context.addIssue(`Nepoznato polje: ${unknown.slice(0, 100)}`)
        })
        .optional(),
    })
    .refine(
      ({ skip, fields }) => (skip === undefined) !== (fields === undefined),
      'Uz red pošaljite ili skip ili fields',
    )

export type Correction = z.output<ReturnType<typeof correctionOf>>

const correctionsOf = (fields: readonly string[]) =>
  z
    .array(correctionOf(fields), 'Pošaljite popis ispravaka.')
    .max(
      MAX_CORRECTIONS,
      'Previše je ispravaka (najviše 5.000). Ispravite datoteku pa je odaberite ponovno.',
    )
    .refine(
      (all) => new Set(all.map(({ row }) => row)).size === all.length,
      'Isti je red naveden dvaput. Ostavite jedan ispravak.',
    )

/**
 * Body of an import with an uploaded spreadsheet and the corrections of its rows (rule 11.17).
 * `fields` are those of a row.
 */
export const correctedFileBody = (fields: readonly string[]) =>
  fileBody.extend({
    corrections: jsonField(correctionsOf(fields), MEGABYTE, 'Ispravci nisu ispravan JSON.')
      .optional()
      .describe(
        `JSON: [{"row":3,"skip":true},{"row":5,"fields":{"${fields[0]}":"Nova"}}]; rows to skip and values to replace before the rows are checked. Fields: ${fields.join(', ')}`,
      ),
  })
