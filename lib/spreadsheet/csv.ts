import { withoutInvisible } from '@/lib/text/clean'
import { type Cell, InvalidCell, type SheetRow } from './cells'
import { decodeText } from './encoding'
import { MOST_COLUMNS, MOST_ROWS, refuse } from './messages'

/** Number of characters from which the separator is guessed. */
const HEAD = 64 * 1024

/** Characters of one cell. */
const LONGEST_CELL = 256 * 1024

export const UNCLOSED = new InvalidCell(
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
  const records = new Records(text, { ...found, separator: instruction?.[1] ?? found.separator })
  let row = 0
  for (const record of records.from(instruction?.[0].length ?? 0)) {
    if (++row > MOST_ROWS + 1) throw refuse('too_many_rows')
    yield { row, cells: cellsOf(record) }
  }
}

function cellsOf(record: Cell[]): SheetRow['cells'] {
  const cells = new Map<number, Cell>()
  record.forEach((given, i) => {
    const cell = typeof given === 'string' ? withoutInvisible(given) : given
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

/** Cells in quotes, also with line breaks, and words in quotes within a line. */
const QUOTED = /(?<=^|[,;\t\r\n])"[^"]*"(?=[,;\t\r\n]|$)|"[^"\r\n]*"/g

interface Separation {
  separator: string
  /** Cells of a row. */
  width: number
  /** Whether a space follows most separators, as in `Ana; Anić`. */
  isSpaced: boolean
}

/**
 * Returns the separator that gives the most cells in rows of equal width, outside quotes. If two do, the
 * one that the first row has more of.
 */
function separatorOf(head: string): Separation {
  const lines = head.replace(QUOTED, '').split(/\r\n|\n|\r/, LINES)
  const found = [',', ';', '\t'].map((separator) => {
    const all = lines.map((line) => line.split(separator).length - 1)
    const counts = all.filter((n) => n > 0)
    const often = (n: number) => counts.filter((one) => one === n).length
    const usual = counts.reduce((a, b) => (often(b) > often(a) ? b : a), 0)
    const score = often(usual) * usual * HEAD + (all[0] ?? 0)
    const behind = lines.flatMap((line) => line.split(separator).slice(1))
    const isSpaced = behind.filter((part) => part.startsWith(' ')).length > behind.length / 2
    return { separator, width: 1 + usual, isSpaced, score }
  })
  const best = found.reduce((a, b) => (b.score > a.score ? b : a))
  // A comma in one line of several is part of a name.
  const isOneColumn = best.score < 2 * HEAD && lines.filter((line) => line.trim()).length > 2
  return isOneColumn ? { separator: NONE, width: 1, isSpaced: false } : best
}

interface ReadCell {
  cell: Cell
  /** Where its separator, its line or the text ends. */
  next: number
  /** Lines below the first that an unfit cell takes. */
  unfitLines?: number
}

/** Reads records with line ends of any kind, also several in one text. */
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
      let linesBelow = 0
      for (;;) {
        if (record.length >= MOST_COLUMNS) throw refuse('too_many_columns')
        const { cell, next, unfitLines = 0 } = this.cellAt(at, record.length)
        record.push(cell)
        linesBelow += unfitLines
        at = next
        if (text[at] !== this.separator) break
        at++
      }
      // Cells after the closing quote belong to another row than those before the open quote.
      const before = record.slice(0, linesBelow > 0 ? record.indexOf(UNCLOSED) : 0)
      yield linesBelow > 0 ? [...before, UNCLOSED] : record
      for (; linesBelow > 0; linesBelow--) yield [...before.map(() => ''), UNCLOSED]
      if (at < text.length) at += text.startsWith('\r\n', at) ? 2 : 1
    }
  }

  /** A cell, and where its separator, its line or the text ends. */
  private cellAt(at: number, place: number): ReadCell {
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
   * A cell in quotes; null for a cell that only begins with a quoted word. A quote that never closes
   * makes its cell unfit; a quote that closes after whole rows makes each line up to there unfit.
   */
  private quotedAt(open: number, place: number): ReadCell | null {
    const { text } = this
    let close = text.indexOf('"', open + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    const unclosed = { cell: UNCLOSED, next: this.endOf(open) }
    if (close < 0 || close - open > LONGEST_CELL) return unclosed
    const content = text.slice(open + 1, close)
    const lines = content.split(/\r\n|\n|\r/)
    const next = this.behindSpaces(close + 1)
    const isClosed = next === this.endOf(next)
    if (lines.length === 1 && !isClosed) return null
    if (lines.length === 1 || (isClosed && !this.holdsRows(lines, place)))
      return { cell: content.replaceAll('""', '"'), next }
    // A quote at the beginning of a word opens: the one before it never closes.
    if (!isClosed && this.isAtWordStart(close)) return unclosed
    return { cell: UNCLOSED, next: this.endOf(close), unfitLines: lines.length - 1 }
  }

  private isAtWordStart(at: number): boolean {
    const before = this.text[at - 1] ?? ''
    return before === this.separator || /\s/.test(before)
  }

  /**
   * Whether lines of a cell look like the rest of a row and whole rows, by the separators in them. A
   * separator before a space is a comma of a sentence, unless the whole file is written so.
   */
  private holdsRows([first = '', ...others]: string[], place: number): boolean {
    const { width, isSpaced } = this.separation
    if (width === 1) return false
    const times = (line: string) =>
      line.split(this.separator).filter((part, i) => i > 0 && (isSpaced || part[0] !== ' ')).length
    const missing = width - 1 - place
    if (missing > 0 && times(first) >= missing) return true
    return others.some((line) => times(line) >= width - 1)
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
