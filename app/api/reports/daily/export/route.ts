import { route } from '@/lib/http/route'
import { dailyReport, dailyReportWorkbook } from '@/lib/reports/service'
import { fileResponse, XLSX } from '@/lib/spreadsheet/workbook'
import { zagrebDay } from '@/lib/time'

export const GET = route(
  { may: 'admin', summary: 'Tickets by day as an Excel workbook', media: [XLSX] },
  async () =>
    fileResponse(
      dailyReportWorkbook(await dailyReport()),
      `dnevni-izvjestaj-${zagrebDay(new Date())}.xlsx`,
    ),
)
