import { z } from 'zod'
import { single } from '@/lib/api/crud-endpoints'
import { route } from '@/lib/api/route'
import {
  closeBody,
  correctionBody,
  deskAnswer,
  noteBody,
  openBody,
  settingsAnswer,
  settingsChange,
  shiftAnswer,
  takingsAnswer,
} from '@/lib/cash/schema'
import {
  closeShift,
  correctShift,
  noteShift,
  openShift,
  readDesk,
  readTakings,
  takingsWorkbook,
} from '@/lib/cash/service'
import { changeSettings, readSettings } from '@/lib/cash/settings'
import { idParams } from '@/lib/http/fields'
import { workbookOfDay, XLSX } from '@/lib/spreadsheet/workbook'

export const CASH_CALLS = {
  'cash/desk': {
    GET: route(
      {
        may: 'tickets',
        summary: 'Whether the desk counts money, what a fresher pays, and the caller’s open shift',
        answer: deskAnswer,
      },
      ({ user }) => readDesk(user),
    ),
  },
  'cash/settings': single(
    settingsAnswer,
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
        may: 'tickets',
        summary: 'Open one’s shift with what is in the till, in cents',
        body: openBody,
        answer: shiftAnswer,
        status: 201,
      },
      ({ body, user }) => openShift(body.floatCents, user),
    ),
  },
  'cash/shifts/[id]': {
    PUT: route(
      {
        may: 'tickets',
        summary: 'Note something about one’s shift; as admin about anybody’s',
        params: idParams,
        body: noteBody,
        answer: takingsAnswer,
      },
      ({ params, body, user }) => noteShift(params.id, body.note, user),
    ),
  },
  'cash/shifts/[id]/close': {
    POST: route(
      {
        may: 'tickets',
        summary: 'Close one’s shift with what was counted, in cents; as admin anybody’s',
        params: idParams,
        body: closeBody,
        answer: takingsAnswer,
        creates: true,
      },
      ({ params, body, user }) => closeShift(params.id, body.countedCents, user),
    ),
  },
  'cash/shifts/[id]/corrections': {
    POST: route(
      {
        may: 'tickets',
        summary:
          'Put money into the till of an open shift, or below zero take it out, with a reason',
        params: idParams,
        body: correctionBody,
        answer: takingsAnswer,
        status: 201,
      },
      ({ params, body, user }) => correctShift(params.id, body, user),
    ),
  },
  'cash/takings': {
    GET: route(
      {
        may: 'admin',
        summary: 'What each shift took, and what was paid without one, newest day first; in cents',
        answer: z.array(takingsAnswer),
      },
      readTakings,
    ),
  },
  'cash/takings/export': {
    GET: route(
      { may: 'admin', summary: 'The takings as an Excel workbook', media: [XLSX], long: true },
      async () => workbookOfDay('blagajna', takingsWorkbook(await readTakings())),
    ),
  },
}
