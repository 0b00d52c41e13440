import { UPDATED_TEXTS, type UpdatedText } from '@/db/catalogue/guests'
import type { Db } from '@/db/pool'
import type { GuestRow, GuestTexts } from '@/db/queries/guests'
import { type ImportedChange, listKnownGuests } from '@/db/queries/guests-known'
import type { GuestList } from '@/db/queries/guests-lists'
import { formatRowNumber, withLocation } from '@/lib/spreadsheet/places'
import { type ImportPlan, MAX_LISTED_ROWS, partitionRows, rowLabel } from '@/lib/spreadsheet/rows'
import { recordOf } from '@/lib/text/keys'
import { GUEST_MESSAGES, mayHaveJmbag, tagLabel } from '../rules'
import type { GuestFileAnswer } from './mapping-schema'
import type { GuestImportRow } from './schema'

type Plan = ImportPlan<GuestImportRow>
type FoundBy = GuestFileAnswer['changes'][number]['by']

/** Change of a guest on the list by a row of an imported file. */
export interface GuestUpdate {
  row: number
  by: FoundBy
  guest: GuestRow
  after: Pick<GuestTexts, UpdatedText>
  list: Pick<GuestList, 'listId' | 'tag' | 'isBrucosi'>
}

/**
 * Guests on the list whom the rows may refer to, by JMBAG, confirmation code and e-mail address.
 */
export interface ExistingGuests {
  jmbags: Map<string, GuestRow>
  codes: Map<string, GuestRow>
  emails: Map<string, GuestRow[]>
}

/**
 * Returns the e-mail address for finding the guest of a row. Null if the row has a JMBAG or a code,
 * because these identify the guest.
 */
const addressOf = ({ jmbag, confCode, email }: GuestImportRow) =>
  jmbag === null && confCode === null ? email : null

export async function findKnownGuests(db: Db, rows: GuestImportRow[]): Promise<ExistingGuests> {
  const valuesOf = (field: (row: GuestImportRow) => string | null) => [
    ...new Set(rows.flatMap((row) => field(row) ?? [])),
  ]
  const found = await listKnownGuests(db, {
    jmbags: valuesOf((row) => row.jmbag),
    codes: valuesOf((row) => row.confCode),
    emails: valuesOf(addressOf),
  })
  const by = (field: 'jmbag' | 'confCode') =>
    new Map(found.flatMap((guest) => (guest[field] ? [[guest[field], guest] as const] : [])))
  const emails = new Map<string, GuestRow[]>()
  for (const guest of found) {
    const same = guest.email === null ? undefined : emails.get(guest.email)
    if (same) same.push(guest)
    else if (guest.email !== null) emails.set(guest.email, [guest])
  }
  return { jmbags: by('jmbag'), codes: by('confCode'), emails }
}

const UNCHANGED = 'Već na popisu, s istim podacima'
const OTHER_GUEST = {
  faulty: 'JMBAG i kod karte pripadaju različitim gostima',
  field: 'jmbag',
}

/**
 * Finds the rows about guests on the list, takes them out of the rows to add, and returns the
 * changes of these guests.
 */
export function matchExistingGuests(
  plan: Plan,
  lists: Map<string, GuestList>,
  known: ExistingGuests,
): { plan: Plan; updates: GuestUpdate[] } {
  const updates = new Map<number, GuestUpdate>()
  const checked = partitionRows(plan, (row) => {
    const found = lists.has(row.tag) ? findGuest(row, known) : null
    if (!found) return null
    if (!('guest' in found)) return found
    const next = updateOf(row, found, lists)
    if ('faulty' in next) return next
    const before = updates.get(next.guest.id)
    if (before)
      return isSame(before, next)
        ? { skipped: `Isti red je već na popisu (red ${formatRowNumber(before.row)})` }
        : { faulty: `Istog gosta već mijenja red ${formatRowNumber(before.row)}, drukčije` }
    updates.set(next.guest.id, next)
    return { apart: true }
  })
  const all = [...updates.values()]
  const isUnchanged = (update: GuestUpdate) => fieldsOf(update).length === 0
  const same = all.filter(isUnchanged)
  const skipped = same.map(({ row, guest }) => ({
    row,
    text: rowLabel(guest),
    reasons: [UNCHANGED],
  }))
  return {
    plan: { ...checked, skipped: [...checked.skipped, ...skipped] },
    updates: all.filter((update) => !isUnchanged(update)),
  }
}

