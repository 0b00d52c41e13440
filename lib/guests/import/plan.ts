import type { Db } from '@/db/pool'
import { listNamesakes, listTakenCodes, listTakenJmbags } from '@/db/queries/guests-import'
import { findLists, type GuestList } from '@/db/queries/guests-lists'
import { rowWords } from '@/lib/spreadsheet/places'
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

/** Facts about rows that their cells do not have. */
interface Source {
  doubtOf?: (fields: unknown) => string | null
  called?: (field: string) => string
}

/** Reads rows as they were sent, from JSON or a spreadsheet, without looking at the list. */
export async function planGuestImport(sent: InputRows, source: Source = {}): Promise<Plan> {
  const remark = (fields: unknown, { jmbag, phone }: GuestImportRow) => {
    const given = (fields ?? {}) as { jmbag?: unknown; phone?: unknown }
    const said = [
      source.doubtOf?.(fields),
      isShortJmbag(given.jmbag) && `JMBAG je nadopunjen nulama: ${jmbag}`,
      typeof given.phone === 'number' && `Telefon je zapisan kao broj, pa provjerite: ${phone}`,
    ]
    return said.filter(Boolean).join('. ') || null
  }
  const plan = await validateRows(guestImportRow, sent, remark, source.called)
  return findDuplicateRows(
    findDuplicateRows(plan, (row) => row.jmbag),
    (row) => row.confCode,
  )
}

/** Options beyond adding new guests. A list in JSON has none. */
export interface ImportOptions {
  namesakes?: Namesakes
  existing?: 'skip' | 'update'
}

export interface SettledPlan {
  plan: Plan
  lists: Map<string, GuestList>
  namesakes: number
  updates: GuestUpdate[]
}

/** Compares the rows with the current list. */
export async function planAgainstList(
  db: Db,
  given: Plan,
  asked: ImportOptions = {},
): Promise<SettledPlan> {
  const each = <T>(field: (row: GuestImportRow) => T | null) =>
    given.add.flatMap((row) => field(row) ?? [])
  const lists = await findLists(db, new Set(each((row) => row.tag)))
  const { plan, updates } =
    asked.existing === 'update'
      ? matchExistingGuests(given, lists, await findKnownGuests(db, given.add))
      : { plan: given, updates: [] }
  const jmbags = await listTakenJmbags(
    db,
    each((row) => row.jmbag),
  )
  const codes = await listTakenCodes(
    db,
    each((row) => row.confCode),
  )
  const settled = settleWithList(plan, { lists, jmbags, codes })
  if (!asked.namesakes) return { plan: settled, lists, namesakes: 0, updates }
  const nameless = settled.add.filter((row) => row.jmbag === null && row.confCode === null)
  const listed = await listNamesakes(
    db,
    nameless.map(({ row, name, surname, tag }) => ({
      row,
      fullName: `${name} ${surname}`,
      listId: (lists.get(tag) as GuestList).listId,
    })),
  )
  return { ...settleNamesakes(settled, listed, asked.namesakes), lists, updates }
}

/** Facts of the list that concern the rows. */
interface Known {
  /** The lists that the rows name. */
  lists: { has: (tag: string) => boolean }
  /** The JMBAGs on it. */
  jmbags: { has: (jmbag: string) => boolean }
  /** The codes of tickets, and whether their guests have been deleted. */
  codes: { get: (code: string) => { isDeleted: boolean } | undefined }
}

/** Sorts the rows by what the list says: faulty, skipped or to be added. */
function settleWithList(plan: Plan, { lists, jmbags, codes }: Known): Plan {
  return partitionRows(plan, ({ tag, jmbag, confCode }) => {
    if (!lists.has(tag)) return { faulty: GUEST_MESSAGES.unknownTag(tag) }
    if (jmbag !== null && jmbags.has(jmbag)) return { skipped: GUEST_MESSAGES.jmbagTaken }
    const ticket = confCode === null ? undefined : codes.get(confCode)
    if (!ticket) return null
    return ticket.isDeleted
      ? { faulty: 'Karta s tim kodom pripada obrisanom gostu: vratite ga ili izbrišite kod' }
      : { skipped: 'Gost s tom kartom već postoji' }
  })
}

/** How possible duplicates by name are treated: reported or skipped. */
export type Namesakes = 'note' | 'skip'

/**
 * Finds possible duplicates among rows without a JMBAG: guests with the same name on the same list, or in
 * an earlier row for it.
 */
function settleNamesakes(
  plan: Plan,
  listed: { has: (row: number) => boolean },
  mode: Namesakes,
): { plan: Plan; namesakes: number } {
  const seen = new Map<string, number>()
  let namesakes = 0
  const settled = partitionRows(plan, ({ row, name, surname, tag, jmbag, confCode }) => {
    if (jmbag !== null || confCode !== null) return null
    const key = JSON.stringify([foldName(`${name} ${surname}`), foldName(tag)])
    const before = seen.get(key)
    seen.set(key, before ?? row)
    const said = listed.has(row)
      ? 'Možda već na popisu: isto ime i prezime s istim tagom'
      : before && `Možda isti kao red ${rowWords(before)}: isto ime i prezime s istim tagom`
    if (!said) return null
    namesakes++
    return mode === 'note' ? { noted: said } : { skipped: said }
  })
  return { plan: settled, namesakes }
}
