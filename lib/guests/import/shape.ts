import { createHash } from 'node:crypto'
import { getDb } from '@/db/pool'
import { findLists as listsByText } from '@/db/queries/guests-lists'
import { findMapping, listFirstNames } from '@/db/queries/import-mappings'
import type { UserRow } from '@/db/queries/users'
import { type Cell, columnLetters, type SheetRow } from '@/lib/spreadsheet/cells'
import { UNCLOSED } from '@/lib/spreadsheet/csv'
import { firstRows, type SeenSheet } from '@/lib/spreadsheet/first-rows'
import { refuse } from '@/lib/spreadsheet/messages'
import { openSpreadsheet } from '@/lib/spreadsheet/table'
import { foldName } from '@/lib/text/fold'
import { findLists } from '../guest-queries'
import { guessColumns, type Known, namedFields, type SeenColumn, textOf } from './guess'
import { MAX_COLUMNS, type Shape, type ShapeSheet } from './mapping-schema'
import { COLUMN_KINDS, type ColumnKind, columnsProblem, plainHeading } from './rules'

/** Number of first rows in which the row of headings is searched. */
const HEADINGS_WITHIN = 30
const SAMPLES = 5

/** Row of headings of one sheet, if the user has corrected the guess. */
interface HeadingRowChoice {
  sheet?: number
  row?: number
}

/** Describes the tables of a file and guesses the field of each column. Writes nothing. */
export async function shapeOfFile(
  file: File,
  choice: HeadingRowChoice,
  user: UserRow,
): Promise<Shape> {
  const book = await openSpreadsheet(new Uint8Array(await file.arrayBuffer()))
  const seen = await firstRows(book)
  if (seen.length === 0) throw refuse('no_rows')
  const lists = await listsFor(user)
  const names = new Set((await listFirstNames(getDb())).map(firstWord))
  const labels = new Set(lists.flatMap(({ tag, name }) => [foldName(tag), foldName(name)]))
  const known: Known = {
    isFirstName: (word) => names.has(foldName(word)),
    isList: (text) => labels.has(foldName(text)),
  }
  const last = choice.row === undefined ? await findStoredMapping(seen) : null
  const sheets = seen.map((sheet) => {
    const row = sheet.sheet === choice.sheet && choice.row !== undefined ? choice.row : null
    const remembered = last?.rows.get(sheet.sheet)
    return describeSheet(sheet, row ?? remembered ?? headingRowOf(sheet), known)
  })
  const keys = sheets.map(keyOf)
  sheets.forEach((sheet, i) => {
    sheet.alike = sheets.filter((_, j) => keys[j] === keys[i]).map((other) => other.sheet)
  })
  for (const sheet of last ? sheets : [])
    if (last?.rows.has(sheet.sheet)) applyStoredMapping(sheet, last.mapping.fields)
  const first =
    sheets.find(({ sheet }) => last?.rows.has(sheet)) ?? fullest(sheets, book.defaultSheet)
  return {
    sheets,
    chosen: first?.alike ?? [],
    tag: last?.mapping.tag ?? '',
    isRemembered: last !== null,
    lists,
  }
}

/** Returns the guest lists for the mapping. The freshers' list comes first, with an empty tag. */
async function listsFor(user: UserRow): Promise<Shape['lists']> {
  const freshers = (await listsByText(getDb(), [''])).get('')?.tag
  const lists = await findLists(user)
  return [
    ...lists.filter(({ tag }) => tag === freshers).map((list) => ({ ...list, tag: '' })),
    ...lists.filter(({ tag }) => tag !== freshers),
  ]
}

/**
 * Returns the sheet with the most recognized columns, among the sheets whose columns identify a
 * guest.
 */
function fullest(sheets: ShapeSheet[], defaultSheet: number): ShapeSheet | undefined {
  const mappedCount = ({ columns }: ShapeSheet) =>
    columns.filter(({ field }) => field !== '').length
  const scoreOf = (sheet: ShapeSheet) =>
    mappedCount(sheet) + Number(sheet.headingRow > 0) + Number(sheet.sheet === defaultSheet)
  return sheets
    .filter(({ columns }) => columnsProblem(columns) === null)
    .reduce<ShapeSheet | undefined>(
      (best, sheet) => (!best || scoreOf(sheet) > scoreOf(best) ? sheet : best),
      undefined,
    )
}

const firstWord = (name: string) => foldName(name.trim().split(/\s+/)[0] ?? '')

/**
 * Finds the row of headings. Prefers the row with the most exact headings among rows that name two
 * or more fields. Otherwise takes the first row with an exact heading, then the first row that has
 * the most cells and names a field. Returns the number of the row; 0 if there is none.
 */
function headingRowOf({ rows }: SeenSheet): number {
  const first = rows.slice(0, HEADINGS_WITHIN).map((row) => ({ row, ...namedFields(row.cells) }))
  const candidates = first.filter(({ fields }) => fields > 1)
  const mostExact = Math.max(...candidates.map(({ exact }) => exact))
  const fullest = Math.max(...first.map(({ row }) => row.cells.size))
  const found =
    candidates.find(({ exact }) => exact === mostExact) ??
    first.find(({ exact }) => exact > 0) ??
    first.find(({ row, fields }) => fields > 0 && fullest > 1 && row.cells.size === fullest)
  return found?.row.row ?? 0
}

