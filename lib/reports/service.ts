import type { Readable } from 'node:stream'
import { getDb } from '@/db/pool'
import { getEdition } from '@/db/queries/festival'
import { listAllGates } from '@/db/queries/gates'
import { countSales } from '@/db/queries/guests'
import { countMailsByState } from '@/db/queries/mails'
import { countGuests, listArrivals, listNights, listSalesDays } from '@/db/queries/reports'
import { listRosterLists } from '@/db/queries/roster'
import { erasingAt } from '@/lib/festival/rules'
import { type SheetColumn, writeWorkbook } from '@/lib/spreadsheet/workbook'
import {
  formatDate,
  formatTime,
  nightBounds,
  zagrebDay,
  zagrebDayBounds,
  zagrebNoon,
} from '@/lib/time/zagreb'
import { isLive } from '@/lib/visibility/rules'
import { readVisibility } from '@/lib/visibility/service'
import { arrivalsTotals, type SalesOfDay, salesTotals } from './rules'
import type { ArrivalsQuery, ArrivalsRow, DailyReportRow, Nights, TodayReport } from './schema'

/** Returns the sales of all tickets by day, newest day first, split at 12:00 in Zagreb. */
export async function dailyReport(): Promise<DailyReportRow[]> {
  const days = await listSalesDays(getDb())
  return days.map((row) => ({ ...row, date: formatDate(`${row.day}T12:00:00Z`) }))
}

/** Returns arrivals and exits by quarter of an hour, oldest first. */
export async function arrivals({ night, ...query }: ArrivalsQuery): Promise<ArrivalsRow[]> {
  const quarters = await listArrivals(getDb(), { ...query, ...(night && nightBounds(night)) })
  return quarters.map(({ at, ...counts }) => ({
    at: at.toISOString(),
    day: zagrebDay(at),
    time: formatTime(at),
    ...counts,
  }))
}

/**
 * Returns the nights for which there is a report, and the gates and guest lists by which it can be
 * filtered.
 */
export async function nights(): Promise<Nights> {
  const db = getDb()
  const [rows, gates, lists] = await Promise.all([
    listNights(db),
    listAllGates(db),
    listRosterLists(db),
  ])
  const isIn = (key: 'gates' | 'lists', id: number) => rows.some((row) => row[key].includes(id))
  return {
    nights: rows,
    gates: gates.filter(({ id }) => isIn('gates', id)),
    lists: lists.filter(({ id }) => isIn('lists', id)).map(({ id, name }) => ({ id, name })),
  }
}

/** Returns the figures of the current day, for the admin's home page. */
export async function reportToday(at = new Date()): Promise<TodayReport> {
  const db = getDb()
  const { from, to } = zagrebDayBounds(at)
  const [today, counts, mails, visibility, edition] = await Promise.all([
    countSales(db, from, to, zagrebNoon(at)),
    countGuests(db),
    countMailsByState(db),
    readVisibility(),
    getEdition(db),
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
    erasesAt: erasingAt(edition)?.toISOString() ?? null,
  }
}

type Row = Omit<SalesOfDay, 'day'> & { day: string | Date }

const COLUMNS: SheetColumn<Row>[] = [
  { header: 'Datum', value: (row) => row.day, kind: 'day', width: 14 },
  { header: 'Ukupno prodano', value: (row) => row.total, kind: 'number', width: 18 },
  { header: 'Prije 12:00', value: (row) => row.before12, kind: 'number', width: 14 },
  { header: 'Nakon 12:00', value: (row) => row.after12, kind: 'number', width: 14 },
]

const ARRIVALS_COLUMNS: SheetColumn<Omit<ArrivalsRow, 'at' | 'day'> & { day: string | Date }>[] = [
  { header: 'Datum', value: (row) => row.day, kind: 'day', width: 14 },
  { header: 'Od', value: (row) => row.time, width: 10 },
  { header: 'Ušlo', value: (row) => row.entered, kind: 'number', width: 10 },
  { header: 'Izašlo', value: (row) => row.left, kind: 'number', width: 10 },
  { header: 'Unutra na kraju', value: (row) => row.inside, kind: 'number', width: 18 },
]

/**
 * Returns arrivals as an Excel workbook: a row for each quarter of an hour, and a last row of
 * totals.
 */
export const arrivalsWorkbook = (rows: ArrivalsRow[]): Readable =>
  writeWorkbook('Dolasci', ARRIVALS_COLUMNS, [
    ...rows.map((row) => ({ ...row, day: asCell(row.day) })),
    { day: 'Ukupno', time: '', ...arrivalsTotals(rows) },
  ])

/**
 * Converts a day to a cell. A cell has no time zone, so midnight in UTC is the same day in every
 * spreadsheet.
 */
const asCell = (day: string) => new Date(`${day}T00:00:00Z`)

/**
 * Returns the daily report as an Excel workbook, with date and number cells and a last row of
 * totals.
 */
export function dailyReportWorkbook(rows: SalesOfDay[]): Readable {
  const days = rows.map((row): Row => ({ ...row, day: asCell(row.day) }))
  return writeWorkbook('Dnevni izvještaj', COLUMNS, [
    ...days,
    { day: 'Ukupno', ...salesTotals(rows) },
  ])
}
