import type { Readable } from 'node:stream'
import { type SheetColumn, writeWorkbook } from '@/lib/spreadsheet/workbook'
import { type SalesOfDay, salesTotals } from './rules'

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
