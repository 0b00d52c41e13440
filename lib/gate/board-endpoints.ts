import { route } from '@/lib/api/route'
import {
  createPairing,
  readBoard,
  revokeDevice,
  settleDouble,
  settleObjection,
} from '@/lib/gate/board'
import {
  boardAnswer,
  deviceParams,
  doubleParams,
  newPairingAnswer,
  newPairingBody,
  passageParams,
  settleDoubleBody,
  settleObjectionBody,
} from '@/lib/gate/board-schema'
import { drillAnswer, startedDrillAnswer } from '@/lib/gate/drill-schema'
import { endDrill, readDrill, startDrill } from '@/lib/gate/drills'
import { idParams } from '@/lib/http/fields'

export const GATES_CALLS = {
  'gates/[id]/pairings': {
    POST: route(
      {
        may: 'admin',
        summary: 'Make a code by which one phone joins the gate, once and within ten minutes',
        params: idParams,
        body: newPairingBody,
        answer: newPairingAnswer,
        secret: true,
      },
      ({ params, body, user }) => createPairing(params.id, body, user),
    ),
  },
  'gates/board': {
    GET: route(
      {
        may: 'admin',
        summary: 'How the gates are doing: devices, doubles, objections, tries to join',
        answer: boardAnswer,
      },
      readBoard,
    ),
  },
  'gates/devices/[id]': {
    DELETE: route(
      { may: 'admin', summary: 'Revoke a device, which wipes itself', params: deviceParams },
      ({ params, user }) => revokeDevice(params.id, user),
    ),
  },
  'gates/doubles/[first]/[second]': {
    PUT: route(
      {
        may: 'admin',
        summary: 'Settle a double with a word; after a mistake the second passage is taken back',
        params: doubleParams,
        body: settleDoubleBody,
      },
      ({ params, body, user }) => settleDouble([params.first, params.second], body.settled, user),
    ),
  },
  'gates/drill': {
    GET: route(
      { may: 'admin', summary: 'The last drill, with what each device did', answer: drillAnswer },
      readDrill,
    ),
    POST: route(
      {
        may: 'admin',
        summary:
          'Start a drill: every device is without a network for a minute, and scans its codes',
        answer: startedDrillAnswer,
        status: 201,
      },
      ({ user }) => startDrill(user),
    ),
    DELETE: route({ may: 'admin', summary: 'End the drill; what was reported stays' }, endDrill),
  },
  'gates/objections/[passage]': {
    PUT: route(
      {
        may: 'admin',
        summary: 'Settle what the server would have refused: the guest stays, or was led out',
        params: passageParams,
        body: settleObjectionBody,
      },
      ({ params, body, user }) => settleObjection(params.passage, body.settled, user),
    ),
  },
}
