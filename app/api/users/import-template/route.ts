import { route } from '@/lib/http/route'
import { templateQuery } from '@/lib/spreadsheet/schema'
import { templateResponse, XLSX } from '@/lib/spreadsheet/workbook'
import { USER_TEMPLATE } from '@/lib/users/import'

export const GET = route(
  {
    may: 'admin',
    summary: 'An empty table for the staff import, as xlsx or csv',
    query: templateQuery,
    media: [XLSX, 'text/csv'],
  },
  ({ query }) => templateResponse('korisnici-predlozak', USER_TEMPLATE, query.format),
)
