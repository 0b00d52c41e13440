import { z } from 'zod'
import { previewQuery } from '@/lib/http/fields'
import { isValidInXml, withoutInvisible } from '@/lib/text/clean'
import { InvalidCell } from './cells'
import { isReadable } from './encoding'
import { FILE_MESSAGES, MOST_MEGABYTES } from './messages'

/** Rows that one import takes at most. */
const MAX_ROWS = 20_000

const sentence = 'Popis redova je prazan ili prevelik (najviše 20.000 redova).'

/** Rows as they were sent. Each is checked by itself, so that the answer names all that are faulty. */
export const importBody = (fields: string[]) =>
  z
    .array(
      z.unknown().meta({
        type: 'object',
        propertyNames: { enum: fields },
        additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      }),
      'Pošaljite popis redova.',
    )
    .min(1, sentence)
    .max(MAX_ROWS, sentence)
    .describe(`Rows with these fields, any of which may be missing: ${fields.join(', ')}`)

/** Bytes of the largest import: 20,000 rows with every field filled generously. */
export const IMPORT_BYTES = 8 * 1024 * 1024

/** Results of an import or its preview. Rows that `rows` does not name are added. */
export const importResponse = z.object({
  preview: z.boolean(),
  /** Rows that are fit to be added. */
  toAdd: z.int(),
  /** Rows written: none in a preview. */
  imported: z.int(),
  /** Rows that are there already. */
  skipped: z.int(),
  faulty: z.int(),
  rows: z.array(
    z.object({
      row: z.int(),
      state: z.enum(['skipped', 'faulty']),
      reasons: z.array(z.string()),
    }),
  ),
})

export type ImportAnswer = z.infer<typeof importResponse>

const MEGABYTE = 1024 * 1024

/** Bytes of a whole form with its file; the file's own limit speaks for itself below it. */
export const FORM_WITH_FILE = (MOST_MEGABYTES + 1) * MEGABYTE

/** An uploaded spreadsheet, .xlsx or .csv. */
export const fileBody = z.object({
  file: z
    .file(FILE_MESSAGES.missing)
    .max(MOST_MEGABYTES * MEGABYTE, FILE_MESSAGES.tooLarge)
    .meta({ minLength: 1 }),
})

export const guestFileQuery = previewQuery.extend({
  /** How rows without a JMBAG are treated that have the name of a guest on the same list. */
  namesakes: z.enum(['add', 'skip'], 'Vrijednost mora biti add ili skip').default('add'),
})

export const templateQuery = z.object({
  format: z.enum(['xlsx', 'csv'], 'Vrijednost mora biti xlsx ili csv').default('xlsx'),
})

/** Whose row it is, where several sheets were read. */
export const sheetName = z.string().optional()

/** Results of the import of a file or its preview, with the first rows of each state. */
export const fileResponse = importResponse.extend({
  /** Rows to add with a remark, and the number of namesakes among them. */
  noted: z.int(),
  namesakes: z.int(),
  rows: z.array(
    z.object({
      row: z.int(),
      sheet: sheetName,
      state: z.enum(['faulty', 'noted', 'skipped']),
      /** Name or key of the person in the row. */
      text: z.string(),
      reasons: z.array(z.string()),
    }),
  ),
  /** The first rows to add, to see that the columns were understood. */
  sample: z.array(z.object({ row: z.int(), sheet: sheetName, text: z.string() })),
})

export type FileAnswer = z.infer<typeof fileResponse>

/** A cell as JSON or a spreadsheet gives it, as trimmed text; '' when there is nothing in it. */
export const cell = z
  .union([z.string(), z.number(), z.boolean(), z.null()], {
    error: ({ input }) =>
      input instanceof InvalidCell ? input.sentence : 'Vrijednost mora biti tekst',
  })
  .optional()
  .transform((value) =>
    withoutInvisible(String(value ?? ''))
      .normalize('NFC')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .refine((text) => !/\p{Cc}/u.test(text) && isValidInXml(text), 'Sadrži nedopušten znak')
  .refine(isReadable, 'Sadrži slovo koje se ne može pouzdano pročitati. Spremite tablicu kao .xlsx')

const FLAGS = new Map([
  ['', null],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

/** 0 or 1; null for an empty cell. */
export const flagCell = cell
  .refine((text) => FLAGS.has(text.toLowerCase()), 'Vrijednost mora biti 0 ili 1')
  .transform((text) => FLAGS.get(text.toLowerCase()) ?? null)

/** One row: names the fields that there are not, and what is no row at all. */
export const rowOf = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Nepoznato polje: ${issue.keys.join(', ')}`
        : 'Red mora biti popis polja s vrijednostima',
  })
