import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { ServiceError } from '@/lib/http/errors'
import { typedText } from './cells'
import { HIDDEN_ROW, OMITTED_ROW } from './messages'
import { formatRowNumber, withLocation } from './places'
import type { FileAnswer, ImportAnswer } from './schema'

/** A row of an import before validation. `row` is its number in the spreadsheet or JSON list. */
export interface InputRow {
  row: number
  fields: unknown
  /** Whether the row is hidden in the spreadsheet. */
  isHidden?: boolean
  /**
   * Reason for leaving the row out, such as that it is a sum or hidden; otherwise null or absent.
   */
  leftOut?: string | null
  /** Whether the user skipped the row in the preview. */
  isOmitted?: boolean
}

/** Rows of a JSON list, or of a file while it is read. */
export type InputRows = Iterable<InputRow> | AsyncIterable<InputRow>

/** A remark on a row, such as why it is skipped or faulty. */
interface RowNote {
  row: number
  /** Name or key of the person in the row. */
  text: string
  reasons: string[]
}

/** A faulty row, with what the user needs to correct it. */
interface FaultyRow extends RowNote {
  /** Values by field: as they were sent, or as they were read if the row by itself is valid. */
  fields: unknown
  /** Reasons by the field at fault. A reason that concerns the whole row is not among them. */
  errors: Record<string, string>
}

/** The planned action for each row of an import, the same for JSON and for spreadsheets. */
export interface ImportPlan<T> {
  add: (T & { row: number })[]
  skipped: RowNote[]
  faulty: FaultyRow[]
  /** Rows that are added, with a remark for the user. */
  noted: RowNote[]
  /** Rows that are left out: rows that are no guests, such as a sum, and hidden rows if skipped. */
  leftOut: RowNote[]
  /** Rows that the user skipped in the preview. */
  omitted: RowNote[]
}

/** Numbers the rows of a JSON list from 1. In a spreadsheet row 1 has the column names. */
export const numbered = (rows: unknown[]): InputRow[] =>
  rows.map((fields, i) => ({ row: 1 + i, fields }))

/** Number of rows checked before other requests get their turn, about 2 ms of work. */
const SLICE = 100

/**
 * Validates each row with the schema. `remark` returns a remark on a valid row, or null. `labelOf`
 * returns the name of a field for messages.
 */
export async function validateRows<S extends z.ZodType<object>>(
  schema: S,
  sent: InputRows,
  remark: (fields: unknown, row: z.output<S>) => string | null = () => null,
  labelOf: (field: string) => string = (field) => field,
): Promise<ImportPlan<z.output<S>>> {
  const plan: ImportPlan<z.output<S>> = {
    add: [],
    skipped: [],
    faulty: [],
    noted: [],
    leftOut: [],
    omitted: [],
  }
  let count = 0
  for await (const { row, fields, isHidden, leftOut, isOmitted } of sent) {
    if (++count % SLICE === 0) await nextTurn()
    if (isOmitted) {
      plan.omitted.push({ row, text: rowLabel(fields), reasons: [OMITTED_ROW] })
      continue
    }
    if (leftOut) {
      plan.leftOut.push({ row, text: rowLabel(fields), reasons: [leftOut] })
      continue
    }
    const read = schema.safeParse(fields)
    if (!read.success) {
      const reasons = read.error.issues.map((issue) => formatIssue(issue, labelOf))
      const errors = errorsByField(read.error.issues)
      plan.faulty.push({ row, text: rowLabel(fields), reasons, fields, errors })
      continue
    }
    plan.add.push({ ...read.data, row })
    const remarkText = [isHidden && HIDDEN_ROW, remark(fields, read.data)]
      .filter(Boolean)
      .join('. ')
    if (remarkText) plan.noted.push({ row, text: rowLabel(read.data), reasons: [remarkText] })
  }
  return plan
}

const formatIssue = ({ path, message }: z.core.$ZodIssue, labelOf: (field: string) => string) =>
  path.length > 0 ? `${path.map((part) => labelOf(String(part))).join('.')}: ${message}` : message

const errorsByField = (issues: z.core.$ZodIssue[]) =>
  Object.fromEntries(
    issues.flatMap(({ path: [field], message }) =>
      field === undefined ? [] : [[String(field), message]],
    ),
  )

const IDENTIFYING_FIELDS = [
  'name',
  'surname',
  'jmbag',
  'email',
  'Izvođač',
  'Naziv',
  'Pozornica',
  'Od',
]

/** Returns the name or key in a row, by which the user finds the row in the file. */
export function rowLabel(fields: unknown): string {
  const values = (fields ?? {}) as Record<string, unknown>
  const [name, surname, ...rest] = IDENTIFYING_FIELDS.map((field) => {
    const value = values[field]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  })
  const text = [`${name} ${surname}`.trim(), ...rest].filter(Boolean).join(' · ')
  return text.slice(0, 120)
}

/**
 * Finds rows that occur twice in the file, by the field that identifies a row. An equal row is
 * skipped. A row with the same key and other values is faulty, because either may be right.
 */
export function findDuplicateRows<F extends string, T extends Record<F, string | null>>(
  plan: ImportPlan<T>,
  field: F,
): ImportPlan<T> {
  const first = new Map<string, T & { row: number }>()
  return partitionRows(plan, (row) => {
    const key = row[field]
    if (key === null) return null
    const before = first.get(key)
    if (!before) {
      first.set(key, row)
      return null
    }
    const isSame = JSON.stringify({ ...before, row: 0 }) === JSON.stringify({ ...row, row: 0 })
    return isSame
      ? { skipped: `Isti red je već na popisu (red ${formatRowNumber(before.row)})` }
      : { faulty: `${key} je već u redu ${formatRowNumber(before.row)}, s drugim podacima`, field }
  })
}

