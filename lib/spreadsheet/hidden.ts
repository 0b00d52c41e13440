import { columnLetters, isBlank, type SpreadsheetFile } from './cells'

/** Hidden rows that are named. */
const NAMED = 20

/**
 * Hidden rows and columns of a file, as far as it has been read. They would be imported without being seen.
 */
export class HiddenParts {
  private count = 0
  private readonly rows: number[] = []
  private readonly columns = new Set<number>()

  /** The same book, whose rows are looked at as they pass. */
  watch(book: SpreadsheetFile): SpreadsheetFile {
    const look = async function* (this: HiddenParts, sheet: number) {
      for await (const row of book.rows(sheet)) {
        const filled = [...row.cells].filter(([, cell]) => !isBlank(cell))
        for (const [column] of filled) if (row.hiddenColumns?.has(column)) this.columns.add(column)
        if (row.isHidden && filled.length > 0 && ++this.count <= NAMED) this.rows.push(row.row)
        yield row
      }
    }.bind(this)
    return { ...book, rows: look }
  }

  tell() {
    const columns = [...this.columns].sort((a, b) => a - b).map(columnLetters)
    return { count: this.count, rows: this.rows, columns }
  }
}
