import { route } from '@/lib/api/route'
import {
  moveToGate,
  readMe,
  registerPairedDevice,
  registerStaffDevice,
  unregisterDevice,
} from '@/lib/gate/join'
import { drillReportBody } from '@/lib/gate/drill-schema'
import { reportDrill } from '@/lib/gate/drill'
import { streamChanges } from '@/lib/gate/change-feed'
import { receiveQueue } from '@/lib/gate/upload-passages'
import { scan } from '@/lib/gate/scan'
import { changesFor, changesSince, rosterPage } from '@/lib/gate/roster'
import {
  changesQuery,
  changesResponse,
  gateMeResponse,
  joinBody,
  moveDeviceBody,
  newDeviceBody,
  passagesBody,
  passagesResponse,
  rosterQuery,
  rosterResponse,
  scanBody,
  scanResponse,
} from '@/lib/gate/schema'

export const gateEndpoints = {
  'gate/changes': {
    GET: route(
      {
        access: 'device',
        summary: 'What has changed in the roster since a cursor',
        query: changesQuery,
        response: changesResponse,
      },
      async ({ query, user }) => changesFor(user, await changesSince(query.since)),
    ),
  },
  'gate/devices': {
    POST: route(
      {
        access: 'entry',
        summary: 'Make the browser of whoever is signed in a device at a gate',
        body: newDeviceBody,
        response: gateMeResponse,
        neverStored: true,
      },
      ({ body, user, request }) => registerStaffDevice(body, user, request),
    ),
  },
  'gate/drill': {
    POST: route(
      {
        access: 'device',
        summary: 'Deliver what a device did in a drill, which is no real passage',
        body: drillReportBody,
        response: passagesResponse,
      },
      ({ body, user }) => reportDrill(body, user),
    ),
  },
  'gate/join': {
    POST: route(
      {
        access: 'anyone',
        summary: 'Join a phone to a gate by the code of a pairing, good once',
        body: joinBody,
        response: gateMeResponse,
        neverStored: true,
      },
      ({ body, request }) => registerPairedDevice(body, request),
    ),
  },
  'gate/me': {
    GET: route(
      {
        access: 'device',
        summary: 'The device that asks, and the gates',
        response: gateMeResponse,
      },
      ({ user }) => readMe(user),
    ),
    PUT: route(
      { access: 'device', summary: 'Go to another gate, for staff', body: moveDeviceBody },
      ({ body, user }) => moveToGate(user, body.gateId),
    ),
    DELETE: route({ access: 'device', summary: 'Leave the gate' }, ({ user }) =>
      unregisterDevice(user),
    ),
  },
  'gate/passages': {
    POST: route(
      {
        access: 'device-any-state',
        summary: 'Deliver what a device decided alone; also empty, as its sign of life',
        body: passagesBody,
        response: passagesResponse,
      },
      ({ body, user }) => receiveQueue(body, user),
    ),
  },
  'gate/roster': {
    GET: route(
      {
        access: 'device',
        summary: 'A page of the roster after a guest’s number; ask with Accept: application/json',
        query: rosterQuery,
        response: rosterResponse,
      },
      ({ query, request }) => rosterPage(query.after, request),
    ),
  },
  'gate/scan': {
    POST: route(
      {
        access: 'device',
        summary: 'Decide a ticket, or a guest found by name, and record the passage',
        body: scanBody,
        response: scanResponse,
      },
      ({ body, user }) => scan(body, user),
    ),
  },
  'gate/stream': {
    GET: route(
      {
        access: 'device',
        summary: 'The same changes as they come, as server-sent events',
        query: changesQuery,
        contentTypes: ['text/event-stream'],
      },
      ({ query, user, request }) => streamChanges(user, query.since, request),
    ),
  },
}
