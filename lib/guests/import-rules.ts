import {
  type ImportPlan,
  readRows,
  type SentRows,
  settleRepeats,
  sift,
} from '@/lib/spreadsheet/rows'
import { type GuestImportRow, guestImportRow, isShortJmbag } from './import-schema'
import { GUEST_MESSAGES } from './messages'

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
export interface Known {
  /** The lists that the rows name. */
  lists: { has: (tag: string) => boolean }
  /** The JMBAGs on it. */
  jmbags: { has: (jmbag: string) => boolean }
  /** The codes of tickets, and whether their guests have been deleted. */
  codes: { get: (code: string) => { isDeleted: boolean } | undefined }
}

/** What the list says to them. */
export function settleWithList(plan: Plan, { lists, jmbags, codes }: Known): Plan {
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
export type Namesakes = 'note' | 'skip'

/**
 * Without a JMBAG nobody can tell whether two of a name are one: whoever is called like
 * somebody on the same list, or like an earlier row for it, may be there already.
 */
export function settleNamesakes(
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
