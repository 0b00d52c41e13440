import { todayStats } from '@/lib/guests/lists'
import { route } from '@/lib/http/route'

export const GET = route({ may: 'tickets' }, () => todayStats())
