import type { z } from 'zod'
import { type Db, getDb } from '@/db/pool'
import { lockImports } from '@/db/queries/guests-import'
import { insertUsers, listTakenEmails } from '@/db/queries/import-users'
import type { UserRow } from '@/db/queries/users'
import { PRIVILEGE_LABELS } from '@/lib/auth/rules'
import { getConfig } from '@/lib/config/settings'
import { correctRows } from '@/lib/spreadsheet/corrections'
import type { Correction } from '@/lib/spreadsheet/corrections-schema'
import {
  fileImportResponse,
  findDuplicateRows,
  type ImportPlan,
  type InputRows,
  importResponse,
  partitionRows,
  requireValidRows,
  validateRows,
} from '@/lib/spreadsheet/rows'
import { cell, type FileAnswer, type ImportAnswer, rowOf } from '@/lib/spreadsheet/schema'
import { readTable } from '@/lib/spreadsheet/table'
import type { TemplateColumn } from '@/lib/spreadsheet/workbook'
import { emailInput, isStaffEmail, USER_MESSAGES } from './schema'

/** A row of the user import (rule 11.3); an empty name is filled at the first sign-in. */
const userImportRow = rowOf({
  name: cell.refine((text) => text.length <= 100, 'Ime je predugačko'),
  email: cell.pipe(emailInput),
  privilege: cell
    .refine((text) => /^[0-4]$/.test(text), USER_MESSAGES.badPrivilege)
    .transform(Number),
})

const privileges = Object.entries(PRIVILEGE_LABELS)
  .map(([privilege, label]) => `${privilege} ${label}`)
  .join(', ')

/** Columns of the import template for users (rule 11.3). */
export const USER_TEMPLATE: TemplateColumn[] = [
  { name: 'name', help: 'Ime i prezime. Smije ostati prazno.', example: 'Ana Anić' },
  { name: 'email', help: 'Adresa organizacije kojom se prijavljuje.', example: 'ana@primjer.hr' },
  {
    name: 'privilege',
    help: `Broj: ${privileges}.`,
    example: '3',
    choices: ['0', '1', '2', '3', '4'],
  },
]

/** Fields of an import, in the order of the template (rule 11.3). */
export const USER_IMPORT_FIELDS = Object.keys(userImportRow.shape)

export type UserImportRow = z.output<typeof userImportRow>

/** Validates rows from JSON or a spreadsheet, without comparing them with the stored users. */
async function planUserImport(
  sent: InputRows,
  domain: string | undefined,
): Promise<ImportPlan<UserImportRow>> {
  const staffRows = partitionRows(await validateRows(userImportRow, sent), ({ email }) =>
    isStaffEmail(email, domain)
      ? null
      : { faulty: USER_MESSAGES.foreignEmail(domain), field: 'email' },
  )
  return findDuplicateRows(staffRows, 'email')
}

/** Skips rows whose e-mail address a user already has. The user keeps the stored privilege. */
const skipExistingUsers = (
  plan: ImportPlan<UserImportRow>,
  taken: { has: (email: string) => boolean },
) =>
  partitionRows(plan, ({ email }) => (taken.has(email) ? { skipped: USER_MESSAGES.taken } : null))

/** Returns what an import would do with each row. Writes nothing. */
export const previewUserImport = async (sent: InputRows): Promise<ImportAnswer> =>
  importResponse(await planOnStaff(getDb(), await planned(sent)), null)

/**
 * Adds the users who do not exist yet, in one transaction. Throws invalid with the number and
 * reasons of every faulty row, and then writes nothing.
 */
export async function importUsers(sent: InputRows, user: UserRow): Promise<ImportAnswer> {
  const { plan, imported } = await addPlanned(await planned(sent), user)
  return importResponse(plan, imported)
}

const TABLE = { fields: USER_IMPORT_FIELDS, required: [['email'], ['privilege']] }

const FORM = { fields: USER_IMPORT_FIELDS, always: USER_IMPORT_FIELDS }

/** Returns what the import of a spreadsheet would do with each row. Writes nothing. */
export async function previewUserFile(file: File, corrections?: Correction[]): Promise<FileAnswer> {
  const plan = await planOnStaff(getDb(), await planned(await rowsOf(file, corrections)))
  return fileImportResponse(plan, null, FORM)
}

export async function importUserFile(
  file: File,
  user: UserRow,
  corrections?: Correction[],
): Promise<FileAnswer> {
  const { plan, imported } = await addPlanned(await planned(await rowsOf(file, corrections)), user)
  return fileImportResponse(plan, imported, FORM)
}

const rowsOf = async (file: File, corrections?: Correction[]) =>
  correctRows(readTable(new Uint8Array(await file.arrayBuffer()), TABLE), corrections)

const planned = (sent: InputRows) => planUserImport(sent, getConfig().GOOGLE_HOSTED_DOMAIN)

const addPlanned = (planned: ImportPlan<UserImportRow>, user: UserRow) =>
  getDb().transaction(async (tx) => {
    await lockImports(tx)
    const plan = await planOnStaff(tx, planned)
    requireValidRows(plan)
    const rows = plan.add.map(({ name, email, privilege }) => ({ name, email, privilege }))
    const imported = rows.length > 0 ? await insertUsers(tx, rows, user.id) : 0
    return { plan, imported }
  })

async function planOnStaff(db: Db, plan: ImportPlan<UserImportRow>) {
  const emails = plan.add.map((row) => row.email)
  return skipExistingUsers(plan, await listTakenEmails(db, emails))
}
