import { GUEST_FIELDS } from '@/db/queries/guests'
import { deleteEndpoint } from '@/lib/api/crud-endpoints'
import { importRowsEndpoint, templateEndpoint } from '@/lib/api/import-endpoints'
import { route } from '@/lib/api/route'
import { guestPaymentResponse } from '@/lib/cash/schema'
import { readPayment } from '@/lib/cash/service'
import { requireShownGuest } from '@/lib/guests/access-log'
import { admitGuest } from '@/lib/guests/admit-guest'
import { changeGuest, readGuest } from '@/lib/guests/change-guest'
import { createGuest, deleteGuest, restoreGuest } from '@/lib/guests/create-delete-restore'
import { addSignedUp } from '@/lib/guests/desk-adding'
import { exportGuests, guestTemplate } from '@/lib/guests/export'
import {
  countGuests,
  findFreshersByName,
  findGuests,
  findLists,
  searchBrucosi,
  todayStats,
} from '@/lib/guests/guest-queries'
import { readGuestHistory } from '@/lib/guests/history'
import {
  importGuestFile,
  importGuests,
  previewGuestFile,
  previewGuestImport,
} from '@/lib/guests/import/import'
import {
  guestFileBody,
  guestFileResponse,
  guestImportQuery,
  shapeQuery,
  shapeResponse,
} from '@/lib/guests/import/mapping-schema'
import { GUEST_IMPORT_FIELDS } from '@/lib/guests/import/schema'
import { shapeOfFile } from '@/lib/guests/import/shape'
import {
  addSignedUpBody,
  brucosiSearchQuery,
  brucosiSearchResponse,
  changedGuestResponse,
  checkInBody,
  checkInResponse,
  freshersByNameQuery,
  freshersByNameResponse,
  gateListsResponse,
  guestChange,
  guestCountsResponse,
  guestExportQuery,
  guestHistoryResponse,
  guestListQuery,
  guestResponse,
  newGuestBody,
  newGuestResponse,
  restoreQuery,
  sentAgainResponse,
  shownTicketResponse,
  showTicketBody,
  todayStatsResponse,
} from '@/lib/guests/schema'
import { resendTicket, showTicket } from '@/lib/guests/ticket-assistance'
import { idParams } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { FORM_WITH_FILE, fileBody } from '@/lib/spreadsheet/schema'
import { datedWorkbookResponse, XLSX } from '@/lib/spreadsheet/workbook'

