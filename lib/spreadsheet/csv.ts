import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import type { Cell, SheetRow } from './cells'
import { MOST_ROWS, refuse } from './messages'

const PIECE = 64 * 1024

/**
 * The rows of a text with separators. Numbered as a spreadsheet shows them: one for each
 * record, whatever lines it takes. What looks like a number is one, since a spreadsheet has
 * taken the zeros at its front away when it wrote the file.
 */
export async function* readCsv(file: Uint8Array): AsyncGenerator<SheetRow> {
  const encoding = encodingOf(file)
  const head = decodeHead(file, encoding)
  if (/\p{Cc}/u.test(head.replace(/[\t\r\n]/g, ''))) throw refuse('not_a_table')
  const instruction = /^sep=(.)\r?\n/.exec(head)
  const records = Readable.from(texts(file, encoding, instruction?.[0].length ?? 0)).pipe(
    parse({
      delimiter: instruction?.[1] ?? separatorOf(head),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: 256 * 1024,
    }),
  )
  let row = 0
  try {
    for await (const record of records as AsyncIterable<string[]>) {
      if (++row > MOST_ROWS + 1) throw refuse('too_many_rows')
      yield { row, cells: cellsOf(record) }
    }
  } catch (error) {
    throw error instanceof CsvError ? refuse('broken_file') : error
  }
}

function cellsOf(record: string[]): SheetRow['cells'] {
  const cells = new Map<number, Cell>()
  record.forEach((text, i) => {
    if (text !== '') cells.set(i, /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text)
  })
  return cells
}

/** By its mark if it has one; otherwise what is no UTF-8 comes from an old Croatian Excel. */
function encodingOf(file: Uint8Array): string {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : 'windows-1250'
}

const decodeHead = (file: Uint8Array, encoding: string) =>
  new TextDecoder(encoding).decode(file.subarray(0, PIECE), { stream: true })

/** The text in pieces without its first characters; between two pieces others get their turn. */
async function* texts(file: Uint8Array, encoding: string, skip: number): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < file.length; at += PIECE) {
    const text = decoder.decode(file.subarray(at, at + PIECE), { stream: true })
    yield at === 0 ? text.slice(skip) : text
    await nextTurn()
  }
}

/** Lines that are looked at: above the names of the columns may stand a title. */
const LINES = 20

/** What most of the first lines have, outside quotes; of two such, what the first has more of. */
function separatorOf(head: string): string {
  const lines = head.replace(/"[^"]*"/g, '').split(/\r?\n/, LINES)
  const times = (line: string, separator: string) => line.split(separator).length - 1
  const score = (separator: string) =>
    lines.filter((line) => line.includes(separator)).length * PIECE +
    times(lines[0] ?? '', separator)
  return [',', ';', '\t'].reduce((best, next) => (score(next) > score(best) ? next : best))
}
