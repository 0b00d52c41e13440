import { withoutInvisible } from '@/lib/text/clean'
import { type Cell, InvalidCell, type SheetRow } from './cells'
import { decodeText } from './encoding'
import { MAX_COLUMNS, MAX_ROWS, refuse } from './messages'

/** Number of characters at the start of a file from which the separator is guessed. */
const HEAD = 64 * 1024

/** Maximum number of characters in one cell. */
const MAX_CELL_LENGTH = 256 * 1024

export const UNCLOSED = new InvalidCell(
  'Navodnik na početku ćelije nije zatvoren; ispravite ga u datoteci',
)

/**
 * Yields the rows of a CSV file. Each record is one row, even if it spans several lines, as in a
 * spreadsheet program. Digits without a leading zero become a number, because the program that
 * wrote the file has already dropped leading zeros.
 */
export async function* readCsv(file: Uint8Array): AsyncGenerator<SheetRow> {
  const text = await decodeText(file)
  const head = text.slice(0, HEAD)
  if (/\p{Cc}/u.test(head.replace(/[\t\r\n]/g, ''))) throw refuse('not_a_table')
  const instruction = /^sep=(.)(\r\n|\n|\r)/.exec(head)
  const found = separatorOf(head)
  const records = new Records(text, { ...found, separator: instruction?.[1] ?? found.separator })
  let row = 0
  for (const record of records.from(instruction?.[0].length ?? 0)) {
    if (++row > MAX_ROWS + 1) throw refuse('too_many_rows')
    yield { row, cells: cellsOf(record) }
  }
}

function cellsOf(record: Cell[]): SheetRow['cells'] {
  const cells = new Map<number, Cell>()
  record.forEach((value, i) => {
    const cell = typeof value === 'string' ? withoutInvisible(value) : value
    if (cell === '') return
    const isNumber = typeof cell === 'string' && /^[1-9]\d{0,14}$/.test(cell)
    cells.set(i, isNumber ? Number(cell) : cell)
  })
  return cells
}

/** Separator of a table with one column: a character that a text file does not contain. */
const NONE = '\0'

/** Number of lines from which the separator is guessed. A title may precede the column names. */
const LINES = 20

