import {
  importFileEndpoint,
  importRowsEndpoint,
  templateEndpoint,
} from '@/lib/api/import-endpoints'
import { route } from '@/lib/api/route'
import { signInOfUserParams, signInRow, signInsEndedResponse } from '@/lib/auth/schema'
import { listReads } from '@/lib/guests/access-log'
import { guestReadsResponse } from '@/lib/guests/access-log-schema'
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
import { findUserImports, undoUserImport } from '@/lib/users/import-undo'
import {
  userCountsResponse,
  userImportResponse,
  userImportUndoneResponse,
} from '@/lib/users/schema'
import { countUsers } from '@/lib/users/service'

export const userEndpoints = {
  'users/[id]/sign-ins': {
    GET: route(
      {
        access: 'admin',
        summary: 'Where a person is signed in, last used first',
        params: idParams,
        rows: signInRow,
      },
      ({ params, request }) => findSignInsOf(params.id, request),
    ),
    DELETE: route(
      {
        access: 'admin',
        summary: 'End all sign-ins of a person',
        params: idParams,
        response: signInsEndedResponse,
      },
      ({ params, user }) => endSignInsOfUser(params.id, user),
    ),
  },
  'users/[id]/sign-ins/[signIn]': {
    DELETE: route(
      { access: 'admin', summary: 'End one sign-in of a person', params: signInOfUserParams },
      ({ params, user }) => endSignIn({ userId: params.id, id: params.signIn }, user),
    ),
  },
  'users/bulk-import': importRowsEndpoint('staff', USER_IMPORT_FIELDS, {
    preview: previewUserImport,
    run: importUsers,
  }),
  'users/counts': {
    GET: route(
      {
        access: 'admin',
        summary: 'How many people have each privilege',
        response: userCountsResponse,
      },
      () => countUsers(),
    ),
  },
  'users/guest-reads': {
    GET: route(
      {
        access: 'admin',
        summary: 'How many guests each person below admin has looked at today',
        response: guestReadsResponse,
      },
      listReads,
    ),
  },
  'users/import': importFileEndpoint('staff', USER_IMPORT_FIELDS, {
    preview: previewUserFile,
    run: importUserFile,
  }),
  'users/import-template': templateEndpoint(
    'the staff import',
    'korisnici-predlozak',
    () => USER_TEMPLATE,
  ),
  'users/imports': {
    GET: route(
      {
        access: 'admin',
        summary: 'Imports of staff that can still be undone',
        rows: userImportResponse,
      },
      findUserImports,
    ),
  },
  'users/imports/[id]/undo': {
    POST: route(
      {
        access: 'admin',
        summary: 'Delete the staff that an import added, within an hour',
        params: idParams,
        response: userImportUndoneResponse,
      },
      ({ params, user }) => undoUserImport(params.id, user),
    ),
  },
}
