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
import { drillResponse, startedDrillResponse } from '@/lib/gate/drill-schema'
import { endDrill, readDrill, startDrill } from '@/lib/gate/drill'
import { idParams } from '@/lib/http/fields'

export const gateBoardEndpoints = {
  'gates/[id]/pairings': {
    POST: route(
      {
        access: 'admin',
        summary: 'Make a code by which one phone joins the gate, once and within ten minutes',
        params: idParams,
        body: newPairingBody,
        response: newPairingResponse,
        neverStored: true,
      },
      ({ params, body, user }) => createPairing(params.id, body, user),
    ),
  },
  'gates/board': {
    GET: route(
      {
        access: 'admin',
        summary: 'How the gates are doing: devices, doubles, objections, tries to join',
        response: boardResponse,
      },
      readBoard,
    ),
  },
  'gates/devices/[id]': {
    DELETE: route(
      { access: 'admin', summary: 'Revoke a device, which wipes itself', params: deviceParams },
      ({ params, user }) => revokeDevice(params.id, user),
    ),
  },
  'gates/doubles/[first]/[second]': {
    PUT: route(
      {
        access: 'admin',
        summary: 'Settle a double with a word; after a mistake the second passage is taken back',
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
        summary: 'The last drill, with what each device did',
        response: drillResponse,
      },
      readDrill,
    ),
    POST: route(
      {
        access: 'admin',
        summary:
          'Start a drill: every device is without a network for a minute, and scans its codes',
        response: startedDrillResponse,
        status: 201,
      },
      ({ user }) => startDrill(user),
    ),
    DELETE: route({ access: 'admin', summary: 'End the drill; what was reported stays' }, endDrill),
  },
  'gates/objections/[passage]': {
    PUT: route(
      {
        access: 'admin',
        summary: 'Settle what the server would have refused: the guest stays, or was led out',
        params: passageParams,
        body: settleObjectionBody,
      },
      ({ params, body, user }) => resolveDispute(params.passage, body.settled, user),
    ),
  },
}
