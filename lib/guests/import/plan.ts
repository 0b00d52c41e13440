import type { Db } from '@/db/pool'
import { listNamesakes, listTakenCodes, listTakenJmbags } from '@/db/queries/guests-import'
import { findLists, type GuestList } from '@/db/queries/guests-lists'
import { formatRowNumber } from '@/lib/spreadsheet/places'
import {
  findDuplicateRows,
  type ImportPlan,
  type InputRows,
  partitionRows,
  validateRows,
} from '@/lib/spreadsheet/rows'
import { foldName } from '@/lib/text/fold'
import { GUEST_MESSAGES } from '../rules'
import { type GuestImportRow, guestImportRow, isShortJmbag } from './schema'
import { findKnownGuests, type GuestUpdate, matchExistingGuests } from './update'

type Plan = ImportPlan<GuestImportRow>

/**
 * Texts for messages about rows: `doubtOf` returns a doubt about a row, and `labelOf` returns the
 * heading of a field in the file.
 */
interface Source {
  doubtOf?: (fields: unknown) => string | null
  labelOf?: (field: string) => string
}

/**
 * Validates rows from JSON or a spreadsheet, and finds rows that occur twice. Does not compare them
 * with the guest list.
 */
export async function planGuestImport(sent: InputRows, source: Source = {}): Promise<Plan> {
  const remark = (fields: unknown, { jmbag, phone }: GuestImportRow) => {
    const cells = (fields ?? {}) as { jmbag?: unknown; phone?: unknown }
    const remarks = [
      source.doubtOf?.(fields),
      isShortJmbag(cells.jmbag) && `JMBAG je nadopunjen nulama: ${jmbag}`,
      typeof cells.phone === 'number' && `Telefon je zapisan kao broj, pa provjerite: ${phone}`,
    ]
    return remarks.filter(Boolean).join('. ') || null
  }
  const plan = await validateRows(guestImportRow, sent, remark, source.labelOf)
  return findDuplicateRows(findDuplicateRows(plan, 'jmbag'), 'confCode')
}

/** Options of an import from a file. An import of JSON rows only adds new guests. */
export interface ImportOptions {
  namesakes?: Namesakes
  existing?: 'skip' | 'update'
}

export interface CheckedPlan {
  plan: Plan
  lists: Map<string, GuestList>
  namesakes: number
  updates: GuestUpdate[]
}

/** Compares the rows with the current guest list. */
export async function planAgainstList(
  db: Db,
  filePlan: Plan,
  options: ImportOptions = {},
): Promise<CheckedPlan> {
  const valuesOf = <T>(field: (row: GuestImportRow) => T | null) =>
    filePlan.add.flatMap((row) => field(row) ?? [])
  const lists = await findLists(db, new Set(valuesOf((row) => row.tag)))
  const { plan, updates } =
    options.existing === 'update'
      ? matchExistingGuests(filePlan, lists, await findKnownGuests(db, filePlan.add))
      : { plan: filePlan, updates: [] }
  const jmbags = await listTakenJmbags(
    db,
    valuesOf((row) => row.jmbag),
  )
  const codes = await listTakenCodes(
    db,
    valuesOf((row) => row.confCode),
  )
  const checked = checkAgainstList(plan, { lists, jmbags, codes })
  if (!options.namesakes) return { plan: checked, lists, namesakes: 0, updates }
  const withoutKey = checked.add.filter((row) => row.jmbag === null && row.confCode === null)
  const namesakeRows = await listNamesakes(
    db,
    withoutKey.map(({ row, name, surname, tag }) => ({
      row,
      fullName: `${name} ${surname}`,
      listId: (lists.get(tag) as GuestList).listId,
    })),
  )
  return { ...markNamesakes(checked, namesakeRows, options.namesakes), lists, updates }
}

/** Data on the guest list that is needed to check the rows. */
interface Known {
  /** Guest lists that the rows name. */
  lists: { has: (tag: string) => boolean }
  /** JMBAGs of guests on the list. */
  jmbags: { has: (jmbag: string) => boolean }
  /** Confirmation codes of existing tickets, and whether their guests are deleted. */
  codes: { get: (code: string) => { isDeleted: boolean } | undefined }
}

/** Sorts the rows by comparison with the guest list: faulty rows, skipped rows, and rows to add. */
function checkAgainstList(plan: Plan, { lists, jmbags, codes }: Known): Plan {
  return partitionRows(plan, ({ tag, jmbag, confCode }) => {
    if (!lists.has(tag)) return { faulty: GUEST_MESSAGES.unknownTag(tag), field: 'tag' }
    if (jmbag !== null && jmbags.has(jmbag)) return { skipped: GUEST_MESSAGES.jmbagTaken }
    const ticket = confCode === null ? undefined : codes.get(confCode)
    if (!ticket) return null
    return ticket.isDeleted
      ? {
          faulty: 'Karta s tim kodom pripada obrisanom gostu: vratite ga ili izbrišite kod',
          field: 'confCode',
        }
      : { skipped: 'Gost s tom kartom već postoji' }
  })
}

/** How rows are treated whose name is already on the list: reported or skipped. */
export type Namesakes = 'note' | 'skip'

/**
 * Finds possible duplicates among rows without a JMBAG and a code: a guest with the same name is on
 * the same list, or in an earlier row for the same list.
 */
function markNamesakes(
  plan: Plan,
  namesakeRows: { has: (row: number) => boolean },
  mode: Namesakes,
): { plan: Plan; namesakes: number } {
  const firstRows = new Map<string, number>()
  let namesakes = 0
  const checked = partitionRows(plan, ({ row, name, surname, tag, jmbag, confCode }) => {
    if (jmbag !== null || confCode !== null) return null
    const key = JSON.stringify([foldName(`${name} ${surname}`), foldName(tag)])
    const earlierRow = firstRows.get(key)
    firstRows.set(key, earlierRow ?? row)
    const remark = namesakeRows.has(row)
      ? 'Možda već na popisu: isto ime i prezime s istim tagom'
      : earlierRow &&
        `Možda isti kao red ${formatRowNumber(earlierRow)}: isto ime i prezime s istim tagom`
    if (!remark) return null
    namesakes++
    return mode === 'note' ? { noted: remark } : { skipped: remark }
  })
  return { plan: checked, namesakes }
}
