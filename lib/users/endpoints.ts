import {
  importFileEndpoint,
  importRowsEndpoint,
  templateEndpoint,
} from '@/lib/api/import-endpoints'
import { route } from '@/lib/api/route'
import {
  keyRow,
  newKeyBody,
  newKeyResponse,
  signInOfUserParams,
  signInRow,
  signInsEndedResponse,
} from '@/lib/auth/schema'
import { listReads } from '@/lib/guests/access-log'
import { guestReadsResponse } from '@/lib/guests/access-log-schema'
import { idParams } from '@/lib/http/fields'
import { findKeys, makeKey } from '@/lib/sign-ins/keys'
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
        summary: 'List the sign-ins of a user, last used first',
        params: idParams,
        rows: signInRow,
        personOnly: true,
      },
      ({ params, request }) => findSignInsOf(params.id, request),
    ),
    DELETE: route(
      {
        access: 'admin',
        summary: 'End all sign-ins and keys of a user',
        params: idParams,
        response: signInsEndedResponse,
        personOnly: true,
      },
      ({ params, user }) => endSignInsOfUser(params.id, user),
    ),
  },
  'users/[id]/sign-ins/[signIn]': {
    DELETE: route(
      {
        access: 'admin',
        summary: 'End one sign-in or key of a user',
        params: signInOfUserParams,
        personOnly: true,
      },
      ({ params, user }) => endSignIn({ userId: params.id, id: params.signIn }, user),
    ),
  },
  'users/bulk-import': importRowsEndpoint('staff', USER_IMPORT_FIELDS, {
    preview: previewUserImport,
    run: importUsers,
    personOnly: true,
  }),
  'users/counts': {
    GET: route(
      {
        access: 'admin',
        summary: 'Number of users with each privilege',
        response: userCountsResponse,
      },
      () => countUsers(),
    ),
  },
  'users/guest-reads': {
    GET: route(
      {
        access: 'admin',
        summary: 'Number of guests that each user below admin has viewed today',
        response: guestReadsResponse,
      },
      listReads,
    ),
  },
  'users/import': importFileEndpoint('staff', USER_IMPORT_FIELDS, {
    preview: previewUserFile,
    run: importUserFile,
    personOnly: true,
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
        personOnly: true,
      },
      ({ params, user }) => undoUserImport(params.id, user),
    ),
  },
  'users/keys': {
    GET: route(
      {
        access: 'admin',
        summary: 'The keys of all admins, newest first; each is ended as a sign-in of its maker',
        rows: keyRow,
        personOnly: true,
      },
      findKeys,
    ),
    POST: route(
      {
        access: 'admin',
        summary: 'Create a key for a program; its token is returned only once',
        body: newKeyBody,
        response: newKeyResponse,
        personOnly: true,
        neverStored: true,
      },
      ({ body, user }) => makeKey(body, user),
    ),
  },
}
