import type { Caller } from '@/lib/api/caller'
import { route } from '@/lib/api/route'
import { previewQuery } from '@/lib/http/fields'
import { type InputRows, numbered } from '@/lib/spreadsheet/rows'
import {
  type FileAnswer,
  FORM_WITH_FILE,
  fileBody,
  fileResponse,
  IMPORT_BYTES,
  type ImportAnswer,
  importBody,
  importResponse,
  templateQuery,
} from '@/lib/spreadsheet/schema'
import { type TemplateColumn, templateResponse, XLSX } from '@/lib/spreadsheet/workbook'

/** Import with its dry run. All rows are imported, or none. */
interface Import<Source, Result> {
  preview: (source: Source) => Promise<Result>
  run: (source: Source, user: Caller) => Promise<Result>
}

/** Creates the endpoint that imports rows sent as JSON. `what` is the plural of the entity. */
export const importRowsEndpoint = (
  what: string,
  fields: string[],
  { preview, run }: Import<InputRows, ImportAnswer>,
) => ({
  POST: route(
    {
      access: 'admin',
      summary: `Import a list of ${what}, all or none; preview=1 is a dry run`,
      query: previewQuery,
      body: importBody(fields),
      maxBytes: IMPORT_BYTES,
      response: importResponse,
      needsIdempotencyKey: true,
      long: true,
    },
    ({ query, body, user }) =>
      query.preview === '1' ? preview(numbered(body)) : run(numbered(body), user),
  ),
})

/** Creates the endpoint that imports a spreadsheet. `what` is the plural of the entity. */
export const importFileEndpoint = (what: string, { preview, run }: Import<File, FileAnswer>) => ({
  POST: route(
    {
      access: 'admin',
      summary: `Import ${what} from an xlsx or csv file, all or none; preview=1 is a dry run`,
      query: previewQuery,
      accepts: 'form',
      maxBytes: FORM_WITH_FILE,
      body: fileBody,
      response: fileResponse,
      needsIdempotencyKey: true,
      long: true,
    },
    ({ query, body, user }) => (query.preview === '1' ? preview(body.file) : run(body.file, user)),
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
