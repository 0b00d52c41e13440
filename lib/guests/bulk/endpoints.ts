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
        summary: 'List the running bulk jobs on guests, and those that ended within the last hour',
        rows: bulkJobResponse,
      },
      () => findBulk(),
    ),
    POST: route(
      {
        access: 'admin',
        summary: 'Start a bulk job on guests; with preview=1 only count what it would change',
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
        summary: 'A bulk job, with the first guests that it skipped',
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
        summary: 'Stop a running bulk job',
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
        summary: 'Undo a bulk job, within an hour of its end',
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
        summary: 'Selected guests as an Excel workbook',
        body: bulkExportBody,
        contentTypes: [XLSX],
        long: true,
      },
      async ({ body, user }) =>
        datedWorkbookResponse('gosti-odabrani', await exportChosen(body.selection, user)),
    ),
  },
}
