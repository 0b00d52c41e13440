import { type Db, getDb } from '@/db/client'
import { lockImports } from '@/db/queries/guests-import'
import { insertUsers, listTakenEmails } from '@/db/queries/import-users'
import type { UserRow } from '@/db/queries/users'
import { getConfig } from '@/lib/config'
import {
  type ImportPlan,
  refuseFaulty,
  type SentRows,
  tellFile,
  tellPlan,
} from '@/lib/spreadsheet/rows'
import type { FileAnswer, ImportAnswer } from '@/lib/spreadsheet/schema'
import { readTable } from '@/lib/spreadsheet/table'
import {
  planUserImport,
  settleWithStaff,
  USER_IMPORT_FIELDS,
  type UserImportRow,
} from './import-rules'

/** What an import would do, row by row; writes nothing. */
export const previewUserImport = async (sent: SentRows): Promise<ImportAnswer> =>
  tellPlan(await planOnStaff(getDb(), await planned(sent)), null)

/**
 * Adds the people who are not there yet, in one transaction. Throws invalid with the number
 * and reasons of every faulty row, and then writes nothing.
 */
export async function importUsers(sent: SentRows, user: UserRow): Promise<ImportAnswer> {
  const { plan, imported } = await addPlanned(await planned(sent), user)
  return tellPlan(plan, imported)
}

const TABLE = { fields: USER_IMPORT_FIELDS, required: [['email'], ['privilege']] }

/** The same as the two above for a spreadsheet. */
export const previewUserFile = async (file: File): Promise<FileAnswer> =>
  tellFile(await planOnStaff(getDb(), await planned(await rowsOf(file))), null)

export async function importUserFile(file: File, user: UserRow): Promise<FileAnswer> {
  const { plan, imported } = await addPlanned(await planned(await rowsOf(file)), user)
  return tellFile(plan, imported)
}

const rowsOf = async (file: File) => readTable(new Uint8Array(await file.arrayBuffer()), TABLE)

const planned = (sent: SentRows) => planUserImport(sent, getConfig().GOOGLE_HOSTED_DOMAIN)

const addPlanned = (planned: ImportPlan<UserImportRow>, user: UserRow) =>
  getDb().transaction(async (tx) => {
    await lockImports(tx)
    const plan = await planOnStaff(tx, planned)
    refuseFaulty(plan)
    const rows = plan.add.map(({ name, email, privilege }) => ({ name, email, privilege }))
    const imported = rows.length > 0 ? await insertUsers(tx, rows, user.id) : 0
    return { plan, imported }
  })

async function planOnStaff(db: Db, plan: ImportPlan<UserImportRow>) {
  const emails = plan.add.map((row) => row.email)
  return settleWithStaff(plan, await listTakenEmails(db, emails))
}
