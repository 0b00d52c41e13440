import ExcelJS from 'exceljs'
import { salesTotals } from './rules'
import type { DailyReportRow } from './schema'

/** The daily report as an Excel workbook: real dates and numbers, and the sums below. */
export async function dailyReportWorkbook(rows: DailyReportRow[]): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Dnevni izvještaj', {
    views: [{ state: 'frozen', ySplit: 1 }],
  })
  sheet.columns = [
    { header: 'Datum', key: 'day', width: 14, style: { numFmt: 'dd.mm.yyyy.' } },
    { header: 'Ukupno prodano', key: 'total', width: 18 },
    { header: 'Prije 12:00', key: 'before12', width: 14 },
    { header: 'Nakon 12:00', key: 'after12', width: 14 },
  ]
  // A cell has no zone: midnight in UTC is the day itself in every spreadsheet.
  sheet.addRows(rows.map((row) => ({ ...row, day: new Date(`${row.day}T00:00:00Z`) })))
  sheet.addRow({ day: 'Ukupno', ...salesTotals(rows) })
  for (const row of [sheet.getRow(1), sheet.lastRow]) if (row) row.font = { bold: true }
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}
