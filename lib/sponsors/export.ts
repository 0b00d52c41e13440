import ExcelJS from 'exceljs'
import { findSponsorCounts } from './lists'
import { countTotals } from './rules'

/**
 * The companies as an Excel workbook, with the sums below. A name is a cell of text, which
 * no spreadsheet runs, whatever it begins with.
 */
export async function sponsorCountsWorkbook(): Promise<Uint8Array> {
  const { rows } = await findSponsorCounts({})
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Firme', { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = [
    { header: 'Firma', key: 'name', width: 36 },
    { header: 'Odobreno', key: 'guestCap', width: 12 },
    { header: 'Uneseno na popis', key: 'listed', width: 18 },
    { header: 'Ušlo', key: 'entered', width: 12 },
  ]
  sheet.addRows(rows)
  sheet.addRow({ name: 'Ukupno', ...countTotals(rows) })
  for (const row of [sheet.getRow(1), sheet.lastRow]) if (row) row.font = { bold: true }
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}
