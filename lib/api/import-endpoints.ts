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

/** An import in its two halves: what it would do, and doing it. All of it goes in, or nothing. */
interface Import<Sent, Answer> {
  preview: (sent: Sent) => Promise<Answer>
  run: (sent: Sent, user: Caller) => Promise<Answer>
}

/** The import of `what`, sent as rows with these fields. */
export const importRowsEndpoint = (
  what: string,
  fields: string[],
  { preview, run }: Import<InputRows, ImportAnswer>,
) => ({
  POST: route(
    {
      access: 'admin',
      summary: `Add a list of ${what}, all or none; with preview=1 only say what would happen`,
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

/** The import of `what` from a spreadsheet. */
export const importFileEndpoint = (what: string, { preview, run }: Import<File, FileAnswer>) => ({
  POST: route(
    {
      access: 'admin',
      summary: `Add the ${what} of an xlsx or csv file, all or none; with preview=1 only say what would happen`,
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

/** The empty spreadsheet to be filled with `what`; the file is called `name`. */
export const templateEndpoint = (
  what: string,
  name: string,
  columns: () => TemplateColumn[] | Promise<TemplateColumn[]>,
) => ({
  GET: route(
    {
      access: 'admin',
      summary: `An empty table for ${what}, as xlsx or csv`,
      query: templateQuery,
      contentTypes: [XLSX, 'text/csv'],
    },
    async ({ query }) => templateResponse(name, await columns(), query.format),
  ),
})
