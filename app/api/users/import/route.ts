import { route } from '@/lib/http/route'
import { FORM_WITH_FILE, fileAnswer, fileBody, importQuery } from '@/lib/spreadsheet/schema'
import { importUserFile, previewUserFile } from '@/lib/users/import'

export const POST = route(
  {
    may: 'admin',
    summary:
      'Add the staff of an xlsx or csv file, all or none; with preview=1 only say what would happen',
    query: importQuery,
    accepts: 'form',
    maxBytes: FORM_WITH_FILE,
    body: fileBody,
    answer: fileAnswer,
    creates: true,
  },
  ({ query, body, user }) =>
    query.preview === '1' ? previewUserFile(body.file) : importUserFile(body.file, user),
)
