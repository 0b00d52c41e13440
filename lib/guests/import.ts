import { type Db, getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import {
  type ImportedGuest,
  insertGuests,
  listNamesakes,
  listTakenCodes,
  listTakenJmbags,
  lockImports,
} from '@/db/queries/guests-import'
import { findLists, type GuestList } from '@/db/queries/guests-lists'
import type { UserRow } from '@/db/queries/users'
import {
  type ImportPlan,
  readRows,
  refuseFaulty,
  type SentRows,
  settleRepeats,
  sift,
  tellFile,
  tellPlan,
} from '@/lib/spreadsheet/rows'
import type { FileAnswer, ImportAnswer } from '@/lib/spreadsheet/schema'
import { readTable } from '@/lib/spreadsheet/table'
import { randomUuidV1 } from './conf-code'
import {
  GUEST_IMPORT_FIELDS,
  type GuestImportRow,
  guestImportRow,
  isShortJmbag,
} from './import-schema'
import { GUEST_MESSAGES } from './rules'

/** The line of the record that tells of an import as a whole. */
export const IMPORT_RECORD = 'import'

/** What an import would do, row by row; writes nothing. */
export async function previewGuestImport(sent: SentRows): Promise<ImportAnswer> {
  const { plan } = await planOnList(getDb(), await planGuestImport(sent))
  return tellPlan(plan, null)
}

/**
 * Adds the rows that are not on the list yet, in one transaction. Whoever comes with a ticket
 * gets code and time, but no mail: those are sent by range. Throws invalid with the number
 * and reasons of every faulty row, and then writes nothing.
 */
export async function importGuests(sent: SentRows, user: UserRow): Promise<ImportAnswer> {
  const { plan, imported } = await addPlanned(await planGuestImport(sent), user)
  return tellPlan(plan, imported)
}

/** The columns of a file: any of them, and one that tells who a guest is. */
const TABLE = { fields: GUEST_IMPORT_FIELDS, required: [['name', 'surname', 'jmbag']] }

/** The same as the two above for a spreadsheet, and whoever may be on the list is told of. */
export async function previewGuestFile(file: File): Promise<FileAnswer> {
  const planned = await planGuestImport(readTable(await bytesOf(file), TABLE))
  const { plan, namesakes } = await planOnList(getDb(), planned, 'note')
  return tellFile(plan, null, namesakes)
}

export async function importGuestFile(
  file: File,
  namesakes: 'add' | 'skip',
  user: UserRow,
): Promise<FileAnswer> {
  const planned = await planGuestImport(readTable(await bytesOf(file), TABLE))
  const done = await addPlanned(planned, user, namesakes === 'skip' ? 'skip' : 'note')
  return tellFile(done.plan, done.imported, done.namesakes)
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())

function addPlanned(planned: ImportPlan<GuestImportRow>, user: UserRow, namesakes?: Namesakes) {
  return getDb().transaction(async (tx) => {
    await lockImports(tx)
    const settled = await planOnList(tx, planned, namesakes)
    const { plan, lists } = settled
    refuseFaulty(plan)
    const rows = plan.add.map((row) => newGuest(row, lists.get(row.tag) as GuestList))
    const imported = await insertGuests(tx, rows, user.id)
    if (imported > 0)
      await insertActivity(tx, {
        userId: user.id,
        entity: 'guests',
        entityId: IMPORT_RECORD,
        action: 'imported',
        changes: { rows: [null, imported] },
      })
    return { ...settled, imported }
  })
}

async function planOnList(db: Db, plan: ImportPlan<GuestImportRow>, namesakes?: Namesakes) {
  const each = <T>(field: (row: GuestImportRow) => T | null) =>
    plan.add.flatMap((row) => field(row) ?? [])
  const lists = await findLists(db, new Set(each((row) => row.tag)))
  const jmbags = await listTakenJmbags(
    db,
    each((row) => row.jmbag),
  )
  const codes = await listTakenCodes(
    db,
    each((row) => row.confCode),
  )
  const settled = settleWithList(plan, { lists, jmbags, codes })
  if (!namesakes) return { plan: settled, lists, namesakes: 0 }
  const nameless = settled.add.filter((row) => row.jmbag === null && row.confCode === null)
  const listed = await listNamesakes(
    db,
    nameless.map(({ row, name, surname, tag }) => ({
      row,
      fullName: `${name} ${surname}`,
      listId: (lists.get(tag) as GuestList).listId,
    })),
  )
  return { ...settleNamesakes(settled, listed, namesakes), lists }
}

/** A sponsor's guests count as bought (decisions.md, Sponsors) unless the row says otherwise. */
function newGuest(row: GuestImportRow, { listId, isSponsor }: GuestList): ImportedGuest {
  const { tag: _, bought, confCode, boughtTicketTime, enteredTime, ...rest } = row
  const code = (bought ?? isSponsor) ? (confCode ?? randomUuidV1()) : null
  const times = { boughtAt: boughtTicketTime, enteredAt: enteredTime }
  return { ...rest, listId, confCode: code, ...times }
}

type Plan = ImportPlan<GuestImportRow>

/** Reads rows as they were sent, from JSON or a spreadsheet, without looking at the list. */
export async function planGuestImport(sent: SentRows): Promise<Plan> {
  const plan = await readRows(guestImportRow, sent, (fields, { jmbag }) =>
    isShortJmbag((fields as { jmbag?: unknown } | null)?.jmbag)
      ? `JMBAG je nadopunjen nulama: ${jmbag}`
      : null,
  )
  return settleRepeats(
    settleRepeats(plan, (row) => row.jmbag),
    (row) => row.confCode,
  )
}

/** What the list knows of the rows. */
interface Known {
  /** The lists that the rows name. */
  lists: { has: (tag: string) => boolean }
  /** The JMBAGs on it. */
  jmbags: { has: (jmbag: string) => boolean }
  /** The codes of tickets, and whether their guests have been deleted. */
  codes: { get: (code: string) => { isDeleted: boolean } | undefined }
}

/** What the list says to them. */
function settleWithList(plan: Plan, { lists, jmbags, codes }: Known): Plan {
  return sift(plan, ({ tag, jmbag, confCode }) => {
    if (!lists.has(tag)) return { faulty: GUEST_MESSAGES.unknownTag(tag) }
    if (jmbag !== null && jmbags.has(jmbag)) return { skipped: GUEST_MESSAGES.jmbagTaken }
    const ticket = confCode === null ? undefined : codes.get(confCode)
    if (!ticket) return null
    return ticket.isDeleted
      ? { faulty: 'Karta s tim kodom pripada obrisanom gostu: vratite ga ili izbrišite kod' }
      : { skipped: 'Gost s tom kartom već postoji' }
  })
}

/** What becomes of those who may be on the list already: are they told of, or left out? */
type Namesakes = 'note' | 'skip'

/**
 * Without a JMBAG nobody can tell whether two of a name are one: whoever is called like
 * somebody on the same list, or like an earlier row for it, may be there already.
 */
function settleNamesakes(
  plan: Plan,
  listed: { has: (row: number) => boolean },
  mode: Namesakes,
): { plan: Plan; namesakes: number } {
  const seen = new Map<string, number>()
  let namesakes = 0
  const settled = sift(plan, ({ row, name, surname, tag, jmbag, confCode }) => {
    if (jmbag !== null || confCode !== null) return null
    const key = JSON.stringify([name, surname, tag].map((text) => text.toLowerCase()))
    const before = seen.get(key)
    seen.set(key, before ?? row)
    const said = listed.has(row)
      ? 'Možda već na popisu: isto ime i prezime s istim tagom'
      : before && `Možda isti kao red ${before}: isto ime i prezime s istim tagom`
    if (!said) return null
    namesakes++
    return mode === 'note' ? { noted: said } : { skipped: said }
  })
  return { plan: settled, namesakes }
}
