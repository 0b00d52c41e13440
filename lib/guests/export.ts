import type { Readable } from 'node:stream'
import type { ColumnFacts, WrittenText } from '@/db/catalogue/facts'
import { GUEST_TEXT_FIELDS, GUESTS } from '@/db/catalogue/guests'
import { getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import { type GuestFilter, listGuestsAfter } from '@/db/queries/guests'
import { searchTags, TAG_FIELDS } from '@/db/queries/tags'
import type { UserRow } from '@/db/queries/users'
import { listParams } from '@/lib/http/list-params'
import type { TemplateColumn } from '@/lib/spreadsheet/workbook'
import { type SheetColumn, writeWorkbook } from '@/lib/spreadsheet/workbook'
import { zagrebIso } from '@/lib/time/zagreb'
import { filterOf } from './bulk/bulk'
import type { BulkSelection } from './bulk/schema'
import { GUEST_IMPORT_FIELDS } from './import/schema'
import type { Guest, GuestExportQuery } from './schema'
import { toGuestResponse } from './viewers'

/** Name of the sheet in an exported guest list (rule 11.8). */
const GUEST_SHEET = 'People'

const WIDTHS: Record<string, number> = Object.assign(
  {},
  ...Object.values<ColumnFacts>(GUESTS).map(({ exported }) => exported),
)

/**
 * Columns of an export. An import reads all of them, so importing an export changes nothing (rule
 * 11.8). Codes and times are included, because a ticket that was mailed must stay valid.
 */
const COLUMNS: SheetColumn<Guest>[] = GUEST_IMPORT_FIELDS.filter((field) => field in WIDTHS).map(
  (header) => ({
    header,
    width: WIDTHS[header],
    ...columnOf(header as keyof Guest),
  }),
)

function columnOf(field: keyof Guest): Pick<SheetColumn<Guest>, 'value' | 'kind'> {
  if (field === 'bought' || field === 'entered')
    return { kind: 'number', value: (guest) => Number(guest[field]) }
  if (field === 'boughtTicketTime' || field === 'enteredTime')
    return { value: ({ [field]: at }) => at && zagrebIso(new Date(at)) }
  return { value: (guest) => guest[field] || null }
}

/**
 * Number of guests per query. Between queries the export uses no database connection, so a client
 * that reads slowly blocks none.
 */
const PAGE_SIZE = 1000

/**
 * Returns the matching guests as a workbook, in the order in which they were added. The activity
 * log records the user of the export.
 */
export function exportGuests(query: GuestExportQuery, user: UserRow): Promise<Readable> {
  return exportChosen({ filter: query, except: [] }, user)
}

/** Returns the selected guests as a workbook. The activity log records the user of the export. */
export async function exportChosen(selection: BulkSelection, user: UserRow): Promise<Readable> {
  const filter = filterOf(selection)
  await insertActivity(getDb(), {
    userId: user.id,
    entity: 'guests',
    entityId: 'export',
    action: 'exported',
  })
  return writeWorkbook(GUEST_SHEET, COLUMNS, matchingGuests(filter))
}

async function* matchingGuests(filter: GuestFilter): AsyncGenerator<Guest> {
  let afterId = 0
  for (;;) {
    const rows = await listGuestsAfter(getDb(), { ...filter, afterId, limit: PAGE_SIZE })
    for (const row of rows) yield toGuestResponse(row, 'admin')
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_SIZE) return
    afterId = last.id
  }
}

const FLAG = ['0', '1']

/** Returns the columns of the template for the guest import (rule 11.2). */
export async function guestTemplate(): Promise<TemplateColumn[]> {
  const { rows } = await searchTags(getDb(), listParams({}, TAG_FIELDS))
  const tags = rows.map(({ name }) => name)
  const texts = GUEST_TEXT_FIELDS.flatMap((name) => {
    const { help, example = '' }: WrittenText = GUESTS[name].text
    return help ? { name, help, example } : []
  })
  return [
    ...texts,
    { name: 'tag', help: `Prazno znači ${tags[0]}.`, example: tags[1] ?? '', choices: tags },
    { name: 'bought', help: '1 ako ima kartu. Prazno znači 0.', example: '1', choices: FLAG },
    { name: 'entered', help: '1 ako je već ušao. Prazno znači 0.', example: '0', choices: FLAG },
  ]
}
