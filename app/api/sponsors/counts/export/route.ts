import { route } from '@/lib/http/route'
import { sponsorCountsWorkbook } from '@/lib/sponsors/invitations'
import { fileResponse, XLSX } from '@/lib/spreadsheet/workbook'
import { zagrebDay } from '@/lib/time'

export const GET = route(
  {
    may: 'admin',
    summary: 'Places, names and arrivals of all companies as an Excel workbook',
    media: [XLSX],
  },
  async () => fileResponse(await sponsorCountsWorkbook(), `firme-${zagrebDay(new Date())}.xlsx`),
)
