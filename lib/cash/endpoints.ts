import { z } from 'zod'
import { singletonEndpoints } from '@/lib/api/crud-endpoints'
import { route } from '@/lib/api/route'
import {
  closeBody,
  correctionBody,
  deskResponse,
  noteBody,
  openBody,
  settingsChange,
  settingsResponse,
  shiftResponse,
  takingsResponse,
} from '@/lib/cash/schema'
import {
  closeShift,
  correctShift,
  openShift,
  readDesk,
  readTakings,
  setShiftNote,
  takingsWorkbook,
} from '@/lib/cash/service'
import { changeSettings, readSettings } from '@/lib/cash/settings'
import { idParams } from '@/lib/http/fields'
import { datedWorkbookResponse, XLSX } from '@/lib/spreadsheet/workbook'

export const cashEndpoints = {
  'cash/desk': {
    GET: route(
      {
        access: 'tickets',
        summary:
          'Read whether the cash desk is on, the ticket prices, and the open shift of the caller',
        response: deskResponse,
      },
      ({ user }) => readDesk(user),
    ),
  },
  'cash/settings': singletonEndpoints(
    settingsResponse,
    ['Whether money is counted, and prices', readSettings],
    [
      'Switch the counting of money on or off, and set the prices of tags',
      settingsChange,
      changeSettings,
    ],
  ),
  'cash/shifts': {
    POST: route(
      {
        access: 'tickets',
        summary: 'Open a cash shift with the float of the till, in cents',
        body: openBody,
        response: shiftResponse,
        status: 201,
      },
      ({ body, user }) => openShift(body.floatCents, user),
    ),
  },
  'cash/shifts/[id]': {
    PUT: route(
      {
        access: 'tickets',
        summary: 'Set the note of a cash shift: the caller’s own, or any shift as admin',
        params: idParams,
        body: noteBody,
        response: takingsResponse,
      },
      ({ params, body, user }) => setShiftNote(params.id, body.note, user),
    ),
  },
  'cash/shifts/[id]/close': {
    POST: route(
      {
        access: 'tickets',
        summary:
          'Close a cash shift with the counted cash, in cents: the caller’s own, or any shift as admin',
        params: idParams,
        body: closeBody,
        response: takingsResponse,
        needsIdempotencyKey: true,
      },
      ({ params, body, user }) => closeShift(params.id, body.countedCents, user),
    ),
  },
  'cash/shifts/[id]/corrections': {
    POST: route(
      {
        access: 'tickets',
        summary:
          'Correct the till of an open shift with a reason; a negative amount takes money out',
        params: idParams,
        body: correctionBody,
        response: takingsResponse,
        status: 201,
      },
      ({ params, body, user }) => correctShift(params.id, body, user),
    ),
  },
  'cash/takings': {
    GET: route(
      {
        access: 'admin',
        summary:
          'List the takings of each shift, and payments without a shift, newest day first, in cents',
        response: z.array(takingsResponse),
      },
      readTakings,
    ),
  },
  'cash/takings/export': {
    GET: route(
      {
        access: 'admin',
        summary: 'Download the takings as an Excel workbook',
        contentTypes: [XLSX],
        long: true,
      },
      async () => datedWorkbookResponse('blagajna', takingsWorkbook(await readTakings())),
    ),
  },
}
