import { route } from '@/lib/http/route'
import { dailyReport } from '@/lib/reports/service'

export const GET = route({ may: 'admin' }, () => dailyReport())
