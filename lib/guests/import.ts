import { type Db, getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import { insertGuests, listTakenJmbags, lockImports } from '@/db/queries/guests-import'
import { findLists, type GuestList } from '@/db/queries/guests-lists'
import type { UserRow } from '@/db/queries/users'
import { type ImportPlan, refuseFaulty, type SentRow, tellPlan } from '@/lib/spreadsheet/rows'
import type { ImportAnswer } from '@/lib/spreadsheet/schema'
import { randomUuidV1 } from './conf-code'
import { planGuestImport, settleWithList } from './import-rules'
import type { GuestImportRow } from './import-schema'

/** The line of the record that tells of an import as a whole. */
export const IMPORT_RECORD = 'import'

/** What an import would do, row by row; writes nothing. */
export async function previewGuestImport(sent: SentRow[]): Promise<ImportAnswer> {
  const { plan } = await planOnList(getDb(), sent)
  return tellPlan(plan, null)
}

/**
 * Adds the rows that are not on the list yet, in one transaction. Whoever comes with a ticket
 * gets code and time, but no mail: those are sent by range. Throws invalid with the number
 * and reasons of every faulty row, and then writes nothing.
 */
export async function importGuests(sent: SentRow[], user: UserRow): Promise<ImportAnswer> {
  return getDb().transaction(async (tx) => {
    await lockImports(tx)
    const { plan, lists } = await planOnList(tx, sent)
    refuseFaulty(plan)
    const rows = plan.add.map((row) => newGuest(row, lists.get(row.tag) as GuestList))
    const imported = rows.length > 0 ? await insertGuests(tx, rows) : 0
    if (imported > 0)
      await insertActivity(tx, {
        userId: user.id,
        entity: 'guests',
        entityId: IMPORT_RECORD,
        action: 'imported',
        changes: { rows: [null, imported] },
      })
    return tellPlan(plan, imported)
  })
}

async function planOnList(
  db: Db,
  sent: SentRow[],
): Promise<{ plan: ImportPlan<GuestImportRow>; lists: Map<string, GuestList> }> {
  const plan = planGuestImport(sent)
  const lists = await findLists(
    db,
    plan.add.map((row) => row.tag),
  )
  const taken = await listTakenJmbags(
    db,
    plan.add.flatMap((row) => row.jmbag ?? []),
  )
  return { plan: settleWithList(plan, lists, taken), lists }
}

/** A sponsor's guests count as bought (decisions.md, Sponsors) unless the row says otherwise. */
function newGuest(
  { name, surname, jmbag, email, bought, entered }: GuestImportRow,
  list: GuestList,
) {
  const { tagId, sponsorId } = list
  const confCode = (bought ?? sponsorId !== null) ? randomUuidV1() : null
  return { name, surname, jmbag, email, entered, tagId, sponsorId, confCode }
}
