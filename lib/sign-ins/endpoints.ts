import { route } from '@/lib/api/route'
import { signInByIdToken } from '@/lib/auth/identity'
import {
  accountAnswer,
  googleSignIn,
  signInAnswer,
  signInParams,
  signInRow,
  signInsEndedAnswer,
  tokenRefresh,
  tokensAnswer,
} from '@/lib/auth/schema'
import { endBearerSession, refreshBearerSession } from '@/lib/auth/sessions'
import { endOtherSignIns, endSignIn, findSignIns } from '@/lib/sign-ins/service'

/** Sign-ins of programs, and who is signed in where. Browsers sign in at next-auth's own addresses. */
export const SIGN_IN_CALLS = {
  'auth/google': {
    POST: route(
      {
        may: 'anyone',
        summary: 'Exchange a Google ID token for our tokens; each is good for one sign-in',
        body: googleSignIn,
        answer: signInAnswer,
        perMinute: 120,
        secret: true,
      },
      ({ body, request }) => signInByIdToken(body.token, request.headers),
    ),
  },
  'auth/logout': {
    POST: route(
      {
        may: 'anyone',
        summary: 'End the sign-in of a refresh token, with all its tokens',
        body: tokenRefresh,
        perMinute: 600,
        secret: true,
      },
      ({ body }) => endBearerSession(body.refresh),
    ),
  },
  'auth/me': {
    GET: route(
      { may: 'signed-in', summary: 'Who is signed in', answer: accountAnswer },
      ({ user: { signInId: _, ...user } }) => user,
    ),
  },
  'auth/sign-ins': {
    GET: route(
      {
        may: 'signed-in',
        summary: 'Where the caller is signed in, last used first',
        list: signInRow,
      },
      ({ user, request }) => findSignIns(user.id, request),
    ),
    DELETE: route(
      {
        may: 'signed-in',
        summary: 'End the caller’s other sign-ins',
        answer: signInsEndedAnswer,
      },
      ({ user, request }) => endOtherSignIns(user, request),
    ),
  },
  'auth/sign-ins/[id]': {
    DELETE: route(
      { may: 'signed-in', summary: 'End one of the caller’s sign-ins', params: signInParams },
      ({ params, user }) => endSignIn({ userId: user.id, id: params.id }, user),
    ),
  },
  'auth/token/refresh': {
    POST: route(
      {
        may: 'anyone',
        summary: 'The next pair of tokens',
        body: tokenRefresh,
        answer: tokensAnswer,
        perMinute: 600,
        secret: true,
      },
      ({ body }) => refreshBearerSession(body.refresh),
    ),
  },
}
