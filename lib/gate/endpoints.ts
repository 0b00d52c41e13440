import { route } from '@/lib/api/route'
import { joinAsStaff, joinByPairing, leave, moveToGate, readMe } from '@/lib/gate/devices'
import { drillReportBody } from '@/lib/gate/drill-schema'
import { reportDrill } from '@/lib/gate/drills'
import { streamChanges } from '@/lib/gate/feed'
import { scan, takePassages } from '@/lib/gate/passages'
import { changesFor, changesSince, rosterPage } from '@/lib/gate/roster'
import {
  changesAnswer,
  changesQuery,
  gateMeAnswer,
  joinBody,
  moveDeviceBody,
  newDeviceBody,
  passagesAnswer,
  passagesBody,
  rosterAnswer,
  rosterQuery,
  scanAnswer,
  scanBody,
} from '@/lib/gate/schema'

export const GATE_CALLS = {
  'gate/changes': {
    GET: route(
      {
        may: 'device',
        summary: 'What has changed in the roster since a cursor',
        query: changesQuery,
        answer: changesAnswer,
      },
      async ({ query, user }) => changesFor(user, await changesSince(query.since)),
    ),
  },
  'gate/devices': {
    POST: route(
      {
        may: 'entry',
        summary: 'Make the browser of whoever is signed in a device at a gate',
        body: newDeviceBody,
        answer: gateMeAnswer,
        secret: true,
      },
      ({ body, user, request }) => joinAsStaff(body, user, request),
    ),
  },
  'gate/drill': {
    POST: route(
      {
        may: 'device',
        summary: 'Deliver what a device did in a drill, which is no real passage',
        body: drillReportBody,
        answer: passagesAnswer,
      },
      ({ body, user }) => reportDrill(body, user),
    ),
  },
  'gate/join': {
    POST: route(
      {
        may: 'anyone',
        summary: 'Join a phone to a gate by the code of a pairing, good once',
        body: joinBody,
        answer: gateMeAnswer,
        secret: true,
      },
      ({ body, request }) => joinByPairing(body, request),
    ),
  },
  'gate/me': {
    GET: route(
      { may: 'device', summary: 'The device that asks, and the gates', answer: gateMeAnswer },
      ({ user }) => readMe(user),
    ),
    PUT: route(
      { may: 'device', summary: 'Go to another gate, for staff', body: moveDeviceBody },
      ({ body, user }) => moveToGate(user, body.gateId),
    ),
    DELETE: route({ may: 'device', summary: 'Leave the gate' }, ({ user }) => leave(user)),
  },
  'gate/passages': {
    POST: route(
      {
        may: 'device-before',
        summary: 'Deliver what a device decided alone; also empty, as its sign of life',
        body: passagesBody,
        answer: passagesAnswer,
      },
      ({ body, user }) => takePassages(body, user),
    ),
  },
  'gate/roster': {
    GET: route(
      {
        may: 'device',
        summary: 'A page of the roster after a guest’s number; ask with Accept: application/json',
        query: rosterQuery,
        answer: rosterAnswer,
      },
      ({ query, request }) => rosterPage(query.after, request),
    ),
  },
  'gate/scan': {
    POST: route(
      {
        may: 'device',
        summary: 'Decide a ticket, or a guest found by name, and record the passage',
        body: scanBody,
        answer: scanAnswer,
      },
      ({ body, user }) => scan(body, user),
    ),
  },
  'gate/stream': {
    GET: route(
      {
        may: 'device',
        summary: 'The same changes as they come, as server-sent events',
        query: changesQuery,
        media: ['text/event-stream'],
      },
      ({ query, user, request }) => streamChanges(user, query.since, request),
    ),
  },
}
