import { route } from '@/lib/api/route'
import { streamChanges } from '@/lib/gate/change-feed'
import { reportDrill } from '@/lib/gate/drill'
import { drillReportBody } from '@/lib/gate/drill-schema'
import {
  moveToGate,
  readMe,
  registerPairedDevice,
  registerStaffDevice,
  unregisterDevice,
} from '@/lib/gate/join'
import { changesFor, changesSince, rosterPage } from '@/lib/gate/roster'
import { scan } from '@/lib/gate/scan'
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
import { receiveQueue } from '@/lib/gate/upload-passages'

export const gateEndpoints = {
  'gate/changes': {
    GET: route(
      {
        access: 'device',
        summary: 'List the changes of the roster since a cursor',
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
        summary: 'Register the browser of the signed-in user as a gate device',
        body: newDeviceBody,
        response: gateMeResponse,
        personOnly: true,
        neverStored: true,
      },
      ({ body, user, request }) => registerStaffDevice(body, user, request),
    ),
  },
  'gate/drill': {
    POST: route(
      {
        access: 'device',
        summary: 'Report what a device scanned in a drill; drill scans are not passages',
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
        summary: 'Register a phone as a gate device with a pairing code, valid once',
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
        summary: 'Read the calling device and all gates',
        response: gateMeResponse,
      },
      ({ user }) => readMe(user),
    ),
    PUT: route(
      {
        access: 'device',
        summary: 'Move the device of a staff member to another gate',
        body: moveDeviceBody,
      },
      ({ body, user }) => moveToGate(user, body.gateId),
    ),
    DELETE: route({ access: 'device', summary: 'Unregister the device' }, ({ user }) =>
      unregisterDevice(user),
    ),
  },
  'gate/passages': {
    POST: route(
      {
        access: 'device-any-state',
        summary: 'Upload passages that the device decided offline; without passages, a heartbeat',
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
        summary: 'Read a chunk of the roster after a guest id; send Accept: application/json',
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
        summary: 'Decide on a ticket, or on a guest found by name, and record the passage',
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
        summary: 'Stream the changes of the roster as server-sent events',
        query: changesQuery,
        contentTypes: ['text/event-stream'],
      },
      ({ query, user, request }) => streamChanges(user, query.since, request),
    ),
  },
}
