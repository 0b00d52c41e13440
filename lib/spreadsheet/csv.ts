import { withoutUnseen } from '@/lib/text/clean'
import { type Cell, type SheetRow, UnfitCell } from './cells'
import { decodeText } from './encoding'
import { MOST_COLUMNS, MOST_ROWS, refuse } from './messages'

/** Characters by which the separator is told. */
const HEAD = 64 * 1024

/** Characters of one cell. */
const LONGEST_CELL = 256 * 1024

export const UNCLOSED = new UnfitCell(
  'Navodnik na početku ćelije nije zatvoren; ispravite ga u datoteci',
)

/**
 * The rows of a text with separators. Numbered as a spreadsheet shows them: one for each
 * record, whatever lines it takes. What looks like a number is one, since a spreadsheet has
 * taken the zeros at its front away when it wrote the file.
 */
export async function* readCsv(file: Uint8Array): AsyncGenerator<SheetRow> {
  const text = await decodeText(file)
  const head = text.slice(0, HEAD)
  if (/\p{Cc}/u.test(head.replace(/[\t\r\n]/g, ''))) throw refuse('not_a_table')
  const instruction = /^sep=(.)(\r\n|\n|\r)/.exec(head)
  const found = separatorOf(head)
  const separator = instruction?.[1] ?? found.separator
  const records = new Records(text, separator, found.width)
  let row = 0
  for (const record of records.from(instruction?.[0].length ?? 0)) {
    if (++row > MOST_ROWS + 1) throw refuse('too_many_rows')
    yield { row, cells: cellsOf(record) }
  }
}

function cellsOf(record: Cell[]): SheetRow['cells'] {
  const cells = new Map<number, Cell>()
  record.forEach((given, i) => {
    const cell = typeof given === 'string' ? withoutUnseen(given) : given
    if (cell === '') return
    const isNumber = typeof cell === 'string' && /^[1-9]\d{0,14}$/.test(cell)
    cells.set(i, isNumber ? Number(cell) : cell)
  })
  return cells
}

/** Stands in no text: a table of one column has no separator. */
const NONE = '\0'

/** Lines that are looked at: above the names of the columns may stand a title. */
const LINES = 20

/**
 * What parts most cells in rows of the same width, outside quotes; of two such, what the first has
 * more of. And how many cells a row has by that.
 */
function separatorOf(head: string): { separator: string; width: number } {
  const lines = head.replace(/"[^"\r\n]*"/g, '').split(/\r\n|\n|\r/, LINES)
  const found = [',', ';', '\t'].map((separator) => {
    const all = lines.map((line) => line.split(separator).length - 1)
    const counts = all.filter((n) => n > 0)
    const often = (n: number) => counts.filter((one) => one === n).length
    const usual = counts.reduce((a, b) => (often(b) > often(a) ? b : a), 0)
    const score = often(usual) * usual * HEAD + (all[0] ?? 0)
    return { separator, width: 1 + usual, score }
  })
  const best = found.reduce((a, b) => (b.score > a.score ? b : a))
  // A comma in one line of several is part of a name.
  const isOneColumn = best.score < 2 * HEAD && lines.filter((line) => line.trim()).length > 2
  return isOneColumn ? { separator: NONE, width: 1 } : best
}

/** Reads records with line ends of any kind, also several in one text. */
class Records {
  private readonly end: RegExp

  constructor(
    private readonly text: string,
    private readonly separator: string,
    private readonly width: number,
  ) {
    const escaped = separator.replace(/[\\\]^-]/g, '\\$&')
    this.end = new RegExp(`[${escaped}\\r\\n]`, 'g')
  }

  *from(start: number): Generator<Cell[]> {
    const { text } = this
    for (let at = start; at < text.length; ) {
      const record: Cell[] = []
      for (;;) {
        if (record.length >= MOST_COLUMNS) throw refuse('too_many_columns')
        const { cell, next } = this.cellAt(at, record.length)
        record.push(cell)
        at = next
        if (text[at] !== this.separator) break
        at++
      }
      yield record
      if (at < text.length) at += text.startsWith('\r\n', at) ? 2 : 1
    }
  }

  /** A cell, and where its separator, its line or the text ends. */
  private cellAt(at: number, place: number): { cell: Cell; next: number } {
    const open = this.behindSpaces(at)
    if (this.text[open] === '"') {
      const quoted = this.quotedAt(open, place)
      if (quoted) return quoted
    }
    const next = this.endOf(at)
    if (next - at > LONGEST_CELL) throw refuse('broken_file')
    return { cell: this.text.slice(at, next), next }
  }

  /**
   * A cell in quotes; null for one that only begins with a quoted word. A quote that never closes,
   * or only after whole rows, would take those with it: the cell alone is unfit then.
   */
  private quotedAt(open: number, place: number): { cell: Cell; next: number } | null {
    const { text } = this
    let close = text.indexOf('"', open + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    const unclosed = { cell: UNCLOSED, next: this.endOf(open) }
    if (close < 0 || close - open > LONGEST_CELL) return unclosed
    const content = text.slice(open + 1, close)
    const lines = content.split(/\r\n|\n|\r/)
    const next = this.behindSpaces(close + 1)
    if (next !== this.endOf(next)) return lines.length > 1 ? unclosed : null
    if (lines.length > 1 && this.holdsRows(lines, place)) return unclosed
    return { cell: content.replaceAll('""', '"'), next }
  }

  /** Whether lines of a cell look like the rest of a row and whole rows. */
  private holdsRows([first = '', ...others]: string[], place: number): boolean {
    if (this.width === 1) return true
    const times = (line: string) => line.split(this.separator).length - 1
    const missing = this.width - 1 - place
    if (missing > 0 && times(first) >= missing) return true
    return others.some((line) => times(line) >= this.width - 1)
  }

  private behindSpaces(at: number): number {
    while (this.text[at] === ' ') at++
    return at
  }

  /** Where the next separator, line end or the end of the text is. */
  private endOf(at: number): number {
    this.end.lastIndex = at
    return this.end.exec(this.text)?.index ?? this.text.length
  }
}
