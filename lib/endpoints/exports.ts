import { BAND_CONTACTS } from '@/db/catalogue/content'
import { SPONSOR_COUNT_FIELDS } from '@/db/queries/sponsors-invitations'
import { TAG_FIELDS } from '@/db/queries/tags'
import { USER_FIELDS } from '@/db/queries/users'
import { exportQuery, listExport, PAGING_PARAMS } from '@/lib/api/list-export'
import { bandContacts } from '@/lib/band-contacts/service'
import { SPONSOR_COUNT_COLUMNS, sponsorCountLines } from '@/lib/sponsors/invitations'
import { exportedColumns } from '@/lib/spreadsheet/exported-columns'
import { findTags, TAG_COLUMNS } from '@/lib/tags/lists'
import { userListQuery } from '@/lib/users/schema'
import { listUsers, USER_COLUMNS } from '@/lib/users/service'

/** Exports of the small lists as spreadsheets, as the screens show them. */
export const exportEndpoints = {
  'contact/export': {
    GET: listExport({
      entity: 'band-contacts',
      sheet: 'Kontakti',
      file: 'kontakti',
      summary: 'Download the contacts of bands as an Excel workbook',
      query: exportQuery,
      fields: bandContacts.fields,
      columns: exportedColumns(BAND_CONTACTS.columns),
      rows: async (query) => (await bandContacts.list(query)).rows,
    }),
  },
  'sponsors/counts/export': {
    GET: listExport({
      entity: 'sponsors',
      sheet: 'Firme',
      file: 'firme',
      summary: 'Download places, names and arrivals of companies as an Excel workbook',
      query: exportQuery,
      fields: SPONSOR_COUNT_FIELDS,
      columns: SPONSOR_COUNT_COLUMNS,
      rows: sponsorCountLines,
    }),
  },
  'tags/export': {
    GET: listExport({
      entity: 'tags',
      sheet: 'Tagovi',
      file: 'tagovi',
      summary: 'Download the tags with their counts as an Excel workbook',
      query: exportQuery,
      fields: TAG_FIELDS,
      columns: TAG_COLUMNS,
      rows: async (query) => (await findTags(query)).rows,
    }),
  },
  'users/export': {
    GET: listExport({
      entity: 'users',
      sheet: 'Korisnici',
      file: 'korisnici',
      summary: 'Download staff with their privileges as an Excel workbook',
      query: userListQuery.omit(PAGING_PARAMS),
      fields: USER_FIELDS,
      columns: USER_COLUMNS,
      rows: async (query) => (await listUsers(query)).rows,
    }),
  },
}
