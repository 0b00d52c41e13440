import { GUEST_FIELDS } from '@/db/queries/guests'
import { createGuest, deleteGuest, restoreGuest } from '@/lib/guests/admin'
import { exportGuests, guestTemplate } from '@/lib/guests/export'
import {
  importGuestFile,
  importGuests,
  previewGuestFile,
  previewGuestImport,
} from '@/lib/guests/import'
import { GUEST_IMPORT_FIELDS } from '@/lib/guests/import-schema'
import {
  countGuests,
  findGuests,
  findLists,
  readGuestHistory,
  searchBrucosi,
  todayStats,
} from '@/lib/guests/lists'
import {
  brucosiSearchAnswer,
  brucosiSearchQuery,
  changedGuestAnswer,
  checkInAnswer,
  checkInBody,
  gateListsAnswer,
  guestAnswer,
  guestChange,
  guestCountsAnswer,
  guestExportQuery,
  guestHistoryAnswer,
  guestListQuery,
  newGuestAnswer,
  newGuestBody,
  restoreQuery,
  todayStatsAnswer,
} from '@/lib/guests/schema'
import { admitGuest, changeGuest, readGuest } from '@/lib/guests/service'
import { idParams } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { numbered } from '@/lib/spreadsheet/rows'
import {
  FORM_WITH_FILE,
  fileAnswer,
  fileBody,
  guestFileQuery,
  IMPORT_BYTES,
  importAnswer,
  importBody,
  importQuery,
  templateQuery,
} from '@/lib/spreadsheet/schema'
import { fileResponse, templateResponse, XLSX } from '@/lib/spreadsheet/workbook'
import { zagrebDay } from '@/lib/time'

export const GUESTS_CALLS = {
  guests: {
    GET: route(
      {
        may: 'entry',
        summary: 'The guest list; whoever is not an admin must search',
        query: guestListQuery,
        fields: GUEST_FIELDS,
        list: guestAnswer,
      },
      ({ query, user }) => findGuests(query, user),
    ),
    POST: route(
      {
        may: 'admin',
        summary: 'Add a guest to the list of a tag or of a sponsor',
        body: newGuestBody,
        answer: newGuestAnswer,
        status: 201,
      },
      ({ body, user }) => createGuest(body, user),
    ),
  },
  'guests/[id]': {
    GET: route(
      { may: 'staff', summary: 'One guest', params: idParams, answer: guestAnswer },
      ({ params: { id }, user }) => readGuest(id, user),
    ),
    PUT: route(
      {
        may: 'staff',
        summary: 'Change a guest: names and ticket at the desk, presence at the gate, all as admin',
        params: idParams,
        body: guestChange,
        answer: changedGuestAnswer,
      },
      ({ params: { id }, body, user }) => changeGuest(id, body, user),
    ),
    DELETE: route(
      {
        may: 'admin',
        summary: 'Delete a guest; the code admits nobody any more',
        params: idParams,
      },
      ({ params: { id }, user }) => deleteGuest(id, user),
    ),
  },
  'guests/[id]/history': {
    GET: route(
      {
        may: 'admin',
        summary: 'What happened to a guest and by whom, and the mails sent to it',
        params: idParams,
        answer: guestHistoryAnswer,
      },
      ({ params }) => readGuestHistory(params.id),
    ),
  },
  'guests/[id]/restore': {
    POST: route(
      {
        may: 'admin',
        summary: 'Undo the deletion of a guest, onto another list if one is named',
        params: idParams,
        query: restoreQuery,
        answer: guestAnswer,
      },
      ({ params, query, user }) => restoreGuest(params.id, query.tag, user),
    ),
  },
  'guests/bulk-import': {
    POST: route(
      {
        may: 'admin',
        summary: 'Add a list of guests, all or none; with preview=1 only say what would happen',
        query: importQuery,
        body: importBody(GUEST_IMPORT_FIELDS),
        maxBytes: IMPORT_BYTES,
        answer: importAnswer,
        creates: true,
      },
      ({ query, body, user }) =>
        query.preview === '1'
          ? previewGuestImport(numbered(body))
          : importGuests(numbered(body), user),
    ),
  },
  'guests/check-in': {
    /** The gate's scan: look-up and admission in one call. */
    POST: route(
      {
        may: 'entry',
        summary: 'Admit the bearer of a confirmation code',
        body: checkInBody,
        answer: checkInAnswer,
      },
      ({ body, user }) => admitGuest(body, user),
    ),
  },
  'guests/counts': {
    GET: route(
      {
        may: 'admin',
        summary: 'How many guests match a search, per list, ticket and presence',
        fields: GUEST_FIELDS,
        query: listQuery.pick({ search: true, search_fields: true }),
        answer: guestCountsAnswer,
      },
      ({ query }) => countGuests(query),
    ),
  },
  'guests/export': {
    GET: route(
      {
        may: 'admin',
        summary: 'The guest list, or what the filters leave of it, as an Excel workbook',
        query: guestExportQuery,
        fields: GUEST_FIELDS,
        media: [XLSX],
      },
      async ({ query, user }) =>
        fileResponse(await exportGuests(query, user), `gosti-${zagrebDay(new Date())}.xlsx`),
    ),
  },
  'guests/import': {
    POST: route(
      {
        may: 'admin',
        summary:
          'Add the guests of an xlsx or csv file, all or none; with preview=1 only say what would happen',
        query: guestFileQuery,
        accepts: 'form',
        maxBytes: FORM_WITH_FILE,
        body: fileBody,
        answer: fileAnswer,
        creates: true,
      },
      ({ query, body, user }) =>
        query.preview === '1'
          ? previewGuestFile(body.file)
          : importGuestFile(body.file, query.namesakes, user),
    ),
  },
  'guests/import-template': {
    GET: route(
      {
        may: 'admin',
        summary: 'An empty table for the guest import, as xlsx or csv',
        query: templateQuery,
        media: [XLSX, 'text/csv'],
      },
      async ({ query }) => templateResponse('gosti-predlozak', await guestTemplate(), query.format),
    ),
  },
  'guests/lists': {
    GET: route(
      {
        may: 'entry',
        summary: 'The tags and sponsors that guests come from, for the gate to choose one',
        answer: gateListsAnswer,
      },
      ({ user }) => findLists(user),
    ),
  },
  'guests/search-brucosi': {
    GET: route(
      {
        may: 'tickets',
        summary: 'Freshers by part of a JMBAG, and for a single one what was sent in',
        query: brucosiSearchQuery,
        answer: brucosiSearchAnswer,
      },
      ({ query, user }) => searchBrucosi(query.jmbag, user),
    ),
  },
  'guests/today-stats': {
    GET: route(
      { may: 'tickets', summary: 'Tickets sold today, by Zagreb time', answer: todayStatsAnswer },
      () => todayStats(),
    ),
  },
}
