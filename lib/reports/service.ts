import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { getDb } from '@/db/client'
import { countSales } from '@/db/queries/guests'
import { countMailsByState } from '@/db/queries/mails'
import { countGuests, listArrivals, listSalesDays } from '@/db/queries/reports'
import { type SheetColumn, writeWorkbook } from '@/lib/spreadsheet/workbook'
import { formatDate, formatTime, zagrebDay, zagrebDayBounds, zagrebNoon } from '@/lib/time'
import { isLive } from '@/lib/visibility/rules'
import { readVisibility } from '@/lib/visibility/service'
import { type SalesOfDay, salesTotals } from './rules'
import type { ArrivalsRow, arrivalsQuery, DailyReportRow, TodayReport } from './schema'

/** Sales by day of all buyers, newest day first, split at 12:00 in Zagreb. */
export async function dailyReport(): Promise<DailyReportRow[]> {
  const days = await listSalesDays(getDb())
  return days.map((row) => ({ ...row, date: formatDate(`${row.day}T12:00:00Z`) }))
}

/** Who came and went by the quarter of an hour, oldest first. */
export async function arrivals(query: z.output<typeof arrivalsQuery>): Promise<ArrivalsRow[]> {
  const quarters = await listArrivals(getDb(), query)
  return quarters.map(({ at, ...counts }) => ({
    ...{ at: at.toISOString(), day: zagrebDay(at), time: formatTime(at) },
    ...counts,
  }))
}

/** The day at a glance, for the admin's home. */
export async function reportToday(at = new Date()): Promise<TodayReport> {
  const db = getDb()
  const { from, to } = zagrebDayBounds(at)
  const [today, counts, mails, visibility] = await Promise.all([
    countSales(db, from, to, zagrebNoon(at)),
    countGuests(db),
    countMailsByState(db),
    readVisibility(),
  ])
  return {
    date: formatDate(at),
    soldToday: today.total,
    ...counts,
    mails: {
      waiting: mails.queued + mails.sending,
      failed: mails.failed + mails.bounced + mails.complained,
    },
    site: {
      live: isLive(visibility) ? '1' : '0',
      timerTime: visibility.timerTime,
      sponsorsInputTime: visibility.sponsorsInputTime,
    },
  }
}

type Row = Omit<SalesOfDay, 'day'> & { day: string | Date }

const COLUMNS: SheetColumn<Row>[] = [
  { header: 'Datum', value: (row) => row.day, kind: 'day', width: 14 },
  { header: 'Ukupno prodano', value: (row) => row.total, kind: 'number', width: 18 },
  { header: 'Prije 12:00', value: (row) => row.before12, kind: 'number', width: 14 },
  { header: 'Nakon 12:00', value: (row) => row.after12, kind: 'number', width: 14 },
]

/** The daily report as an Excel workbook: real dates and numbers, and the sums below. */
export function dailyReportWorkbook(rows: SalesOfDay[]): Readable {
  // A cell has no zone: midnight in UTC is the day itself in every spreadsheet.
  const days = rows.map((row): Row => ({ ...row, day: new Date(`${row.day}T00:00:00Z`) }))
  return writeWorkbook('Dnevni izvještaj', COLUMNS, [
    ...days,
    { day: 'Ukupno', ...salesTotals(rows) },
  ])
}
