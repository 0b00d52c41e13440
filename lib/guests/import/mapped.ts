import {
  type Cell,
  InvalidCell,
  isBlank,
  type SheetRow,
  type SpreadsheetFile,
} from '@/lib/spreadsheet/cells'
import { UNCLOSED } from '@/lib/spreadsheet/csv'
import { refuse } from '@/lib/spreadsheet/messages'
import { rowOfSheet } from '@/lib/spreadsheet/places'
import type { InputRow } from '@/lib/spreadsheet/rows'
import { needsNameReview, splitName, tidyName } from '@/lib/text/person-names'
import { parseZagrebDateTime } from '@/lib/time/zagreb'
import { columnLabel, textOf } from './guess'
import type { GuestMapping } from './mapping-schema'
import { type ColumnKind, isWholeName, readFlag } from './rules'

const NAMELESS = 'Bez imena i prezimena'

type NameKind = 'name' | 'surname' | 'nameSurname' | 'surnameName'

const isName = (kind: ColumnKind): kind is NameKind =>
  isWholeName(kind) || kind === 'name' || kind === 'surname'

const fieldOf = (kind: ColumnKind) => (isWholeName(kind) ? 'name' : kind)

const UNKNOWN_FLAG = new InvalidCell('Vrijednost mora biti da ili ne (može i x, 1, 0)')

/** Reads the rows of a file by the column mapping of the user. */
export class MappedTable {
  /** Headings of the first sheet; empty until its rows have been read. */
  headings: SheetRow['cells'] = new Map()
  private readonly doubts = new WeakMap<object, string>()
  private readonly kinds: Map<number, ColumnKind>
  /** Largest number of mapped columns that an earlier row has filled. */
  private fullest = 0

  constructor(
    private readonly book: SpreadsheetFile,
    private readonly mapping: GuestMapping,
  ) {
    this.kinds = new Map(mapping.columns.map(({ column, field }) => [column, field]))
  }

  /**
   * Yields the rows of the chosen sheets that have a value in a mapped column. Throws an error for
   * a sheet that does not exist, or if no row is found.
   */
  async *rows(): AsyncGenerator<InputRow> {
    const { sheets } = this.mapping
    let count = 0
    for (const { sheet, headingRow } of sheets) {
      if (sheet >= this.book.sheets.length) throw refuse('no_sheet')
      for await (const { row, cells, isHidden } of this.book.rows(sheet)) {
        if (row === headingRow && sheet === sheets[0]?.sheet) this.headings = cells
        if (row <= headingRow) continue
        const fields = this.fieldsOf(cells)
        if (!fields) continue
        count++
        yield { row: rowOfSheet(row, sheets.length > 1 ? sheet : null), fields, isHidden }
      }
    }
    if (count === 0) throw refuse('no_rows')
  }

  /** Returns a doubt about a valid row, which the user should check. Null without a doubt. */
  doubtOf(fields: unknown): string | null {
    return this.doubts.get(fields as object) ?? null
  }

  /** Returns the heading of a field in the file, for messages. */
  labelOf = (field: string): string => {
    const isName = field === 'name' || field === 'surname'
    for (const [column, kind] of this.kinds)
      if (kind === field || (isName && (kind === 'nameSurname' || kind === 'surnameName')))
        return columnLabel(column, textOf(this.headings.get(column) ?? ''))
    return field
  }

  private fieldsOf(cells: SheetRow['cells']): Record<string, unknown> | null {
    const fields: Record<string, unknown> = {}
    const doubts: string[] = []
    let filled = 0
    // After an unclosed quote the cells may be in the wrong columns, so the row is reported as
    // invalid.
    const [first] = this.kinds.values()
    if (first && [...cells.values()].includes(UNCLOSED))
      return this.onUsualList({ [fieldOf(first)]: UNCLOSED })
    for (const [column, kind] of this.kinds) {
      const cell = cells.get(column)
      if (cell === undefined || isBlank(cell)) continue
      filled++
      if (typeof cell === 'string' && isName(kind)) this.readName(fields, kind, cell, doubts)
      else if (isWholeName(kind)) fields.name = cell
      else fields[kind] = READ[kind]?.(cell) ?? cell
    }
    if (filled === 0) return null
    if (fields.name === undefined && fields.surname === undefined) doubts.push(NAMELESS)
    else if (filled === 1 && this.fullest > 2) doubts.push('U redu je samo ime: možda nije gost')
    this.fullest = Math.max(this.fullest, filled)
    if (doubts.length > 0) this.doubts.set(fields, doubts.join('. '))
    return this.onUsualList(fields)
  }

  /** Sets the list of the mapping in a row that names no list. */
  private onUsualList(fields: Record<string, unknown>) {
    if (fields.tag === undefined && this.mapping.tag !== '') fields.tag = this.mapping.tag
    return fields
  }

  /**
   * Reads a name without titles and remarks. Adds the removed parts, and an uncertain split into
   * name and surname, to `doubts`.
   */
  private readName(
    fields: Record<string, unknown>,
    kind: NameKind,
    cell: string,
    doubts: string[],
  ) {
    const { text, titles, remark } = tidyName(cell, isWholeName(kind))
    if (kind === 'name' || kind === 'surname') fields[kind] = text
    else {
      const { name, surname } = splitName(text, kind)
      Object.assign(fields, { name, surname })
      if (needsNameReview(text)) doubts.push(`Ime: ${name} · prezime: ${surname}`)
    }
    if (titles) doubts.push(`Bez titule: ${titles}`)
    if (!remark) return
    const isTaken = [...this.kinds.values()].includes('note')
    if (!isTaken) fields.note = [fields.note, remark].filter(Boolean).join('; ')
    doubts.push(isTaken ? `Izostavljeno iz imena: ${remark}` : `U napomeni: ${remark}`)
  }
}

/** Converts the texts that a user typed for fields of a row to the format of the template. */
export const readTyped = (typed: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typed).map(([field, text]) => [
      field,
      isBlank(text) ? text : (READ[field as ColumnKind]?.(text) ?? text),
    ]),
  )

/** Converts values as users write them to the format of the template, by kind of column. */
const READ: Partial<Record<ColumnKind, (cell: Cell) => Cell>> = {
  bought: flag,
  entered: flag,
  jmbag: (cell) => (typeof cell === 'string' ? cell.replace(/[\s'’]/g, '') : cell),
  boughtTicketTime: time,
  enteredTime: time,
}

function flag(cell: Cell): Cell {
  if (cell instanceof InvalidCell || cell instanceof Date) return cell
  const isOn = readFlag(String(cell))
  return isOn === null ? UNKNOWN_FLAG : Number(isOn)
}

function time(cell: Cell): Cell {
  const instant = typeof cell === 'string' ? parseZagrebDateTime(cell.trim()) : null
  return instant ? instant.toISOString() : cell
}
