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
  refuseFaulty,
  type SentRows,
  tellFile,
  tellPlan,
} from '@/lib/spreadsheet/rows'
import type { FileAnswer, ImportAnswer } from '@/lib/spreadsheet/schema'
import { readTable } from '@/lib/spreadsheet/table'
import { randomUuidV1 } from './conf-code'
import { type Namesakes, planGuestImport, settleNamesakes, settleWithList } from './import-rules'
import { GUEST_IMPORT_FIELDS, type GuestImportRow } from './import-schema'

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
    const imported = await insertGuests(tx, rows)
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
