import { z } from 'zod'
import { previewQuery } from '@/lib/http/fields'
import { isValidInXml, withoutInvisible } from '@/lib/text/clean'
import { InvalidCell } from './cells'
import { isReadable } from './encoding'
import { FILE_MESSAGES, MAX_MEGABYTES } from './messages'

/** Maximum number of rows in a JSON import. */
const MAX_ROWS = 20_000

const sentence = 'Popis redova je prazan ili prevelik (najviše 20.000 redova).'

/**
 * Body of a JSON import. Each row is validated later, so that the response lists all faulty rows.
 */
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

/** Maximum body size of a JSON import in bytes: 20,000 rows with long values in every field. */
export const IMPORT_BYTES = 8 * 1024 * 1024

/** Response to an import or its preview. Rows that `rows` does not list are added. */
export const importResponse = z.object({
  preview: z.boolean(),
  /** Number of rows that are valid and can be added. */
  toAdd: z.int(),
  /** Number of rows written; 0 in a preview. */
  imported: z.int(),
  /** Number of rows that are not added because they already exist. */
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

export const MEGABYTE = 1024 * 1024

/**
 * Maximum body size in bytes of a form with a file. It is above the limit of the file, so that a
 * file slightly too large gets the message of `fileBody`.
 */
export const FORM_WITH_FILE = (MAX_MEGABYTES + 1) * MEGABYTE

/** An uploaded spreadsheet, .xlsx or .csv. */
export const fileBody = z.object({
  file: z
    .file(FILE_MESSAGES.missing)
    .max(MAX_MEGABYTES * MEGABYTE, FILE_MESSAGES.tooLarge)
    .meta({ minLength: 1 }),
})

/** Schema of a form field that contains JSON. `bad` is the message for a text that is none. */
export const jsonField = <S extends z.ZodType>(schema: S, maxLength: number, bad: string) =>
  z
    .string(bad)
    .max(maxLength, bad)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: bad })
        return z.NEVER
      }
    })
    .pipe(schema)

export const guestFileQuery = previewQuery.extend({
  /**
   * Whether rows without a JMBAG and a code are added or skipped if the same list has a guest of the
   * same name. Skipped by default, so that an import of an export changes nothing (rule 11.8). A
   * preview notes them, and counts them in `namesakes`.
   */
  namesakes: z.enum(['add', 'skip'], 'Vrijednost mora biti add ili skip').default('skip'),
})

export const templateQuery = z.object({
  format: z.enum(['xlsx', 'csv'], 'Vrijednost mora biti xlsx ili csv').default('xlsx'),
})

/** Name of the sheet of a row; left out if only one sheet was read. */
export const sheetName = z.string().optional()

/** Response to a file import or its preview, with the first rows of each state. */
export const fileResponse = importResponse.extend({
  /** Number of rows with a remark or left out, and number of possible duplicates by name. */
  noted: z.int(),
  namesakes: z.int(),
  /** Number of rows that the user skipped in the preview. */
  omitted: z.int(),
  rows: z.array(
    z.object({
      /** Number of the row for `corrections`. It differs from `row` if several sheets are read. */
      id: z.int(),
      row: z.int(),
      sheet: sheetName,
      state: z.enum(['faulty', 'noted', 'skipped', 'omitted']),
      /** Name or key of the person in the row. */
      text: z.string(),
      reasons: z.array(z.string()),
      /** Values of a faulty row as text, with the reason at each field that is at fault. */
      cells: z
        .array(z.object({ field: z.string(), value: z.string(), error: z.string().optional() }))
        .optional(),
    }),
  ),
  /** The first rows to add, by which the user checks that the columns were understood. */
  sample: z.array(z.object({ row: z.int(), sheet: sheetName, text: z.string() })),
})

export type FileAnswer = z.infer<typeof fileResponse>

/** Schema of a cell from JSON or a spreadsheet. Returns trimmed text, '' for an empty cell. */
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

/** Schema of a cell with 0, 1, true or false. Returns a boolean, or null for an empty cell. */
export const flagCell = cell
  .refine((text) => FLAGS.has(text.toLowerCase()), 'Vrijednost mora biti 0 ili 1')
  .transform((text) => FLAGS.get(text.toLowerCase()) ?? null)

/**
 * Creates the schema of one row. Its error names unknown fields, or says that a row must be an
 * object.
 */
export const rowOf = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Nepoznato polje: ${issue.keys.join(', ')}`
        : 'Red mora biti popis polja s vrijednostima',
  })
