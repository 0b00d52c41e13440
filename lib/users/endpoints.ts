import { givesTemplate, importsFile, importsRows } from '@/lib/api/import-endpoints'
import { route } from '@/lib/api/route'
import { signInOfUserParams, signInRow, signInsEndedAnswer } from '@/lib/auth/schema'
import { guestReadsAnswer } from '@/lib/guests/access-log-schema'
import { listReads } from '@/lib/guests/reads'
import { idParams } from '@/lib/http/fields'
import { endSignIn, endSignInsOfUser, findSignInsOf } from '@/lib/sign-ins/service'
import {
  importUserFile,
  importUsers,
  previewUserFile,
  previewUserImport,
  USER_IMPORT_FIELDS,
  USER_TEMPLATE,
} from '@/lib/users/import'
import { userCountsAnswer } from '@/lib/users/schema'
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
  'users/[id]/sign-ins/[signIn]': {
    DELETE: route(
      { may: 'admin', summary: 'End one sign-in of a person', params: signInOfUserParams },
      ({ params, user }) => endSignIn({ userId: params.id, id: params.signIn }, user),
    ),
  },
  'users/bulk-import': importsRows('staff', USER_IMPORT_FIELDS, {
    preview: previewUserImport,
    run: importUsers,
  }),
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
      listReads,
    ),
  },
  'users/import': importsFile('staff', { preview: previewUserFile, run: importUserFile }),
  'users/import-template': givesTemplate(
    'the staff import',
    'korisnici-predlozak',
    () => USER_TEMPLATE,
  ),
}
