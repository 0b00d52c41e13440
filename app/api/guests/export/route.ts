import { GUEST_FIELDS } from '@/db/queries/guests'
import { exportGuests } from '@/lib/guests/export'
import { guestExportQuery } from '@/lib/guests/schema'
import { route } from '@/lib/http/route'
import { fileResponse, XLSX } from '@/lib/spreadsheet/workbook'
import { zagrebDay } from '@/lib/time'

export const GET = route(
  {
    may: 'admin',
    summary: 'The guest list, or what the filters leave of it, as an Excel workbook',
    query: guestExportQuery,
    fields: GUEST_FIELDS,
    media: [XLSX],
  },
  async ({ query, user }) =>
    fileResponse(await exportGuests(query, user), `gosti-${zagrebDay(new Date())}.xlsx`),
)
