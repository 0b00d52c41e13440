import { route } from '@/lib/http/route'
import { sponsorCountsWorkbook } from '@/lib/sponsors/invitations'
import { zagrebDay } from '@/lib/time'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const GET = route(
  {
    may: 'admin',
    summary: 'Places, names and arrivals of all companies as an Excel workbook',
    media: [XLSX],
  },
  async () =>
    new Response(Buffer.from(await sponsorCountsWorkbook()), {
      headers: {
        'content-type': XLSX,
        'content-disposition': `attachment; filename="firme-${zagrebDay(new Date())}.xlsx"`,
        'cache-control': 'private, no-store',
      },
    }),
)
