import { route } from '@/lib/http/route'
import { todayReport } from '@/lib/reports/schema'
import { reportToday } from '@/lib/reports/service'

export const GET = route(
  { may: 'admin', summary: 'The day at a glance', answer: todayReport },
  () => reportToday(),
)
