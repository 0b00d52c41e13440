import type { FileAnswer } from '@/lib/spreadsheet/schema'

/** A byte order mark, by which a spreadsheet reads the text as UTF-8. */
const MARK = '\uFEFF'

/** A cell of a text has no type: what begins like a formula is kept from being one. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Rows and what is wrong with them as a spreadsheet, to be worked through beside the file. */
export const notesCsv = (rows: FileAnswer['rows']) =>
  MARK +
  [['red', 'tko', 'razlog'], ...rows.map((r) => [String(r.row), r.text, r.reasons.join('. ')])]
    .map((line) => line.map(cell).join(';'))
    .join('\r\n')
