import { signInRow, signInsEndedAnswer } from '@/lib/auth/schema'
import { endSignInsOfUser, findSignInsOf } from '@/lib/auth/sessions'
import { listReads } from '@/lib/guests/reads'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { numbered } from '@/lib/spreadsheet/rows'
import {
  FORM_WITH_FILE,
  fileAnswer,
  fileBody,
  IMPORT_BYTES,
  importAnswer,
  importBody,
  importQuery,
  templateQuery,
} from '@/lib/spreadsheet/schema'
import { templateResponse, XLSX } from '@/lib/spreadsheet/workbook'
import {
  importUserFile,
  importUsers,
  previewUserFile,
  previewUserImport,
  USER_IMPORT_FIELDS,
  USER_TEMPLATE,
} from '@/lib/users/import'
import { guestReadsAnswer, userCountsAnswer } from '@/lib/users/schema'
import { countUsers } from '@/lib/users/service'

export const USERS_CALLS = {
  'users/[id]/sign-ins': {
    GET: route(
      {
        may: 'admin',
        summary: 'Where a person is signed in, last used first',
        params: idParams,
        list: signInRow,
      },
      ({ params, request }) => findSignInsOf(params.id, request),
    ),
    DELETE: route(
      {
        may: 'admin',
        summary: 'End all sign-ins of a person',
        params: idParams,
        answer: signInsEndedAnswer,
      },
      ({ params, user }) => endSignInsOfUser(params.id, user),
    ),
  },
  'users/bulk-import': {
    POST: route(
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
        query.preview === '1'
          ? previewUserImport(numbered(body))
          : importUsers(numbered(body), user),
    ),
  },
  'users/counts': {
    GET: route(
      { may: 'admin', summary: 'How many people have each privilege', answer: userCountsAnswer },
      () => countUsers(),
    ),
  },
  'users/guest-reads': {
    GET: route(
      {
        may: 'admin',
        summary: 'How many guests each person below admin has looked at today',
        answer: guestReadsAnswer,
      },
      () => listReads(),
    ),
  },
  'users/import': {
    POST: route(
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
    ),
  },
  'users/import-template': {
    GET: route(
      {
        may: 'admin',
        summary: 'An empty table for the staff import, as xlsx or csv',
        query: templateQuery,
        media: [XLSX, 'text/csv'],
      },
      ({ query }) => templateResponse('korisnici-predlozak', USER_TEMPLATE, query.format),
    ),
  },
}
