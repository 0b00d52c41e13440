import { guestTemplate } from '@/lib/guests/export'
import { route } from '@/lib/http/route'
import { templateQuery } from '@/lib/spreadsheet/schema'
import { templateResponse, XLSX } from '@/lib/spreadsheet/workbook'

export const GET = route(
  {
    may: 'admin',
    summary: 'An empty table for the guest import, as xlsx or csv',
    query: templateQuery,
    media: [XLSX, 'text/csv'],
  },
  async ({ query }) => templateResponse('gosti-predlozak', await guestTemplate(), query.format),
)
