import { z } from 'zod'
import { route } from '@/lib/http/route'
import { dailyReportRow } from '@/lib/reports/schema'
import { dailyReport } from '@/lib/reports/service'

export const GET = route(
  { may: 'admin', summary: 'Tickets by day, newest first', answer: z.array(dailyReportRow) },
  () => dailyReport(),
)
