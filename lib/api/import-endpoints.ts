import type { Caller } from '@/lib/api/caller'
import { route } from '@/lib/api/route'
import { previewQuery } from '@/lib/http/fields'
import { type Correction, correctedFileBody } from '@/lib/spreadsheet/corrections-schema'
import { type InputRows, numbered } from '@/lib/spreadsheet/rows'
import {
  type FileAnswer,
  FORM_WITH_FILE,
  fileResponse,
  IMPORT_BYTES,
  type ImportAnswer,
  importBody,
  importResponse,
  templateQuery,
} from '@/lib/spreadsheet/schema'
import { type TemplateColumn, templateResponse, XLSX } from '@/lib/spreadsheet/workbook'

/** Import of JSON rows with its dry run. All rows are imported, or none. */
interface RowsImport {
  preview: (rows: InputRows) => Promise<ImportAnswer>
  run: (rows: InputRows, user: Caller) => Promise<ImportAnswer>
  /** Keys may not use the import. */
  personOnly?: true
}

/** Import of a spreadsheet with its dry run. All rows are imported, or none. */
interface FileImport {
  preview: (file: File, corrections?: Correction[]) => Promise<FileAnswer>
  run: (file: File, user: Caller, corrections?: Correction[]) => Promise<FileAnswer>
  /** Keys may not use the import. */
  personOnly?: true
}

/** Creates the endpoint that imports rows sent as JSON. `what` is the plural of the entity. */
export const importRowsEndpoint = (
  what: string,
  fields: string[],
  { preview, run, personOnly }: RowsImport,
) => ({
  POST: route(
    {
      access: 'admin',
      summary: `Import a list of ${what}, all or none; preview=1 is a dry run`,
      query: previewQuery,
      body: importBody(fields),
      maxBytes: IMPORT_BYTES,
      personOnly,
      response: importResponse,
      needsIdempotencyKey: true,
      long: true,
    },
    ({ query, body, user }) =>
      query.preview === '1' ? preview(numbered(body)) : run(numbered(body), user),
  ),
})

/** Creates the endpoint that imports a spreadsheet. `what` is the plural of the entity. */
export const importFileEndpoint = (
  what: string,
  fields: readonly string[],
  { preview, run, personOnly }: FileImport,
) => ({
  POST: route(
    {
      access: 'admin',
      summary: `Import ${what} from an xlsx or csv file, all or none; preview=1 is a dry run`,
      query: previewQuery,
      accepts: 'form',
      maxBytes: FORM_WITH_FILE,
      body: correctedFileBody(fields),
      personOnly,
      response: fileResponse,
      needsIdempotencyKey: true,
      long: true,
    },
    ({ query, body: { file, corrections }, user }) =>
      query.preview === '1' ? preview(file, corrections) : run(file, user, corrections),
  ),
})

/** Creates the endpoint that returns an empty spreadsheet for an import, with the file name `name`. */
export const templateEndpoint = (
  what: string,
  name: string,
  columns: () => TemplateColumn[] | Promise<TemplateColumn[]>,
) => ({
  GET: route(
    {
      access: 'admin',
      summary: `Download an empty spreadsheet for ${what}, as xlsx or csv`,
      query: templateQuery,
      contentTypes: [XLSX, 'text/csv'],
    },
    async ({ query }) => templateResponse(name, await columns(), query.format),
  ),
})
