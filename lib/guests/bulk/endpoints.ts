import { route } from '@/lib/api/route'
import {
  findBulk,
  previewBulk,
  readBulk,
  startBulk,
  stopBulk,
  undoBulk,
} from '@/lib/guests/bulk/bulk'
import {
  bulkBody,
  bulkDetailResponse,
  bulkExportBody,
  bulkId,
  bulkJobResponse,
  bulkResponse,
} from '@/lib/guests/bulk/schema'
import { exportChosen } from '@/lib/guests/export'
import { previewQuery } from '@/lib/http/fields'
import { datedWorkbookResponse, XLSX } from '@/lib/spreadsheet/workbook'

export const guestsBulkEndpoints = {
  'guests/bulk': {
    GET: route(
      {
        access: 'admin',
        summary: 'Bulk work on guests: what is under way, and what ended within the hour',
        rows: bulkJobResponse,
      },
      () => findBulk(),
    ),
    POST: route(
      {
        access: 'admin',
        summary: 'Do one thing to many guests; with preview=1 only say what would happen',
        long: true,
        query: previewQuery,
        body: bulkBody,
        response: bulkResponse,
        status: 202,
        needsIdempotencyKey: true,
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
        access: 'admin',
        summary: 'Bulk work, with the first of those whom it passed over',
        params: bulkId,
        response: bulkDetailResponse,
      },
      ({ params }) => readBulk(params.id),
    ),
  },
  'guests/bulk/[id]/stop': {
    POST: route(
      {
        access: 'admin',
        summary: 'End bulk work before it is through',
        params: bulkId,
        response: bulkJobResponse,
      },
      ({ params }) => stopBulk(params.id),
    ),
  },
  'guests/bulk/[id]/undo': {
    POST: route(
      {
        access: 'admin',
        summary: 'Put back whom bulk work changed, within an hour of its end',
        long: true,
        params: bulkId,
        response: bulkJobResponse,
        status: 202,
      },
      ({ params, user }) => undoBulk(params.id, user),
    ),
  },
  'guests/bulk/export': {
    POST: route(
      {
        access: 'admin',
        summary: 'Chosen guests as an Excel workbook',
        body: bulkExportBody,
        contentTypes: [XLSX],
        long: true,
      },
      async ({ body, user }) =>
        datedWorkbookResponse('gosti-odabrani', await exportChosen(body.selection, user)),
    ),
  },
}
