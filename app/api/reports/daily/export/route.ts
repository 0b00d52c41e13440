import { route } from '@/lib/http/route'
import { dailyReportWorkbook } from '@/lib/reports/export'
import { dailyReport } from '@/lib/reports/service'
import { zagrebDay } from '@/lib/time'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const GET = route(
  { may: 'admin', summary: 'Tickets by day as an Excel workbook', media: XLSX },
  async () => {
    const name = `dnevni-izvjestaj-${zagrebDay(new Date())}.xlsx`
    return new Response(Buffer.from(await dailyReportWorkbook(await dailyReport())), {
      headers: {
        'content-type': XLSX,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      },
    })
  },
)