const isSame = (a: GuestUpdate, b: GuestUpdate) =>
  a.list.listId === b.list.listId && JSON.stringify(a.after) === JSON.stringify(b.after)

type RowMatch =
  | { guest: GuestRow; by: FoundBy }
  | { faulty: string; field: string }
  | { skipped: string }
  | null

/**
 * Finds the guest on the list that a row refers to: by JMBAG, by confirmation code, or by e-mail
 * address.
 */
function findGuest(row: GuestImportRow, { jmbags, codes, emails }: ExistingGuests): RowMatch {
  const byJmbag = row.jmbag === null ? undefined : jmbags.get(row.jmbag)
  const byCode = row.confCode === null ? undefined : codes.get(row.confCode)
  if (byJmbag && byCode && byJmbag.id !== byCode.id) return OTHER_GUEST
  if (byJmbag) return { guest: byJmbag, by: 'jmbag' }
  if (byCode) return { guest: byCode, by: 'confCode' }
  const address = addressOf(row)
  const [first, second] = (address && emails.get(address)) || []
  if (second) return { skipped: `Adresu ${address} ima više gostiju, pa se ne zna koga ažurirati` }
  return first ? { guest: first, by: 'email' } : null
}

/**
 * Returns the change of a guest by a row. Empty cells change nothing, and only freshers get a
 * JMBAG.
 */
function updateOf(
  row: GuestImportRow & { row: number },
  { guest, by }: { guest: GuestRow; by: FoundBy },
  lists: Map<string, GuestList>,
): GuestUpdate | { faulty: string; field: string } {
  const { listId, tag, isBrucosi } = guest
  const list = (row.tag === '' ? undefined : lists.get(row.tag)) ?? { listId, tag, isBrucosi }
  if (row.jmbag !== null && guest.jmbag !== null && row.jmbag !== guest.jmbag) return OTHER_GUEST
  if (row.jmbag !== guest.jmbag && !mayHaveJmbag(row.jmbag, list))
    return { faulty: GUEST_MESSAGES.jmbagElsewhere, field: 'jmbag' }
  const after = recordOf(
    UPDATED_TEXTS,
    (field) => row[field] || guest[field],
  ) as GuestUpdate['after']
  return { row: row.row, by, guest, after, list }
}

type Change = GuestFileAnswer['changes'][number]['fields'][number]

function fieldsOf({ guest, after, list }: GuestUpdate): Change[] {
  const texts = UPDATED_TEXTS.flatMap((field) =>
    after[field] === guest[field]
      ? []
      : [{ field, before: guest[field] || null, after: after[field] }],
  )
  const [before, now] = [tagLabel(guest.tag), tagLabel(list.tag)]
  return list.listId === guest.listId ? texts : [...texts, { field: 'tag', before, after: now }]
}

/** Returns the column values that an update writes. */
export const toImportedChange = ({ guest, after, list }: GuestUpdate): ImportedChange => ({
  id: guest.id,
  ...after,
  listId: list.listId,
})

/** Describes the updates for the response, ordered by row. At most MAX_LISTED_ROWS are included. */
export const describeUpdates = (
  updates: GuestUpdate[],
  sheets: readonly string[],
): GuestFileAnswer['changes'] =>
  updates
    .toSorted((a, b) => a.row - b.row)
    .slice(0, MAX_LISTED_ROWS)
    .map((update) =>
      withLocation(
        { row: update.row, text: rowLabel(update.guest), by: update.by, fields: fieldsOf(update) },
        sheets,
      ),
    )
