import { importGuestFile, previewGuestFile } from '@/lib/guests/import'
import { route } from '@/lib/http/route'
import { FORM_WITH_FILE, fileAnswer, fileBody, guestFileQuery } from '@/lib/spreadsheet/schema'

export const POST = route(
  {
    may: 'admin',
    summary:
      'Add the guests of an xlsx or csv file, all or none; with preview=1 only say what would happen',
    query: guestFileQuery,
    accepts: 'form',
    maxBytes: FORM_WITH_FILE,
    body: fileBody,
    answer: fileAnswer,
    creates: true,
  },
  ({ query, body, user }) =>
    query.preview === '1'
      ? previewGuestFile(body.file)
      : importGuestFile(body.file, query.namesakes, user),
)
