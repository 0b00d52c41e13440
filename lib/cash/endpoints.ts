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
        summary: 'Whether the desk counts money, what a fresher pays, and the caller’s open shift',
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
        summary: 'Open one’s shift with what is in the till, in cents',
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
        summary: 'Note something about one’s shift; as admin about anybody’s',
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
        summary: 'Close one’s shift with what was counted, in cents; as admin anybody’s',
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
          'Put money into the till of an open shift, or below zero take it out, with a reason',
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
        summary: 'What each shift took, and what was paid without one, newest day first; in cents',
        response: z.array(takingsResponse),
      },
      readTakings,
    ),
  },
  'cash/takings/export': {
    GET: route(
      {
        access: 'admin',
        summary: 'The takings as an Excel workbook',
        contentTypes: [XLSX],
        long: true,
      },
      async () => datedWorkbookResponse('blagajna', takingsWorkbook(await readTakings())),
    ),
  },
}
