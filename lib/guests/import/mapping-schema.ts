import { z } from 'zod'
import { UPDATED_TEXTS } from '@/db/catalogue/guests'
import { wholeNumber } from '@/lib/http/fields'
import { correctedFileBody } from '@/lib/spreadsheet/corrections-schema'
import { fileResponse, guestFileQuery, jsonField, sheetName } from '@/lib/spreadsheet/schema'
import { gateListsResponse } from '../schema'
import { COLUMN_KINDS, columnsProblem } from './rules'
import { GUEST_IMPORT_FIELDS } from './schema'

const MAX_SHEETS = 50
/** Largest index of a sheet that a request may name. The first sheet has index 0. */
const MAX_SHEET_INDEX = 999
/** Maximum number of columns that are read. Tables of people have about a dozen columns. */
export const MAX_COLUMNS = 80

const index = (max: number) => z.int().min(0).max(max)
const MAX_ROW_NUMBER = 1_048_576

/**
 * Says how to read a file that is not in the format of the template: sheets, rows of headings, and
 * the field of each column.
 */
const guestMapping = z
  .object({
    /**
     * Sheets to read, by index from 0. `headingRow` is the number of the row with the headings; 0
     * without headings.
     */
    sheets: z
      .array(z.object({ sheet: index(MAX_SHEET_INDEX), headingRow: index(MAX_ROW_NUMBER) }))
      .min(1, 'Odaberite list')
      .max(MAX_SHEETS, 'Odaberite manje listova')
      .refine(
        (sheets) => new Set(sheets.map(({ sheet }) => sheet)).size === sheets.length,
        'Isti list je naveden dvaput',
      ),
    /**
     * Field of each column. Columns are counted from 0 for A. Columns that are not listed are
     * ignored.
     */
    columns: z
      .array(z.object({ column: index(16_383), field: z.enum(COLUMN_KINDS) }))
      .max(MAX_COLUMNS),
    /** Tag for the rows that name no list; '' is the freshers' list. */
    tag: z.string().max(300).default(''),
  })
  .superRefine(({ columns }, context) => {
    const problem = columnsProblem(columns)
    if (problem) context.addIssue({ code: 'custom', path: ['columns'], message: problem.sentence })
  })

export type GuestMapping = z.output<typeof guestMapping>

export const guestFileBody = correctedFileBody(GUEST_IMPORT_FIELDS).extend({
  mapping: jsonField(guestMapping, 20_000, 'Raspored stupaca nije ispravan JSON.')
    .optional()
    .describe(
      'JSON: {"sheets":[{"sheet":0,"headingRow":3}],"columns":[{"column":1,"field":"surnameName"}],"tag":"VIP"}; left out, the file is in the format of the template',
    ),
})

export const guestImportQuery = guestFileQuery.extend({
  /**
   * Whether guests who are on the list are skipped or updated. An update takes names, JMBAG,
   * e-mail, phone and list from the file.
   */
  existing: z.enum(['skip', 'update'], 'Vrijednost mora biti skip ili update').default('skip'),
  /** Whether rows that are hidden in the file, for example by a filter, are added or skipped. */
  hidden: z.enum(['add', 'skip'], 'Vrijednost mora biti add ili skip').default('add'),
})

/** Fields of a guest on the list that an import can change. */
const CHANGED = [...UPDATED_TEXTS, 'tag'] as const

export const guestFileResponse = fileResponse.extend({
  /** Number of guests on the list that the rows change. `updated` is 0 in a preview. */
  toUpdate: z.int(),
  updated: z.int(),
  /**
   * Hidden parts of the file: the number of hidden rows, the first row numbers, and the letters of
   * the hidden columns.
   */
  hidden: z.object({ count: z.int(), rows: z.array(z.int()), columns: z.array(z.string()) }),
  /** The first changed guests, with each changed field before and after. */
  changes: z.array(
    z.object({
      row: z.int(),
      sheet: sheetName,
      text: z.string(),
      /** Field by which the guest was found. */
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
  /**
   * Corrects the guessed row of headings: the index of a sheet from 0, and the number of its row of
   * headings. Row 0 means that the sheet has no headings.
   */
  sheet: wholeNumber(0, MAX_SHEET_INDEX).optional(),
  row: wholeNumber(0, MAX_ROW_NUMBER).optional(),
})

/** Sheets of a file, and the guessed field of each column. */
export const shapeResponse = z.object({
  sheets: z.array(
    z.object({
      sheet: z.int(),
      name: z.string(),
      headingRow: z.int(),
      /** First rows of the sheet, among which the user can choose the row of headings. */
      firstRows: z.array(z.object({ row: z.int(), text: z.string() })),
      columns: z.array(
        z.object({
          column: z.int(),
          letters: z.string(),
          heading: z.string(),
          samples: z.array(z.string()),
          /** Empty if the column contains no field of a guest. */
          field: z.enum([...COLUMN_KINDS, '']),
          isSure: z.boolean(),
          /** Whether the column is hidden in the file. */
          isHidden: z.boolean(),
        }),
      ),
      /** Indexes of the sheets with the same headings in the same columns, including this sheet. */
      alike: z.array(z.int()),
    }),
  ),
  /** Indexes of the sheets that are read by default. Empty if no table was found. */
  chosen: z.array(z.int()),
  /** Tag that was chosen in the last import with these headings; otherwise empty. */
  tag: z.string(),
  /**
   * Whether a file with these headings was imported before. The fields are then those of that
   * import.
   */
  isRemembered: z.boolean(),
  lists: gateListsResponse,
})

export type Shape = z.infer<typeof shapeResponse>
export type ShapeSheet = Shape['sheets'][number]
