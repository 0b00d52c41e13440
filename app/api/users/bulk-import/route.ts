import { route } from '@/lib/http/route'
import { numbered } from '@/lib/spreadsheet/rows'
import { IMPORT_BYTES, importAnswer, importBody, importQuery } from '@/lib/spreadsheet/schema'
import { importUsers, previewUserImport, USER_IMPORT_FIELDS } from '@/lib/users/import'

export const POST = route(
  {
    may: 'admin',
    summary: 'Add a list of staff, all or none; with preview=1 only say what would happen',
    query: importQuery,
    body: importBody(USER_IMPORT_FIELDS),
    maxBytes: IMPORT_BYTES,
    answer: importAnswer,
    creates: true,
  },
  ({ query, body, user }) =>
    query.preview === '1' ? previewUserImport(numbered(body)) : importUsers(numbered(body), user),
)