/** Matches a whole cell in quotes, which may span lines, or quoted words within a cell of one line. */
const QUOTED = /(?<=^|[,;\t\r\n])"[^"]*"(?=[,;\t\r\n]|$)|"[^"\r\n]*"/g

interface Separation {
  separator: string
  /** Number of cells in a row. */
  width: number
  /** Whether a space follows most separators, as in `Ana; Anić`. */
  isSpaced: boolean
}

/**
 * Returns the separator that gives the most cells in rows of equal width, outside quotes. In a tie,
 * the separator that occurs more often in the first row wins.
 */
function separatorOf(head: string): Separation {
  const lines = head.replace(QUOTED, '').split(/\r\n|\n|\r/, LINES)
  const found = [',', ';', '\t'].map((separator) => {
    const all = lines.map((line) => line.split(separator).length - 1)
    const counts = all.filter((n) => n > 0)
    const frequencyOf = (n: number) => counts.filter((count) => count === n).length
    const usual = counts.reduce((a, b) => (frequencyOf(b) > frequencyOf(a) ? b : a), 0)
    const score = frequencyOf(usual) * usual * HEAD + (all[0] ?? 0)
    const partsAfter = lines.flatMap((line) => line.split(separator).slice(1))
    const isSpaced =
      partsAfter.filter((part) => part.startsWith(' ')).length > partsAfter.length / 2
    return { separator, width: 1 + usual, isSpaced, score }
  })
  const best = found.reduce((a, b) => (b.score > a.score ? b : a))
  // If only one of several lines contains a separator, the file has one column, and the separator
  // is a comma within a name.
  const isOneColumn = best.score < 2 * HEAD && lines.filter((line) => line.trim()).length > 2
  return isOneColumn ? { separator: NONE, width: 1, isSpaced: false } : best
}

interface ReadCell {
  cell: Cell
  /** Index in the text of the separator or line end after the cell, or of the end of the text. */
  next: number
  /** Number of further lines, after its first, that an invalid cell spans. */
  invalidLines?: number
}

/** Splits a CSV text into records. Accepts CRLF, LF and CR as line ends, also mixed in one text. */
class Records {
  private readonly end: RegExp
  private readonly separator: string

  constructor(
    private readonly text: string,
    private readonly separation: Separation,
  ) {
    const { separator } = separation
    this.separator = separator
    const escaped = separator.replace(/[\\\]^-]/g, '\\$&')
    this.end = new RegExp(`[${escaped}\\r\\n]`, 'g')
  }

  *from(start: number): Generator<Cell[]> {
    const { text } = this
    for (let at = start; at < text.length; ) {
      const record: Cell[] = []
      let remainingLines = 0
      for (;;) {
        if (record.length >= MAX_COLUMNS) throw refuse('too_many_columns')
        const { cell, next, invalidLines = 0 } = this.cellAt(at, record.length)
        record.push(cell)
        remainingLines += invalidLines
        at = next
        if (text[at] !== this.separator) break
        at++
      }
      // A quote that spans several rows hides where they end, so only the cells before it are kept.
      const before = record.slice(0, remainingLines > 0 ? record.indexOf(UNCLOSED) : 0)
      yield remainingLines > 0 ? [...before, UNCLOSED] : record
      for (; remainingLines > 0; remainingLines--) yield [...before.map(() => ''), UNCLOSED]
      if (at < text.length) at += text.startsWith('\r\n', at) ? 2 : 1
    }
  }

  /** Reads the cell that starts at index `at` of the text; `column` is its column index. */
  private cellAt(at: number, column: number): ReadCell {
    const open = this.skipSpaces(at)
    if (this.text[open] === '"') {
      const quoted = this.quotedAt(open, column)
      if (quoted) return quoted
    }
    const next = this.endOf(at)
    if (next - at > MAX_CELL_LENGTH) throw refuse('broken_file')
    return { cell: this.text.slice(at, next), next }
  }

  /**
   * Reads a cell in quotes. Returns null for a cell that only starts with a quoted word. An
   * unclosed quote makes its cell invalid. A quote that closes after whole rows makes each line up
   * to there invalid.
   */
  private quotedAt(open: number, column: number): ReadCell | null {
    const { text } = this
    let close = text.indexOf('"', open + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    const unclosed = { cell: UNCLOSED, next: this.endOf(open) }
    if (close < 0 || close - open > MAX_CELL_LENGTH) return unclosed
    const content = text.slice(open + 1, close)
    const lines = content.split(/\r\n|\n|\r/)
    const next = this.skipSpaces(close + 1)
    const isClosed = next === this.endOf(next)
    if (lines.length === 1 && !isClosed) return null
    if (lines.length === 1 || (isClosed && !this.containsRows(lines, column)))
      return { cell: content.replaceAll('""', '"'), next }
    // A quote at the start of a word opens a quoted text, so the quote before it was never closed.
    if (!isClosed && this.isAtWordStart(close)) return unclosed
    return { cell: UNCLOSED, next: this.endOf(close), invalidLines: lines.length - 1 }
  }

  private isAtWordStart(at: number): boolean {
    const before = this.text[at - 1] ?? ''
    return before === this.separator || /\s/.test(before)
  }

  /**
   * Whether a quoted cell contains the rest of its row or whole further rows, judged by the
   * separators in its lines. A separator before a space counts as a comma of a sentence, unless
   * most separators of the file are followed by a space.
   */
  private containsRows([first = '', ...others]: string[], column: number): boolean {
    const { width, isSpaced } = this.separation
    if (width === 1) return false
    const times = (line: string) =>
      line.split(this.separator).filter((part, i) => i > 0 && (isSpaced || part[0] !== ' ')).length
    const missing = width - 1 - column
    if (missing > 0 && times(first) >= missing) return true
    return others.some((line) => times(line) >= width - 1)
  }

  private skipSpaces(at: number): number {
    while (this.text[at] === ' ') at++
    return at
  }

  /** Returns the index of the next separator or line end, or of the end of the text. */
  private endOf(at: number): number {
    this.end.lastIndex = at
    return this.end.exec(this.text)?.index ?? this.text.length
  }
}
