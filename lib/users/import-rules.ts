import type { z } from 'zod'
import {
  type ImportPlan,
  readRows,
  type SentRows,
  settleRepeats,
  sift,
} from '@/lib/spreadsheet/rows'
import { userImportRow } from './import-schema'
import { USER_MESSAGES } from './messages'
import { isStaffEmail } from './rules'

/** What an import can hold, in the order of the template (spec section 5, Import users). */
export const USER_IMPORT_FIELDS = Object.keys(userImportRow.shape)

export type UserImportRow = z.output<typeof userImportRow>

/** Reads rows as they were sent, from JSON or a spreadsheet, without looking at the staff. */
export async function planUserImport(
  sent: SentRows,
  domain: string | undefined,
): Promise<ImportPlan<UserImportRow>> {
  const known = sift(await readRows(userImportRow, sent), ({ email }) =>
    isStaffEmail(email, domain) ? null : { faulty: USER_MESSAGES.foreignEmail(domain) },
  )
  return settleRepeats(known, (row) => row.email)
}

/** Whoever is there already keeps the stored privilege. */
export const settleWithStaff = (
  plan: ImportPlan<UserImportRow>,
  taken: { has: (email: string) => boolean },
) => sift(plan, ({ email }) => (taken.has(email) ? { skipped: USER_MESSAGES.taken } : null))
