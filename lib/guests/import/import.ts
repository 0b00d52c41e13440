import { randomUUID } from 'node:crypto'
import { violates } from '@/db/errors'
import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import { type ImportedGuest, insertGuests, lockImports } from '@/db/queries/guests-import'
import { lockGuestVersions, updateImported } from '@/db/queries/guests-known'
import type { GuestList } from '@/db/queries/guests-lists'
import { storeMapping } from '@/db/queries/import-mappings'
import { insertImportJob } from '@/db/queries/import-undo'
import type { UserRow } from '@/db/queries/users'
import { randomUuidV1 } from '@/db/uuid'
import { IMPORT_RECORD } from '@/lib/guests/rules'
import { correctRows } from '@/lib/spreadsheet/corrections'
import type { Correction } from '@/lib/spreadsheet/corrections-schema'
import { HiddenParts } from '@/lib/spreadsheet/hidden'
import {
  fileImportResponse,
  type ImportPlan,
  type InputRows,
  importResponse,
  requireValidRows,
} from '@/lib/spreadsheet/rows'
import type { ImportAnswer } from '@/lib/spreadsheet/schema'
import { openSpreadsheet, readTable } from '@/lib/spreadsheet/table'
import { jmbagTakenError } from '../create-delete-restore'
import { MappedTable, readTyped } from './mapped'
import type { GuestFileAnswer, GuestMapping } from './mapping-schema'
import {
  type CheckedPlan,
  type ImportOptions,
  type Namesakes,
  planAgainstList,
  planGuestImport,
} from './plan'
import { guestRows } from './rows'
import { GUEST_IMPORT_FIELDS, type GuestImportRow } from './schema'
import { mappingToSave } from './shape'
import { describeUpdates, toImportedChange } from './update'

/** Returns what an import of JSON rows would do, row by row. Writes nothing. */
export async function previewGuestImport(sent: InputRows): Promise<ImportAnswer> {
  const { plan } = await planAgainstList(getDb(), await planGuestImport(sent))
  return importResponse(plan, null)
}

/**
 * Adds the rows that are not on the list yet, in one transaction. A guest with a ticket gets a code
 * and a time but no mail (rule 11.16): an admin sends the mails later. If a row is faulty, writes
 * nothing and throws invalid with the number and the reasons of each faulty row (rule 11.5).
 */
export async function importGuests(sent: InputRows, user: UserRow): Promise<ImportAnswer> {
  const { plan, imported } = await write(await planGuestImport(sent), {}, user)
  return importResponse(plan, imported)
}

/** Columns that a file may have: any field, and at least one that identifies a guest. */
const TABLE = { fields: GUEST_IMPORT_FIELDS, required: [['name', 'surname', 'jmbag']] }

const FORM = { fields: GUEST_IMPORT_FIELDS, always: ['name', 'surname', 'jmbag', 'email', 'tag'] }

/** Options for reading a file, and for guests who are already on the list. */
interface Reading {
  /** Whether rows that are hidden in the file are added or skipped. */
  hidden?: 'add' | 'skip'
  /** Which column contains which field. Left out for a file in the format of the template. */
  mapping?: GuestMapping
  /** Rows that the user corrected or skipped in the preview (rule 11.17). */
  corrections?: Correction[]
  existing?: ImportOptions['existing']
}

/**
 * Returns what the import of a spreadsheet would do, and which rows may be on the list already.
 * Writes nothing.
 */
export async function previewGuestFile(
  file: File,
  reading: Reading = {},
): Promise<GuestFileAnswer> {
  const { plan, sheets, hidden } = await readFile(file, reading)
  const options = { namesakes: 'note', existing: reading.existing } as const
  return toFileAnswer(await planAgainstList(getDb(), plan, options), null, { sheets, hidden })
}

/**
 * Imports a spreadsheet in one transaction. With `existing: 'update'`, also changes guests who are
 * on the list. Stores the column mapping, so that it is proposed for the next file with the same
 * headings (rule 11.12).
 */
