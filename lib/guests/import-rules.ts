import {
  type ImportPlan,
  readRows,
  type SentRow,
  settleRepeats,
  sift,
} from '@/lib/spreadsheet/rows'
import { type GuestImportRow, guestImportRow } from './import-schema'
import { GUEST_MESSAGES } from './messages'

/** What an import can hold, in the order of the template (spec section 5, Import guests). */
export const GUEST_IMPORT_FIELDS = Object.keys(guestImportRow.shape)

/** Reads rows as they were sent, from JSON or a spreadsheet, without looking at the list. */
export const planGuestImport = (sent: SentRow[]): ImportPlan<GuestImportRow> =>
  settleRepeats(readRows(guestImportRow, sent), (row) => row.jmbag)

/** What the list says to them: `lists` are those that the rows name, `taken` the JMBAGs that it has. */
export function settleWithList(
  plan: ImportPlan<GuestImportRow>,
  lists: { has: (tag: string) => boolean },
  taken: { has: (jmbag: string) => boolean },
): ImportPlan<GuestImportRow> {
  return sift(plan, ({ tag, jmbag }) => {
    if (!lists.has(tag)) return { faulty: GUEST_MESSAGES.unknownTag(tag) }
    return jmbag !== null && taken.has(jmbag) ? { skipped: GUEST_MESSAGES.jmbagTaken } : null
  })
}
