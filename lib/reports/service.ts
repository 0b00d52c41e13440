import { getDb } from '@/db/client'
import { listSalesDays } from '@/db/queries/reports'
import { formatDate } from '@/lib/time'
import type { DailyReportRow } from './schema'

/** Sales by day of all buyers, newest day first, split at 12:00 in Zagreb. */
export async function dailyReport(): Promise<DailyReportRow[]> {
  const days = await listSalesDays(getDb())
  return days.map((row) => ({ ...row, date: formatDate(`${row.day}T12:00:00Z`) }))
}
