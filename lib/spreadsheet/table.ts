import { type Cell, columnLetters, type SheetRow } from './cells'
import { readSheet } from './read'
import { missingColumns, namelessColumn, refuse, repeatedColumn, unknownColumns } from './refusals'
import type { SentRow } from './rows'

/** The columns that a table may have, and of each group one that it must. */
export interface TableShape {
  fields: readonly string[]
  required: readonly (readonly string[])[]
}

/**
 * The rows of a file below the first one that is not empty, which names their fields. Throws
 * a refusal that names the column at fault.
 */
export async function* readTable(file: Uint8Array, shape: TableShape): AsyncGenerator<SentRow> {
  let names: Map<number, string> | null = null
  let rows = 0
  for await (const sheetRow of readSheet(file)) {
    if ([...sheetRow.cells.values()].every(isBlank)) continue
    if (names) {
      rows++
      yield { row: sheetRow.row, fields: fieldsOf(sheetRow, names) }
    } else names = readNames(sheetRow, shape)
  }
  if (rows === 0) throw refuse('no_rows')
}

const isBlank = (cell: Cell) => typeof cell === 'string' && cell.trim() === ''

function readNames({ cells }: SheetRow, { fields, required }: TableShape): Map<number, string> {
  const names = new Map<number, string>()
  const unknown: string[] = []
  for (const [column, cell] of cells) {
    const text = typeof cell === 'object' ? columnLetters(column) : String(cell).trim()
    if (text === '') continue
    const name = fields.find((field) => field.toLowerCase() === text.toLowerCase())
    if (!name) unknown.push(text.slice(0, 40))
    else if ([...names.values()].includes(name)) throw repeatedColumn(name)
    else names.set(column, name)
  }
  if (unknown.length > 0) throw unknownColumns(unknown.slice(0, 10), fields)
  const present = [...names.values()]
  for (const group of required)
    if (!group.some((name) => present.includes(name))) throw missingColumns(group)
  return names
}

function fieldsOf({ row, cells }: SheetRow, names: Map<number, string>): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [column, cell] of cells) {
    const name = names.get(column)
    if (name) fields[name] = cell
    else if (!isBlank(cell)) throw namelessColumn(columnLetters(column), row)
  }
  return fields
}
