import { route } from '@/lib/api/route'
import { PKPASS } from '@/lib/wallet/rules'
import {
  changedPassesResponse,
  logBody,
  passCode,
  phoneParams,
  pushTokenBody,
  registrationParams,
  serialParams,
  sinceQuery,
} from '@/lib/wallet/schema'
import * as wallet from '@/lib/wallet/service'

/**
 * Rate limit per client IP and minute. After a change of the opening time, many phones fetch their
 * passes at once, often through one IP.
 */
const PHONE_RATE_LIMIT = { perMinute: 6000 }

export const walletEndpoints = {
  'wallet/apple/[code]': {
    GET: route(
      {
        access: 'anyone',
        summary: 'A ticket as an Apple Wallet pass, if Apple Wallet is configured',
        params: passCode,
        contentTypes: [PKPASS],
      },
      ({ params }) => wallet.ticketForApple(params.code),
    ),
  },
  'wallet/google/[code]': {
    GET: route(
      {
        access: 'anyone',
        summary: 'Redirect a ticket to Google Wallet, if Google Wallet is configured',
        params: passCode,
        status: 302,
      },
      ({ params }) => wallet.ticketForGoogle(params.code),
    ),
  },
  // Apple prescribes the paths and bodies of the endpoints below (web service for passes).
  'wallet/v1/devices/[device]/registrations/[passType]': {
    GET: route(
      {
        access: 'anyone',
        summary: 'Which passes on a phone have changed',
        params: phoneParams,
        query: sinceQuery,
        response: changedPassesResponse,
        extraStatuses: { 204: 'None has' },
        ...PHONE_RATE_LIMIT,
      },
      ({ params, query }) => wallet.changedPasses(params, query.passesUpdatedSince),
    ),
  },
  'wallet/v1/devices/[device]/registrations/[passType]/[serial]': {
    POST: route(
      {
        access: 'anyone',
        summary: 'Register a phone for changes of a pass; the request has the token of the pass',
        params: registrationParams,
        body: pushTokenBody,
        status: 201,
        extraStatuses: { 200: 'It did so already' },
        neverStored: true,
        ...PHONE_RATE_LIMIT,
      },
      ({ params, body, request }) => wallet.registerPhone(request, params, body.pushToken),
    ),
    DELETE: route(
      {
        access: 'anyone',
        summary:
          'Unregister a phone that has deleted a pass; the request has the token of the pass',
        params: registrationParams,
        status: 200,
        neverStored: true,
        ...PHONE_RATE_LIMIT,
      },
      ({ params, request }) => wallet.unregisterPhone(request, params),
    ),
  },
  'wallet/v1/log': {
    POST: route(
      {
        access: 'anyone',
        summary: 'Write errors that phones report to the log of the server',
        body: logBody,
        status: 200,
      },
      ({ body }) => wallet.logWalletErrors(body.logs),
    ),
  },
  'wallet/v1/passes/[passType]/[serial]': {
    GET: route(
      {
        access: 'anyone',
        summary: 'The current pass; the request has the token of the pass',
        params: serialParams,
        contentTypes: [PKPASS],
        extraStatuses: { 304: 'It is as the phone has it' },
        neverStored: true,
        ...PHONE_RATE_LIMIT,
      },
      ({ params, request }) => wallet.currentPass(request, params),
    ),
  },
}
