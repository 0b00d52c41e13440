import { type SQLChunk, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { guestTexts } from './guests'
import type { NewGuest } from './guests-write'
import { importItems, stateOfAdded } from './import-undo'
import { initialPassages } from './passages'

/**
 * Key of the advisory lock for imports; its value has no meaning. A second import waits until the
 * first has ended.
 */
const IMPORT_LOCK = 7_340_253

export async function lockImports(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
}

const selectTakenJmbags = prepareStatement<{ jmbag: string }>(sql`
  select g.jmbag from guests g
  join jsonb_array_elements_text(${sql.placeholder('jmbags')}::text::jsonb) as a(jmbag)
    on a.jmbag = g.jmbag
  where g.deleted_at is null`)

/** Returns those of these JMBAGs that an active guest already has. */
export async function listTakenJmbags(db: Db, jmbags: string[]): Promise<Set<string>> {
  const rows = await selectTakenJmbags(db, { jmbags: JSON.stringify(jmbags) })
  return new Set(rows.map((row) => row.jmbag))
}

const selectTakenCodes = prepareStatement<{ code: string; isDeleted: boolean }>(sql`
  select g.conf_code::text as code, g.deleted_at is not null as "isDeleted" from guests g
  join jsonb_array_elements_text(${sql.placeholder('codes')}::text::jsonb) as a(code)
    on a.code::uuid = g.conf_code`)

/**
 * Returns those of these confirmation codes that a guest already has, and whether that guest is
 * deleted.
 */
export async function listTakenCodes(
  db: Db,
  codes: string[],
): Promise<Map<string, { isDeleted: boolean }>> {
  if (codes.length === 0) return new Map()
  const rows = await selectTakenCodes(db, { codes: JSON.stringify(codes) })
  return new Map(rows.map(({ code, isDeleted }) => [code, { isDeleted }]))
}

interface NamedRow {
  row: number
  fullName: string
  listId: number
}

const selectNamesakes = prepareStatement<{ row: number }>(sql`
  select r.row from jsonb_to_recordset(${sql.placeholder('named')}::text::jsonb)
    as r(row int, "fullName" text, "listId" int)
  where exists (
    select from guests g
    where g.deleted_at is null and btrim(g.search_name) = btrim(public.fold_text(r."fullName"))
      and g.list_id = r."listId")`)

/**
 * Returns the numbers of the rows whose name an active guest of the same list already has, ignoring
 * case and diacritics, also if the whole name is in one of the two columns.
 */
export async function listNamesakes(db: Db, named: NamedRow[]): Promise<Set<number>> {
  if (named.length === 0) return new Set()
  const rows = await selectNamesakes(db, { named: JSON.stringify(named) })
  return new Set(rows.map(({ row }) => row))
}

export interface ImportedGuest extends NewGuest {
  entered: boolean
  /** Times of the purchase and of the admission, as ISO text; null for the time of the import. */
  boughtAt: string | null
  enteredAt: string | null
}

/**
 * Maximum number of rows per statement. Building a longer statement would block other requests of
 * this process for too long.
 */
const ROWS_AT_ONCE = 2000

/**
 * Inserts the guests of an import in the given order, and returns the number of inserted ones. Skips
 * guests whose JMBAG or code another transaction has used meanwhile. Stores what an undo needs under
 * the id of the import.
 */
export async function insertGuests(
  tx: Db,
  newGuests: ImportedGuest[],
  { importId, userId }: { importId: string; userId: number },
): Promise<number> {
  let added = 0
  for (let at = 0; at < newGuests.length; at += ROWS_AT_ONCE) {
    const rows = JSON.stringify(newGuests.slice(at, at + ROWS_AT_ONCE))
    const [row] = await insertRows(tx, { rows, importId, userId })
    added += row?.n ?? 0
  }
  return added
}

const texts = Object.values(guestTexts).map((column) => sql.identifier(toSnakeCase(column.name)))
const names = Object.keys(guestTexts).map((name) => sql.identifier(name))
const list = (parts: SQLChunk[]) => sql.join(parts, sql`, `)

const insertRows = prepareStatement<{ n: number }>(sql`
  with added as (
    insert into guests (${list(texts)}, list_id, conf_code, bought_at, entered_at)
    select ${list(names.map((name) => sql`r.${name}`))}, r."listId", r."confCode",
      case when r."confCode" is not null then coalesce(r."boughtAt", now()) end,
      case when r.entered then coalesce(r."enteredAt", now()) end
    from rows from (jsonb_to_recordset(${sql.placeholder('rows')}::text::jsonb) as (
      ${list(names.map((name) => sql`${name} text`))}, "listId" int, "confCode" uuid,
      entered boolean, "boughtAt" timestamptz, "enteredAt" timestamptz)) with ordinality
      as r(${list(names)}, "listId", "confCode", entered, "boughtAt", "enteredAt", n)
    order by r.n
    on conflict do nothing
    returning id, entered_at, ${stateOfAdded(sql`guests`)} as before
  ), items as (
    ${importItems(sql`${sql.placeholder('importId')}`, sql`added`)}
  ), passed as (
    ${initialPassages(sql`added`, sql`${sql.placeholder('userId')}::int`)}
  )
  select count(*)::int as n from added`)
