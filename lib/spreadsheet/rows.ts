import type { z } from 'zod'
import { ServiceError } from '@/lib/http/errors'
import type { ImportAnswer } from './schema'

/** A row as it was sent, with the number that its sender knows it by. */
export interface SentRow {
  row: number
  fields: unknown
}

/** A row that is not added, and why. */
interface RowNote {
  row: number
  reasons: string[]
}

/** What is to be done with each row: the same for JSON and for spreadsheets. */
export interface ImportPlan<T> {
  add: (T & { row: number })[]
  skipped: RowNote[]
  faulty: RowNote[]
}

/** Rows of a JSON list are counted from 1; a spreadsheet's first row holds the names. */
export const numbered = (rows: unknown[], first = 1): SentRow[] =>
  rows.map((fields, i) => ({ row: first + i, fields }))

/** Reads each row by the schema. */
export function readRows<S extends z.ZodType<object>>(
  schema: S,
  sent: SentRow[],
): ImportPlan<z.output<S>> {
  const plan: ImportPlan<z.output<S>> = { add: [], skipped: [], faulty: [] }
  for (const { row, fields } of sent) {
    const read = schema.safeParse(fields)
    if (read.success) plan.add.push({ ...read.data, row })
    else plan.faulty.push({ row, reasons: read.error.issues.map(worded) })
  }
  return plan
}

const worded = ({ path, message }: z.core.$ZodIssue) =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message

/**
 * Moves what stands twice in the list itself: the very same row again is there already, one
 * of the same key that says something else is faulty, since nobody knows which is right.
 */
export function settleRepeats<T extends object>(
  plan: ImportPlan<T>,
  keyOf: (row: T) => string | null,
): ImportPlan<T> {
  const first = new Map<string, T & { row: number }>()
  return sift(plan, (row) => {
    const key = keyOf(row)
    if (key === null) return null
    const before = first.get(key)
    if (!before) {
      first.set(key, row)
      return null
    }
    const isSame = JSON.stringify({ ...before, row: 0 }) === JSON.stringify({ ...row, row: 0 })
    return isSame
      ? { skipped: `Isti red je već na popisu (red ${before.row})` }
      : { faulty: `${key} je već u redu ${before.row}, s drugim podacima` }
  })
}

/** Takes out of the rows to add those of which there is something to say. */
export function sift<T extends object>(
  plan: ImportPlan<T>,
  judge: (row: T & { row: number }) => { skipped: string } | { faulty: string } | null,
): ImportPlan<T> {
  const next: ImportPlan<T> = { add: [], skipped: [...plan.skipped], faulty: [...plan.faulty] }
  for (const row of plan.add) {
    const verdict = judge(row)
    if (!verdict) next.add.push(row)
    else if ('skipped' in verdict) next.skipped.push({ row: row.row, reasons: [verdict.skipped] })
    else next.faulty.push({ row: row.row, reasons: [verdict.faulty] })
  }
  return next
}

/** Rows that the refusal of an import names; the preview names them all. */
const NAMED_FAULTS = 500

/** Nothing is written while a faulty row remains (decisions.md, Forms and data). */
export function refuseFaulty({ faulty }: ImportPlan<object>): void {
  if (faulty.length === 0) return
  const named = byRow(faulty).slice(0, NAMED_FAULTS)
  throw new ServiceError(
    'invalid',
    `Ništa nije uvezeno: broj neispravnih redova je ${faulty.length}, prvi je red ${named[0]?.row}.`,
    {
      code: 'faulty_rows',
      fields: Object.fromEntries(named.map(({ row, reasons }) => [String(row), reasons])),
    },
  )
}

/** `imported` is null for a preview. */
export function tellPlan(plan: ImportPlan<object>, imported: number | null): ImportAnswer {
  const passedOver = imported === null ? 0 : plan.add.length - imported
  return {
    preview: imported === null,
    toAdd: plan.add.length,
    imported: imported ?? 0,
    skipped: plan.skipped.length + passedOver,
    faulty: plan.faulty.length,
    rows: byRow([
      ...plan.skipped.map((note) => ({ ...note, state: 'skipped' as const })),
      ...plan.faulty.map((note) => ({ ...note, state: 'faulty' as const })),
    ]),
  }
}

const byRow = <N extends RowNote>(notes: N[]) => [...notes].sort((a, b) => a.row - b.row)