export async function importGuestFile(
  file: File,
  namesakes: 'add' | 'skip',
  user: UserRow,
  reading: Reading = {},
): Promise<GuestFileAnswer> {
  const { mapping, existing } = reading
  const { plan, sheets, headings, hidden } = await readFile(file, reading)
  const mode: Namesakes = namesakes === 'skip' ? 'skip' : 'note'
  const savedMapping = mapping && mappingToSave(headings, mapping.columns)
  const written = await write(plan, { namesakes: mode, existing }, user, async (tx, lists) => {
    const list = mapping?.tag ? lists.get(mapping.tag) : undefined
    if (savedMapping) await storeMapping(tx, { ...savedMapping, listId: list?.listId ?? null })
  })
  return toFileAnswer(written, written.imported, { sheets, hidden })
}

async function readFile(file: File, { mapping, corrections, hidden = 'add' }: Reading) {
  const parts = new HiddenParts()
  const book = parts.observe(await openSpreadsheet(new Uint8Array(await file.arrayBuffer())))
  const table = mapping && new MappedTable(book, mapping)
  const sent = table ? table.rows() : readTable(book, TABLE)
  const corrected = correctRows(sent, corrections, readTyped)
  const plan = await planGuestImport(guestRows(corrected, hidden, mapping?.tag), table)
  const [sheets, headings] = table ? [book.sheets, table.headings] : [[], new Map()]
  return { plan, sheets, headings, hidden: parts.result() }
}

interface FileParts {
  sheets: string[]
  hidden: GuestFileAnswer['hidden']
}

const toFileAnswer = (
  { plan, updates, namesakes }: CheckedPlan,
  imported: number | null,
  { sheets, hidden }: FileParts,
): GuestFileAnswer => ({
  ...fileImportResponse(plan, imported, FORM, { namesakes, sheets }),
  toUpdate: updates.length,
  updated: imported === null ? 0 : updates.length,
  changes: describeUpdates(updates, sheets),
  hidden,
})

type AfterWrite = (tx: Db, lists: CheckedPlan['lists']) => Promise<void>

function write(
  planned: ImportPlan<GuestImportRow>,
  options: ImportOptions,
  user: UserRow,
  afterWrite?: AfterWrite,
): Promise<CheckedPlan & { imported: number }> {
  const writing = getDb().transaction(async (tx) => {
    await lockImports(tx)
    const checked = await planAndLock(tx, planned, options)
    const { plan, lists, updates } = checked
    const importId = randomUUID()
    await updateImported(tx, updates.map(toImportedChange), importId)
    const rows = plan.add.map((row) => newGuest(row, lists.get(row.tag) as GuestList))
    const imported = await insertGuests(tx, rows, { importId, userId: user.id })
    const changed = imported + updates.length
    await insertImportJob(tx, { id: importId, changed, userId: user.id })
    const counts = { rows: imported, updated: updates.length }
    const changes = Object.entries(counts).flatMap(([field, n]) =>
      n > 0 ? [[field, [null, n]]] : [],
    )
    if (changes.length > 0)
      await insertActivity(tx, {
        userId: user.id,
        entity: 'guests',
        entityId: IMPORT_RECORD,
        action: 'imported',
        changes: Object.fromEntries(changes),
      })
    await afterWrite?.(tx, lists)
    return { ...checked, imported }
  })
  return writing.catch((error: unknown) => {
    throw violates(error, 'guests_live_jmbag_key') ? jmbagTakenError() : error
  })
}

/**
 * Compares the plan with the current list, and locks the guests that it changes. Starts again if
 * one of them changed before it was locked. Throws invalid for faulty rows.
 */
async function planAndLock(tx: Db, planned: ImportPlan<GuestImportRow>, options: ImportOptions) {
  for (;;) {
    const checked = await planAgainstList(tx, planned, options)
    requireValidRows(checked.plan)
    const { updates } = checked
    if (updates.length === 0) return checked
    const versions = await lockGuestVersions(
      tx,
      updates.map(({ guest }) => guest.id),
    )
    if (updates.every(({ guest }) => versions.get(guest.id) === guest.version)) return checked
  }
}

/**
 * Converts a row to a guest to add. A guest of a sponsor has a ticket unless the row says otherwise
 * (rule 11.11).
 */
function newGuest(row: GuestImportRow, { listId, isSponsor }: GuestList): ImportedGuest {
  const { tag: _, bought, confCode, boughtTicketTime, enteredTime, ...rest } = row
  const code = (bought ?? isSponsor) ? (confCode ?? randomUuidV1()) : null
  const times = { boughtAt: boughtTicketTime, enteredAt: enteredTime }
  return { ...rest, listId, confCode: code, ...times }
}
