import { z } from 'zod'
import { UPDATED_TEXTS } from '@/db/catalogue/guests'
import { wholeNumber } from '@/lib/http/fields'
import { fileBody, fileResponse, guestFileQuery, sheetName } from '@/lib/spreadsheet/schema'
import { gateListsResponse } from '../schema'
import { COLUMN_KINDS, wrongColumns } from './rules'

const MOST_SHEETS = 50
/** The last number of a sheet. */
const MOST_SHEET = 999
/** Columns that are looked at; tables of people have a dozen. */
export const MOST_COLUMNS = 80

const index = (most: number) => z.int().min(0).max(most)
const WHOLE_SHEET = 1_048_576

/** How the tables of a file are to be read, where they are not in the format of the template. */
const guestMapping = z
  .object({
    /** Which sheets, from 0, and in which row each has its headings; 0 where it has none. */
    sheets: z
      .array(z.object({ sheet: index(MOST_SHEET), headingRow: index(WHOLE_SHEET) }))
      .min(1, 'Odaberite list')
      .max(MOST_SHEETS, 'Odaberite manje listova')
      .refine(
        (sheets) => new Set(sheets.map(({ sheet }) => sheet)).size === sheets.length,
        'Isti list je naveden dvaput',
      ),
    /** The field of each column, counted from 0 for A. Other columns are ignored. */
    columns: z
      .array(z.object({ column: index(16_383), field: z.enum(COLUMN_KINDS) }))
      .max(MOST_COLUMNS),
    /** The list of the rows that name none; '' for the freshers'. */
    tag: z.string().max(300).default(''),
  })
  .superRefine(({ columns }, context) => {
    const wrong = wrongColumns(columns)
    if (wrong) context.addIssue({ code: 'custom', path: ['columns'], message: wrong.sentence })
  })

export type GuestMapping = z.output<typeof guestMapping>

const badMapping = 'Raspored stupaca nije ispravan JSON.'

const mappingField = z
  .string(badMapping)
  .max(20_000, badMapping)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: badMapping })
      return z.NEVER
    }
  })
  .pipe(guestMapping)

export const guestFileBody = fileBody.extend({
  mapping: mappingField
    .optional()
    .describe(
      'JSON: {"sheets":[{"sheet":0,"headingRow":3}],"columns":[{"column":1,"field":"surnameName"}],"tag":"VIP"}; left out, the file is in the format of the template',
    ),
})

export const guestImportQuery = guestFileQuery.extend({
  /**
   * How guests on the list are treated. `update` takes names, JMBAG, e-mail, phone and list from the file.
   */
  existing: z.enum(['skip', 'update'], 'Vrijednost mora biti skip ili update').default('skip'),
  /** How rows that are hidden in the file, for example by a filter, are treated. */
  hidden: z.enum(['add', 'skip'], 'Vrijednost mora biti add ili skip').default('add'),
})

/** The fields of a guest that an import changes. */
const CHANGED = [...UPDATED_TEXTS, 'tag'] as const

export const guestFileResponse = fileResponse.extend({
  /** Guests on the list whom the rows change or would change, and those who were changed. */
  toUpdate: z.int(),
  updated: z.int(),
  /** Number and first of the hidden rows, and the letters of the hidden columns. */
  hidden: z.object({ count: z.int(), rows: z.array(z.int()), columns: z.array(z.string()) }),
  /** The first changed guests, with each field before and after. */
  changes: z.array(
    z.object({
      row: z.int(),
      sheet: sheetName,
      text: z.string(),
      /** By what the guest was found. */
      by: z.enum(['jmbag', 'confCode', 'email']),
      fields: z.array(
        z.object({
          field: z.enum(CHANGED),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
    }),
  ),
})

export type GuestFileAnswer = z.infer<typeof guestFileResponse>

export const shapeQuery = z.object({
  /** A sheet whose headings stand elsewhere than guessed, from 0, and their row; 0: nowhere. */
  sheet: wholeNumber(0, MOST_SHEET).optional(),
  row: wholeNumber(0, WHOLE_SHEET).optional(),
})

/** Tables of a file, and the guessed fields of their columns. */
export const shapeResponse = z.object({
  sheets: z.array(
    z.object({
      sheet: z.int(),
      name: z.string(),
      headingRow: z.int(),
      /** The first rows, of which one holds the headings. */
      firstRows: z.array(z.object({ row: z.int(), text: z.string() })),
      columns: z.array(
        z.object({
          column: z.int(),
          letters: z.string(),
          heading: z.string(),
          samples: z.array(z.string()),
          /** Empty for a column that is no field of a guest. */
          field: z.enum([...COLUMN_KINDS, '']),
          isSure: z.boolean(),
          /** Hidden in the file. */
          isHidden: z.boolean(),
        }),
      ),
      /** The sheets with the same headings in the same columns, this one too. */
      alike: z.array(z.int()),
    }),
  ),
  /** Sheets that are read by default. Empty if no table was found. */
  chosen: z.array(z.int()),
  /** The list chosen for these headings the last time, else empty. */
  tag: z.string(),
  /** Whether these headings were imported before, and the fields are those of that time. */
  isRemembered: z.boolean(),
  lists: gateListsResponse,
})

export type Shape = z.infer<typeof shapeResponse>
export type ShapeSheet = Shape['sheets'][number]