/**
 * Result of a check of one row; null adds it. `faulty` may name the field at fault. `noted` adds the
 * row with a remark, `apart` removes it from the rows to add, because the caller handles it.
 */
type Verdict =
  | { skipped: string }
  | { faulty: string; field?: string }
  | { noted: string }
  | { apart: true }
  | null

/**
 * Checks each row to add. Skipped, faulty and `apart` rows are removed; `noted` rows get a remark.
 */
export function partitionRows<T extends object>(
  plan: ImportPlan<T>,
  check: (row: T & { row: number }) => Verdict,
): ImportPlan<T> {
  const { skipped, faulty, noted } = plan
  const next: ImportPlan<T> = {
    ...plan,
    add: [],
    skipped: [...skipped],
    faulty: [...faulty],
    noted: [...noted],
  }
  const toRowNote = (row: T & { row: number }, reason: string) => ({
    row: row.row,
    text: rowLabel(row),
    reasons: [reason],
  })
  for (const row of plan.add) {
    const verdict = check(row)
    if (verdict && 'skipped' in verdict) next.skipped.push(toRowNote(row, verdict.skipped))
    else if (verdict && 'faulty' in verdict) {
      const { faulty: reason, field } = verdict
      next.faulty.push({
        ...toRowNote(row, reason),
        fields: row,
        errors: field ? { [field]: reason } : {},
      })
    } else if (!verdict || !('apart' in verdict)) next.add.push(row)
    if (verdict && 'noted' in verdict) next.noted.push(toRowNote(row, verdict.noted))
  }
  const added = new Set(next.add.map(({ row }) => row))
  next.noted = next.noted.filter(({ row }) => added.has(row))
  return next
}

/** Maximum number of faulty rows listed in the error of a rejected import. */
const MAX_LISTED_FAULTS = 500

/** Throws invalid if a row is faulty. Nothing is written while a faulty row remains (rule 11.5). */
export function requireValidRows({ faulty }: ImportPlan<object>): void {
  if (faulty.length === 0) return
  const listed = byRow(faulty).slice(0, MAX_LISTED_FAULTS)
  throw new ServiceError(
    'invalid',
    `Ništa nije uvezeno: broj neispravnih redova je ${faulty.length}, prvi je red ${formatRowNumber(listed[0]?.row ?? 0)}.`,
    {
      code: 'faulty_rows',
      fields: Object.fromEntries(listed.map(({ row, reasons }) => [formatRowNumber(row), reasons])),
    },
  )
}

/**
 * Returns the response to a JSON import, with all skipped and faulty rows. `imported` is null for a
 * preview.
 */
export function importResponse(plan: ImportPlan<object>, imported: number | null): ImportAnswer {
  const notes = (state: 'skipped' | 'faulty') =>
    plan[state].map(({ row, reasons }) => ({ row, state, reasons }))
  return { ...counts(plan, imported), rows: byRow([...notes('skipped'), ...notes('faulty')]) }
}

/** Maximum number of rows listed per state in the response to a file import. All are counted. */
export const MAX_LISTED_ROWS = 500
const SAMPLE = 5

/** Fields of a row that a user can correct. */
interface RowForm {
  /** All fields, in their order in the form. */
  fields: readonly string[]
  /** Fields that the form always has. Others only with a value or a fault. */
  always: readonly string[]
}

/**
 * Returns the response to a file import, with the first rows of each state, because a file may have
 * 100,000 rows. `imported` is null for a preview.
 */
export function fileImportResponse(
  plan: ImportPlan<object>,
  imported: number | null,
  form: RowForm,
  { namesakes = 0, sheets }: { namesakes?: number; sheets?: readonly string[] } = {},
): FileAnswer {
  const shown = { ...plan, noted: [...plan.noted, ...plan.leftOut] }
  const listed = <N extends RowNote>(notes: N[]) => byRow(notes).slice(0, MAX_LISTED_ROWS)
  const notes = (state: 'noted' | 'skipped' | 'omitted') =>
    listed(shown[state]).map((note) => ({
      id: note.row,
      ...withLocation({ ...note, state }, sheets),
    }))
  const faulty = listed(plan.faulty).map(({ fields, errors, ...note }) => ({
    id: note.row,
    ...withLocation({ ...note, state: 'faulty' as const }, sheets),
    cells: formCells(fields, errors, form),
  }))
  return {
    ...counts(plan, imported),
    noted: shown.noted.length,
    omitted: plan.omitted.length,
    namesakes,
    rows: [...faulty, ...notes('noted'), ...notes('skipped'), ...notes('omitted')],
    sample: plan.add
      .slice(0, SAMPLE)
      .map((row) => withLocation({ row: row.row, text: rowLabel(row) }, sheets)),
  }
}

/** Maximum length of a value in the response, in characters. A cell may have 32,767. */
const MAX_VALUE_LENGTH = 1_000

/** Returns the values of a faulty row, by which the user corrects it. */
const formCells = (values: unknown, errors: Record<string, string>, { fields, always }: RowForm) =>
  fields
    .map((field) => ({
      field,
      value: typedText((values as Record<string, unknown>)[field]).slice(0, MAX_VALUE_LENGTH),
      error: errors[field],
    }))
    .filter(({ field, value, error }) => value !== '' || error || always.includes(field))

function counts({ add, skipped, faulty }: ImportPlan<object>, imported: number | null) {
  const skippedLater = imported === null ? 0 : add.length - imported
  return {
    preview: imported === null,
    toAdd: add.length,
    imported: imported ?? 0,
    skipped: skipped.length + skippedLater,
    faulty: faulty.length,
  }
}

const byRow = <N extends { row: number }>(notes: N[]) => [...notes].sort((a, b) => a.row - b.row)
