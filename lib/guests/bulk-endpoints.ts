import { route } from '@/lib/api/route'
import { findBulk, previewBulk, readBulk, startBulk, stopBulk, undoBulk } from '@/lib/guests/bulk'
import {
  bulkAnswer,
  bulkBody,
  bulkDetailAnswer,
  bulkExportBody,
  bulkId,
  bulkJobAnswer,
} from '@/lib/guests/bulk-schema'
import { exportChosen } from '@/lib/guests/export'
import { previewQuery } from '@/lib/http/fields'
import { workbookOfDay, XLSX } from '@/lib/spreadsheet/workbook'

export const GUESTS_BULK_CALLS = {
  'guests/bulk': {
    GET: route(
      {
        may: 'admin',
        summary: 'Bulk work on guests: what is under way, and what ended within the hour',
        list: bulkJobAnswer,
      },
      () => findBulk(),
    ),
    POST: route(
      {
        may: 'admin',
        summary: 'Do one thing to many guests; with preview=1 only say what would happen',
        long: true,
        query: previewQuery,
        body: bulkBody,
        answer: bulkAnswer,
        status: 202,
        creates: true,
      },
      async ({ query, body, user }) =>
        query.preview === '1'
          ? { preview: await previewBulk(body), job: null }
          : { preview: null, job: await startBulk(body, user) },
    ),
  },
  'guests/bulk/[id]': {
    GET: route(
      {
        may: 'admin',
        summary: 'Bulk work, with the first of those whom it passed over',
        params: bulkId,
        answer: bulkDetailAnswer,
      },
      ({ params }) => readBulk(params.id),
    ),
  },
  'guests/bulk/[id]/stop': {
    POST: route(
      {
        may: 'admin',
        summary: 'End bulk work before it is through',
        params: bulkId,
        answer: bulkJobAnswer,
      },
      ({ params }) => stopBulk(params.id),
    ),
  },
  'guests/bulk/[id]/undo': {
    POST: route(
      {
        may: 'admin',
        summary: 'Put back whom bulk work changed, within an hour of its end',
        long: true,
        params: bulkId,
        answer: bulkJobAnswer,
        status: 202,
      },
      ({ params, user }) => undoBulk(params.id, user),
    ),
  },
  'guests/bulk/export': {
    POST: route(
      {
        may: 'admin',
        summary: 'Chosen guests as an Excel workbook',
        body: bulkExportBody,
        media: [XLSX],
        long: true,
      },
      async ({ body, user }) =>
        workbookOfDay('gosti-odabrani', await exportChosen(body.selection, user)),
    ),
  },
}
