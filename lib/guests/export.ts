import type { Readable } from 'node:stream'
import { getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import { GUEST_FIELDS, type GuestFilter, type GuestRow, listGuestsAfter } from '@/db/queries/guests'
import type { UserRow } from '@/db/queries/users'
import { listParams } from '@/lib/http/list-params'
import { type SheetColumn, writeWorkbook } from '@/lib/spreadsheet/workbook'
import { zagrebIso } from '@/lib/time'
import type { GuestExportQuery } from './schema'

/** The name of the sheet (spec section 9, Export). */
const GUEST_SHEET = 'People'

const instant = (at: string | null) => at && zagrebIso(new Date(at))

/**
 * What an import takes, so that what was exported can be imported again and is the same:
 * codes and times too, since a ticket that was mailed must stay the same ticket.
 */
const COLUMNS: SheetColumn<GuestRow>[] = [
  { header: 'name', value: (guest) => guest.name },
  { header: 'surname', value: (guest) => guest.surname, width: 20 },
  { header: 'jmbag', value: (guest) => guest.jmbag, width: 13 },
  { header: 'email', value: (guest) => guest.email, width: 26 },
  { header: 'tag', value: (guest) => guest.tag, width: 14 },
  { header: 'bought', value: (guest) => Number(guest.boughtAt !== null), kind: 'number', width: 8 },
  {
    header: 'entered',
    value: (guest) => Number(guest.enteredAt !== null),
    kind: 'number',
    width: 8,
  },
  { header: 'phone', value: (guest) => guest.phone },
  { header: 'confCode', value: (guest) => guest.confCode, width: 38 },
  { header: 'boughtTicketTime', value: (guest) => instant(guest.boughtAt), width: 30 },
  { header: 'enteredTime', value: (guest) => instant(guest.enteredAt), width: 30 },
]

/** Guests that are asked for at once: no connection is held while somebody reads slowly. */
const AT_ONCE = 1000

/**
 * The guests that match as a workbook, in the order in which they were put on the list. Who
 * took it away stands in the record, since it leaves the house with it.
 */
export async function exportGuests(query: GuestExportQuery, user: UserRow): Promise<Readable> {
  const { search, searchFields } = listParams(query, GUEST_FIELDS)
  const { tag, sponsor, bought, entered } = query
  await insertActivity(getDb(), {
    userId: user.id,
    entity: 'guests',
    entityId: 'export',
    action: 'exported',
  })
  return writeWorkbook(
    GUEST_SHEET,
    COLUMNS,
    matchingGuests({ search, searchFields, tag, sponsor, bought, entered }),
  )
}

async function* matchingGuests(filter: GuestFilter): AsyncGenerator<GuestRow> {
  let afterId = 0
  for (;;) {
    const rows = await listGuestsAfter(getDb(), { ...filter, afterId, limit: AT_ONCE })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    afterId = last.id
  }
}
