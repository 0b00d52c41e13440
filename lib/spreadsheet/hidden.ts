import { columnLetters, isBlank, type SpreadsheetFile } from './cells'

/** Maximum number of hidden rows that are listed by number. All are counted. */
const MAX_LISTED = 20

/**
 * Collects the hidden rows and columns of a file that contain data, while the file is read. The
 * user is warned of them, because their data would be imported unseen.
 */
export class HiddenParts {
  private count = 0
  private readonly rows: number[] = []
  private readonly columns = new Set<number>()

  /** Returns the same file, and records its hidden rows and columns while its rows are read. */
  observe(book: SpreadsheetFile): SpreadsheetFile {
    const rows = async function* (this: HiddenParts, sheet: number) {
      for await (const row of book.rows(sheet)) {
        const filled = [...row.cells].filter(([, cell]) => !isBlank(cell))
        for (const [column] of filled) if (row.hiddenColumns?.has(column)) this.columns.add(column)
        if (row.isHidden && filled.length > 0 && ++this.count <= MAX_LISTED) this.rows.push(row.row)
        yield row
      }
    }.bind(this)
    return { ...book, rows }
  }

  result() {
    const columns = [...this.columns].sort((a, b) => a - b).map(columnLetters)
    return { count: this.count, rows: this.rows, columns }
  }
}
