import { z } from 'zod'
import { MAX_GUEST_NAME_LENGTH } from '@/db/catalogue/guest-names'
import { IMPORTED_TEXTS } from '@/db/catalogue/guests'
import { cell, flagCell, rowOf } from '@/lib/spreadsheet/schema'
import { recordOf } from '@/lib/text/keys'
import { parseZagrebDateTime } from '@/lib/time/zagreb'
import { GUEST_TEXT_INPUTS, OPTIONAL_TEXT_FIELDS } from '../fields'
import { GUEST_MESSAGES, isConfirmationCode, isSponsorTag } from '../rules'

/**
 * Whether a cell is a JMBAG that lost its leading zeros, because the spreadsheet stored it as a
 * number. Numbers with fewer than eight digits do not count: they would have lost more than two
 * zeros.
 */
export const isShortJmbag = (value: unknown): value is number =>
  typeof value === 'number' && /^\d{8,9}$/.test(String(value))

/**
 * Restores a phone number that the spreadsheet stored as a number: adds the leading zero, or the
 * plus before the country code.
 */
function phoneOfNumber(value: number): string {
  const digits = String(value)
  if (/^385\d{8,9}$/.test(digits)) return `+${digits}`
  return /^[1-9]\d{7,8}$/.test(digits) ? `0${digits}` : digits
}

const jmbagCell = z
  .preprocess((value) => (isShortJmbag(value) ? String(value).padStart(10, '0') : value), cell)
  .refine((text) => /^(\d{10})?$/.test(text), GUEST_MESSAGES.badJmbag)
  .transform((text) => text || null)

const phoneCell = z.preprocess(
  (value) => (typeof value === 'number' ? phoneOfNumber(value) : value),
  cell,
)

type OtherText = Exclude<(typeof IMPORTED_TEXTS)[number], 'name' | 'surname' | 'jmbag'>

const OTHER_TEXTS = IMPORTED_TEXTS.filter(
  (field): field is OtherText => field !== 'name' && field !== 'surname' && field !== 'jmbag',
)

/** Schemas of the optional texts. A cell is validated by the same rules as a change of a guest. */
const texts = recordOf(OPTIONAL_TEXT_FIELDS, (field) =>
  (field === 'phone' ? phoneCell : cell)
    .transform((text): string | null => text)
    .pipe(GUEST_TEXT_INPUTS[field]),
)

const codeCell = cell
  .transform((text) => text.toLowerCase())
  .refine((text) => text === '' || isConfirmationCode(text), 'Neispravan kod karte')
  .transform((text) => text || null)

/**
 * Converts a date cell to an ISO instant. Date cells have no time zone and count as Zagreb time. A
 * time that is written as text must contain its offset.
 */
const asZagreb = (value: Date) => {
  const [day, month, year] = [value.getUTCDate(), value.getUTCMonth() + 1, value.getUTCFullYear()]
  const minute = String(value.getUTCMinutes()).padStart(2, '0')
  const text = `${day}.${month}.${year}. ${value.getUTCHours()}:${minute}`
  return parseZagrebDateTime(text)?.toISOString() ?? 'none'
}

const badTime = 'Vrijeme mora biti kao 2025-10-03T20:15:00+02:00'

const timeCell = z
  .preprocess((value) => (value instanceof Date ? asZagreb(value) : value), cell)
  .pipe(z.union([z.literal(''), z.iso.datetime({ offset: true, error: badTime })], badTime))
  .transform((text) => (text ? new Date(text).toISOString() : null))

const isNameShort = (text: string) => text.length <= MAX_GUEST_NAME_LENGTH

const own = {
  name: cell.refine(isNameShort, 'Ime je predugačko'),
  surname: cell.refine(isNameShort, 'Prezime je predugačko'),
  jmbag: jmbagCell,
  email: texts.email,
  tag: cell,
  bought: flagCell,
  entered: flagCell,
}

const others = recordOf(OTHER_TEXTS, (field) => texts[field])

const fields = {
  ...own,
  ...others,
  confCode: codeCell,
  boughtTicketTime: timeCell,
  enteredTime: timeCell,
}

/** Columns of the template (rule 11.2), then the additional columns of an export. */
export const GUEST_IMPORT_FIELDS = Object.keys(fields)

/**
 * A row of the guest import (rule 11.2) or of an export. An empty `tag` is the freshers' list. If
 * `bought` is null, guests of a sponsor have a ticket and others have none. A code or a time of
 * purchase implies a ticket.
 */
export const guestImportRow = rowOf(fields)
  .refine(
    (row) => row.name !== '' || row.surname !== '' || row.jmbag !== null || row.confCode !== null,
    'Nema ni imena ni JMBAG-a',
  )
  .refine((row) => row.bought !== false || (!row.confCode && !row.boughtTicketTime), {
    path: ['bought'],
    error: 'Kod ili vrijeme kupnje stoje uz 0',
  })
  .refine((row) => row.entered !== false || !row.enteredTime, {
    path: ['entered'],
    error: 'Vrijeme ulaska stoji uz 0',
  })
  .transform((row) => ({
    ...row,
    bought: row.confCode || row.boughtTicketTime ? true : row.bought,
    entered: row.entered ?? row.enteredTime !== null,
  }))
  .refine(isNamedForTicket, { path: ['bought'], error: GUEST_MESSAGES.nameMissing })

/**
 * Whether a guest with a new ticket has both names. Guests of sponsors are exempt, because sponsors
 * enter whole names. Rows with a code are exempt too, because their ticket exists.
 */
function isNamedForTicket(row: {
  name: string
  surname: string
  tag: string
  bought: boolean | null
  confCode: string | null
}) {
  if (row.bought !== true || row.confCode !== null || isSponsorTag(row.tag)) return true
  return row.name !== '' && row.surname !== ''
}

export type GuestImportRow = z.output<typeof guestImportRow>
