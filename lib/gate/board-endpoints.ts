import { route } from '@/lib/api/route'
import {
  createPairing,
  readBoard,
  resolveDispute,
  resolveDuplicate,
  revokeDevice,
} from '@/lib/gate/board'
import {
  boardResponse,
  deviceParams,
  doubleParams,
  newPairingBody,
  newPairingResponse,
  passageParams,
  settleDoubleBody,
  settleObjectionBody,
} from '@/lib/gate/board-schema'
import { endDrill, readDrill, startDrill } from '@/lib/gate/drill'
import { drillResponse, startedDrillResponse } from '@/lib/gate/drill-schema'
import { idParams } from '@/lib/http/fields'

export const gateBoardEndpoints = {
  'gates/[id]/pairings': {
    POST: route(
      {
        access: 'admin',
        summary: 'Create a pairing code that registers one phone at the gate within ten minutes',
        params: idParams,
        body: newPairingBody,
        response: newPairingResponse,
        personOnly: true,
        neverStored: true,
      },
      ({ params, body, user }) => createPairing(params.id, body, user),
    ),
  },
  'gates/board': {
    GET: route(
      {
        access: 'admin',
        summary: 'Read the gate board: devices, duplicates, disputed admissions and pairings',
        response: boardResponse,
      },
      readBoard,
    ),
  },
  'gates/devices/[id]': {
    DELETE: route(
      {
        access: 'admin',
        summary: 'Revoke a device, which then deletes its data',
        params: deviceParams,
        personOnly: true,
      },
      ({ params, user }) => revokeDevice(params.id, user),
    ),
  },
  'gates/doubles/[first]/[second]': {
    PUT: route(
      {
        access: 'admin',
        summary: 'Resolve a duplicate admission; `mistake` voids the second passage',
        params: doubleParams,
        body: settleDoubleBody,
      },
      ({ params, body, user }) =>
        resolveDuplicate([params.first, params.second], body.settled, user),
    ),
  },
  'gates/drill': {
    GET: route(
      {
        access: 'admin',
        summary: 'Read the last drill with the reports of the devices',
        response: drillResponse,
      },
      readDrill,
    ),
    POST: route(
      {
        access: 'admin',
        summary:
          'Start a drill, in which each device is offline for a minute and scans drill codes',
        response: startedDrillResponse,
        status: 201,
      },
      ({ user }) => startDrill(user),
    ),
    DELETE: route({ access: 'admin', summary: 'End the drill; its reports are kept' }, endDrill),
  },
  'gates/objections/[passage]': {
    PUT: route(
      {
        access: 'admin',
        summary: 'Resolve a disputed admission: the guest stays, was led out, or never came in',
        params: passageParams,
        body: settleObjectionBody,
      },
      ({ params, body, user }) => resolveDispute(params.passage, body.settled, user),
    ),
  },
}