export const guestEndpoints = {
  'cash/guests/[id]': {
    GET: route(
      {
        access: 'tickets',
        summary: 'Read the payment of a fresher’s ticket',
        params: idParams,
        response: guestPaymentResponse,
      },
      async ({ params, user }) => {
        await requireShownGuest(params.id, user)
        return readPayment(params.id, user)
      },
    ),
  },
  guests: {
    GET: route(
      {
        access: 'entry',
        summary:
          'List guests; users below admin must search by a field that they see, a whole code or a whole JMBAG',
        query: guestListQuery,
        fields: GUEST_FIELDS,
        rows: guestResponse,
      },
      ({ query, user }) => findGuests(query, user),
    ),
    POST: route(
      {
        access: 'admin',
        summary: 'Add a guest to the list of a tag or of a sponsor',
        body: newGuestBody,
        response: newGuestResponse,
        status: 201,
      },
      ({ body, user }) => createGuest(body, user),
    ),
  },
  'guests/[id]': {
    GET: route(
      {
        access: 'staff',
        summary: 'Read a guest; users below admin only a guest that their sign-in was shown',
        params: idParams,
        response: guestResponse,
      },
      ({ params: { id }, user }) => readGuest(id, user),
    ),
    PUT: route(
      {
        access: 'staff',
        summary: 'Change a guest: names and ticket at the desk, presence at the gate, all as admin',
        params: idParams,
        body: guestChange,
        response: changedGuestResponse,
      },
      ({ params: { id }, body, user }) => changeGuest(id, body, user),
    ),
    ...deleteEndpoint('Delete a guest; the ticket code becomes invalid', deleteGuest),
  },
  'guests/[id]/history': {
    GET: route(
      {
        access: 'admin',
        summary: 'Read the history of a guest: activities and mails',
        params: idParams,
        response: guestHistoryResponse,
      },
      ({ params }) => readGuestHistory(params.id),
    ),
  },
  'guests/[id]/resend-ticket': {
    POST: route(
      {
        access: 'tickets',
        summary: 'Send a fresher’s ticket again, to the current address of the guest',
        params: idParams,
        response: sentAgainResponse,
        // The response contains an e-mail address, so it must not be stored for an Idempotency-Key.
        neverStored: true,
      },
      ({ params, user }) => resendTicket(params.id, user),
    ),
  },
  'guests/[id]/show-ticket': {
    POST: route(
      {
        access: 'tickets',
        summary: 'Read a fresher’s ticket to show or print it at the desk; the read is logged',
        params: idParams,
        body: showTicketBody,
        response: shownTicketResponse,
      },
      ({ params, body, user }) => showTicket(params.id, body.print, user),
    ),
  },
  'guests/[id]/restore': {
    POST: route(
      {
        access: 'admin',
        summary: 'Restore a deleted guest, to another list if the body names one',
        params: idParams,
        query: restoreQuery,
        response: guestResponse,
      },
      ({ params, query, user }) => restoreGuest(params.id, query.tag, user),
    ),
  },
  'guests/add-signed-up': {
    POST: route(
      {
        access: 'tickets',
        summary:
          'Add a student who signed up to the freshers’ list; below admin only if an admin allows it',
        body: addSignedUpBody,
        response: guestResponse,
        status: 201,
      },
      ({ body, user }) => addSignedUp(body.signup, user),
    ),
  },
  'guests/bulk-import': importRowsEndpoint('guests', GUEST_IMPORT_FIELDS, {
    preview: previewGuestImport,
    run: importGuests,
  }),
  'guests/check-in': {
    /** Scan at the gate: finds the guest and records the admission in one request. */
    POST: route(
      {
        access: 'entry',
        summary: 'Admit the guest with a confirmation code',
        body: checkInBody,
        response: checkInResponse,
      },
      ({ body, user }) => admitGuest(body, user),
    ),
  },
  'guests/counts': {
    GET: route(
      {
        access: 'admin',
        summary: 'Count the guests that match a search, by list, ticket and presence',
        fields: GUEST_FIELDS,
        query: listQuery.pick({ search: true, search_fields: true }),
        response: guestCountsResponse,
      },
      ({ query }) => countGuests(query),
    ),
  },
  'guests/export': {
    GET: route(
      {
        access: 'admin',
        summary: 'Download the guest list, with the same filters, as an Excel workbook',
        query: guestExportQuery,
        fields: GUEST_FIELDS,
        contentTypes: [XLSX],
        long: true,
      },
      async ({ query, user }) => datedWorkbookResponse('gosti', await exportGuests(query, user)),
    ),
  },
  'guests/freshers-by-name': {
    GET: route(
      {
        access: 'tickets',
        summary:
          'Find freshers, and students who only signed up, by at least three letters of a name',
        query: freshersByNameQuery,
        response: freshersByNameResponse,
      },
      ({ query, user }) => findFreshersByName(query.name, user),
    ),
  },
  'guests/import': {
    POST: route(
      {
        access: 'admin',
        summary: 'Import the guests of an xlsx or csv file, all or none; preview=1 is a dry run',
        query: guestImportQuery,
        accepts: 'form',
        maxBytes: FORM_WITH_FILE,
        body: guestFileBody,
        response: guestFileResponse,
        long: true,
        needsIdempotencyKey: true,
      },
      ({ query: { preview, namesakes, ...options }, body: { file, ...reading }, user }) =>
        preview === '1'
          ? previewGuestFile(file, { ...reading, ...options })
          : importGuestFile(file, namesakes, user, { ...reading, ...options }),
    ),
  },
  'guests/import-shape': {
    POST: route(
      {
        access: 'admin',
        summary: 'Read the sheets and columns of an xlsx or csv file, for the column mapping',
        query: shapeQuery,
        accepts: 'form',
        maxBytes: FORM_WITH_FILE,
        body: fileBody,
        response: shapeResponse,
      },
      ({ query, body, user }) => shapeOfFile(body.file, query, user),
    ),
  },
  'guests/import-template': templateEndpoint('the guest import', 'gosti-predlozak', guestTemplate),
  'guests/lists': {
    GET: route(
      {
        access: 'entry',
        summary: 'List the tags and sponsors that the gate can filter by',
        response: gateListsResponse,
      },
      ({ user }) => findLists(user),
    ),
  },
  'guests/search-brucosi': {
    GET: route(
      {
        access: 'tickets',
        summary: 'Find freshers by part of a JMBAG; a single match contains its sign-ups',
        query: brucosiSearchQuery,
        response: brucosiSearchResponse,
      },
      ({ query, user }) => searchBrucosi(query.jmbag, user),
    ),
  },
  'guests/today-stats': {
    GET: route(
      {
        access: 'tickets',
        summary: 'List the tickets sold today, by Zagreb time',
        response: todayStatsResponse,
      },
      () => todayStats(),
    ),
  },
}
