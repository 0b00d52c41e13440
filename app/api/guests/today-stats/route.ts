import { todayStats } from '@/lib/guests/lists'
import { todayStatsAnswer } from '@/lib/guests/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  { may: 'tickets', summary: 'Tickets sold today, by Zagreb time', answer: todayStatsAnswer },
  () => todayStats(),
)
