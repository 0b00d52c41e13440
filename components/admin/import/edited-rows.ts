import type { Correction } from '@/lib/spreadsheet/corrections-schema'
import type { FileAnswer } from '@/lib/spreadsheet/schema'

export type ListedRow = FileAnswer['rows'][number]

/** A row that the user corrected or skipped in the preview. */
export interface EditedRow {
  /** The row as the preview listed it when the user edited it last. */
  row: ListedRow
  /** Typed values of the corrected fields. A skipped row keeps them. */
  fields: Record<string, string>
  isSkipped: boolean
}

export const findEdited = (edited: EditedRow[], { id }: ListedRow) =>
  edited.find(({ row }) => row.id === id)

/** Replaces what the user did with a row, in the order of the file. */
const replace = (edited: EditedRow[], ...next: EditedRow[]) => {
  const ids = new Set(next.map(({ row }) => row.id))
  return [...edited.filter(({ row }) => !ids.has(row.id)), ...next].sort(
    (a, b) => a.row.id - b.row.id,
  )
}

/** Corrects fields of a row, in addition to those that were corrected before. */
export function correctRow(
  edited: EditedRow[],
  row: ListedRow,
  typed: Record<string, string>,
): EditedRow[] {
  const fields = { ...findEdited(edited, row)?.fields, ...typed }
  if (Object.keys(fields).length === 0) return edited
  return replace(edited, { row, fields, isSkipped: false })
}

export const skipRows = (edited: EditedRow[], rows: ListedRow[]): EditedRow[] =>
  replace(
    edited,
    ...rows.map((row) => ({
      row,
      fields: findEdited(edited, row)?.fields ?? {},
      isSkipped: true,
    })),
  )

/** Undoes the last step on rows: a skipped row is as it was corrected before, if it was. */
export const undoRows = (edited: EditedRow[], rows: ListedRow[]): EditedRow[] => {
  const ids = new Set(rows.map(({ id }) => id))
  return edited.flatMap((edit) => {
    if (!ids.has(edit.row.id)) return [edit]
    const wasCorrected = edit.isSkipped && Object.keys(edit.fields).length > 0
    return wasCorrected ? [{ ...edit, isSkipped: false }] : []
  })
}

/** Returns the corrections as the API expects them. */
export const correctionsOf = (edited: EditedRow[]): Correction[] =>
  edited.map(({ row: { id }, fields, isSkipped }) =>
    isSkipped ? { row: id, skip: true } : { row: id, fields },
  )

/** Names a row in a sentence: its number, its sheet if the file has several, and the person in it. */
export const rowName = ({ row, sheet, text }: ListedRow) =>
  [`red ${row}`, sheet, text].filter(Boolean).join(', ')
