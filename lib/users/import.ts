import { type Db, getDb } from '@/db/client'
import { lockImports } from '@/db/queries/guests-import'
import { insertUsers, listTakenEmails } from '@/db/queries/import-users'
import type { UserRow } from '@/db/queries/users'
import { getConfig } from '@/lib/config'
import { refuseFaulty, type SentRow, tellPlan } from '@/lib/spreadsheet/rows'
import type { ImportAnswer } from '@/lib/spreadsheet/schema'
import { planUserImport, settleWithStaff } from './import-rules'

/** What an import would do, row by row; writes nothing. */
export const previewUserImport = async (sent: SentRow[]): Promise<ImportAnswer> =>
  tellPlan(await planOnStaff(getDb(), sent), null)

/**
 * Adds the people who are not there yet, in one transaction. Throws invalid with the number
 * and reasons of every faulty row, and then writes nothing.
 */
export async function importUsers(sent: SentRow[], user: UserRow): Promise<ImportAnswer> {
  return getDb().transaction(async (tx) => {
    await lockImports(tx)
    const plan = await planOnStaff(tx, sent)
    refuseFaulty(plan)
    const rows = plan.add.map(({ name, email, privilege }) => ({ name, email, privilege }))
    const imported = rows.length > 0 ? await insertUsers(tx, rows, user.id) : 0
    return tellPlan(plan, imported)
  })
}

async function planOnStaff(db: Db, sent: SentRow[]) {
  const plan = planUserImport(sent, getConfig().GOOGLE_HOSTED_DOMAIN)
  return settleWithStaff(
    plan,
    await listTakenEmails(
      db,
      plan.add.map((row) => row.email),
    ),
  )
}
