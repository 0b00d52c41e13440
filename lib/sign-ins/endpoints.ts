import { route } from '@/lib/api/route'
import { signInByIdToken } from '@/lib/auth/identity'
import {
  accountResponse,
  googleSignIn,
  signInParams,
  signInResponse,
  signInRow,
  signInsEndedResponse,
  tokenRefresh,
  tokensResponse,
} from '@/lib/auth/schema'
import { accountOf, endBearerSession, refreshBearerSession } from '@/lib/auth/sessions'
import { endOtherSignIns, endSignIn, findSignIns } from '@/lib/sign-ins/service'

/**
 * Endpoints for sign-ins of programs, and for the list of active sign-ins. Browsers sign in at the
 * paths of next-auth. Keys of programs are made in lib/users/endpoints.ts.
 */
export const signInEndpoints = {
  'auth/google': {
    POST: route(
      {
        access: 'anyone',
        summary: 'Exchange a Google ID token for our tokens; each is good for one sign-in',
        body: googleSignIn,
        response: signInResponse,
        perMinute: 120,
        neverStored: true,
      },
      ({ body, request }) => signInByIdToken(body.token, request.headers),
    ),
  },
  'auth/logout': {
    POST: route(
      {
        access: 'anyone',
        summary: 'End the sign-in of a refresh token, with all its tokens',
        body: tokenRefresh,
        perMinute: 600,
        neverStored: true,
      },
      ({ body }) => endBearerSession(body.refresh),
    ),
  },
  'auth/me': {
    GET: route(
      { access: 'signed-in', summary: 'Who is signed in', response: accountResponse },
      ({ user }) => accountOf(user),
    ),
  },
  'auth/sign-ins': {
    GET: route(
      {
        access: 'signed-in',
        summary: 'Where the caller is signed in, last used first',
        rows: signInRow,
        personOnly: true,
      },
      ({ user, request }) => findSignIns(user.id, request),
    ),
    DELETE: route(
      {
        access: 'signed-in',
        summary: 'End the caller’s other sign-ins and keys',
        response: signInsEndedResponse,
        personOnly: true,
      },
      ({ user, request }) => endOtherSignIns(user, request),
    ),
  },
  'auth/sign-ins/[id]': {
    DELETE: route(
      {
        access: 'signed-in',
        summary: 'End one of the caller’s sign-ins or keys',
        params: signInParams,
        personOnly: true,
      },
      ({ params, user }) => endSignIn({ userId: user.id, id: params.id }, user),
    ),
  },
  'auth/token/refresh': {
    POST: route(
      {
        access: 'anyone',
        summary: 'The next pair of tokens',
        body: tokenRefresh,
        response: tokensResponse,
        perMinute: 600,
        neverStored: true,
      },
      ({ body }) => refreshBearerSession(body.refresh),
    ),
  },
}
