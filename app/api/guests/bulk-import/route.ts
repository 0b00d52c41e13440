import { importGuests, previewGuestImport } from '@/lib/guests/import'
import { GUEST_IMPORT_FIELDS } from '@/lib/guests/import-schema'
import { route } from '@/lib/http/route'
import { numbered } from '@/lib/spreadsheet/rows'
import { IMPORT_BYTES, importAnswer, importBody, importQuery } from '@/lib/spreadsheet/schema'

export const POST = route(
  {
    may: 'admin',
    summary: 'Add a list of guests, all or none; with preview=1 only say what would happen',
    query: importQuery,
    body: importBody(GUEST_IMPORT_FIELDS),
    maxBytes: IMPORT_BYTES,
    answer: importAnswer,
    creates: true,
  },
  ({ query, body, user }) =>
    query.preview === '1' ? previewGuestImport(numbered(body)) : importGuests(numbered(body), user),
)