/** Returns the cells of a row as headings, by column. */
const headingsOf = (cells: SheetRow['cells'] | undefined) =>
  new Map([...(cells ?? [])].map(([column, cell]) => [column, textOf(cell)]))

function describeSheet(seen: SeenSheet, headingRow: number, known: Known): ShapeSheet {
  const { sheet, name, rows } = seen
  const headings = headingsOf(rows.find(({ row }) => row === headingRow)?.cells)
  // Leaves out rows with an unclosed quote, because their cells may be in the wrong columns.
  const below = rows.filter(
    ({ row, cells }) => row > headingRow && ![...cells.values()].includes(UNCLOSED),
  )
  const samples = new Map<number, Cell[]>()
  for (const { cells } of below)
    for (const [column, cell] of cells)
      if (textOf(cell) !== '') samples.set(column, [...(samples.get(column) ?? []), cell])
  const hidden = rows[0]?.hiddenColumns
  const columns: SeenColumn[] = [...new Set([...headings.keys(), ...samples.keys()])]
    .sort((a, b) => a - b)
    .slice(0, MAX_COLUMNS)
    .map((column) => ({
      column,
      heading: headings.get(column) ?? '',
      samples: samples.get(column) ?? [],
      isHidden: hidden?.has(column) ?? false,
    }))
  const guesses = guessColumns(columns, known)
  return {
    sheet,
    name,
    headingRow,
    alike: [sheet],
    firstRows: rows.slice(0, HEADINGS_WITHIN).map(({ row, cells }) => ({
      row,
      text: [...cells.values()].map(textOf).filter(Boolean).join(' · ').slice(0, 120),
    })),
    columns: columns.map(({ column, heading, isHidden = false, samples: all }, i) => ({
      column,
      letters: columnLetters(column),
      heading: heading.slice(0, 120),
      samples: [...new Set(all.map(textOf))].slice(0, SAMPLES).map((text) => text.slice(0, 80)),
      field: guesses[i]?.field ?? '',
      isSure: guesses[i]?.isSure ?? false,
      isHidden,
    })),
  }
}

/** Returns a key that is equal for sheets with the same headings in the same columns. */
const keyOf = ({ columns, headingRow, sheet }: ShapeSheet) =>
  headingRow === 0
    ? `${sheet}`
    : JSON.stringify(
        columns.flatMap(({ column, heading }) =>
          heading ? [[column, plainHeading(heading)]] : [],
        ),
      )

type Headed = { column: number; heading: string }

/**
 * Returns the columns that have a heading, sorted by heading. The result does not depend on the
 * order of the columns in the file.
 */
const inOrder = <C extends Headed>(columns: C[]) =>
  columns
    .map((column) => ({ ...column, plain: plainHeading(column.heading) }))
    .filter(({ plain }) => plain !== '')
    .sort((a, b) => (a.plain < b.plain ? -1 : a.plain > b.plain ? 1 : a.column - b.column))

/**
 * Returns a hash of the headings, under which the column mapping is stored. The hash does not
 * reveal the headings.
 */
const hashOf = (columns: Headed[]) =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(columns).map(({ plain }) => plain)))
    .digest('hex')

/**
 * Returns the column mapping to store, with the hash of the headings. Null if the file has no
 * headings, or if a mapped column has none.
 */
export function mappingToSave(
  cells: SheetRow['cells'],
  fields: { column: number; field: ColumnKind }[],
): { hash: string; fields: (string | null)[] } | null {
  const columns = [...headingsOf(cells)].map(([column, heading]) => ({ column, heading }))
  const order = inOrder(columns)
  if (order.length === 0) return null
  const byColumn = new Map(fields.map(({ column, field }) => [column, field]))
  // The hash contains only columns with a heading, so the field of another column would be lost.
  if (fields.some(({ column }) => !order.some((headed) => headed.column === column))) return null
  return { hash: hashOf(columns), fields: order.map(({ column }) => byColumn.get(column) ?? null) }
}

/**
 * Returns the stored mapping for headings in the file that was used last, and the row of these
 * headings in each sheet. Null if no mapping is stored.
 */
async function findStoredMapping(seen: SeenSheet[]) {
  const headingRows = seen.flatMap(({ sheet, rows }) =>
    rows.slice(0, HEADINGS_WITHIN).map(({ row, cells }) => {
      const columns = [...headingsOf(cells)].map(([column, heading]) => ({ column, heading }))
      return { sheet, row, hash: hashOf(columns) }
    }),
  )
  const mapping = await findMapping(
    getDb(),
    headingRows.map(({ hash }) => hash),
  )
  if (!mapping) return null
  const matching = headingRows.filter(({ hash }) => hash === mapping.hash)
  return { mapping, rows: new Map(matching.toReversed().map(({ sheet, row }) => [sheet, row])) }
}

const isKind = (field: string): field is ColumnKind => COLUMN_KINDS.some((kind) => kind === field)

function applyStoredMapping(sheet: ShapeSheet, fields: (string | null)[]) {
  const named = inOrder(sheet.columns)
  const byColumn = new Map(named.map(({ column }, i) => [column, fields[i] ?? '']))
  for (const column of sheet.columns) {
    const field = byColumn.get(column.column) ?? ''
    column.field = isKind(field) ? field : ''
    column.isSure = true
  }
}
