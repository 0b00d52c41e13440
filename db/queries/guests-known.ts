import { type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { UPDATED_TEXTS, type UpdatedText } from '../catalogue/guests'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { fromGuests, type GuestRow, type GuestTexts, guestProjection } from './guests'
import { importItems, stateOfUpdated } from './import-undo'

const json = (name: string) => sql`jsonb_array_elements_text(${sql.placeholder(name)}::text::jsonb)`

const selectKnown = prepareStatement<GuestRow>(sql`
  with found as (
    select g.id from guests g join ${json('jmbags')} a(value) on g.jmbag = a.value
      where g.deleted_at is null
    union select g.id from guests g join ${json('codes')} a(value) on g.conf_code = a.value::uuid
      where g.deleted_at is null
    union select g.id from guests g join ${json('emails')} a(value) on g.email = a.value
      where g.deleted_at is null
  )
  select ${guestProjection} ${fromGuests} where guests.id in (select id from found)`)

/**
 * Lists the active guests that have one of these JMBAGs, confirmation codes or e-mail addresses.
 */
export const listKnownGuests = (
  db: Db,
  { jmbags, codes, emails }: { jmbags: string[]; codes: string[]; emails: string[] },
): Promise<GuestRow[]> =>
  selectKnown(db, {
    jmbags: JSON.stringify(jmbags),
    codes: JSON.stringify(codes),
    emails: JSON.stringify(emails),
  })

const lockRows = prepareStatement<{ id: number; version: string }>(sql`
  select id, xmin::text as version from guests
  where id in (select value::int from ${json('ids')} as value) and deleted_at is null
  order by id for update`)

/**
 * Locks these active guests until the end of the transaction. Returns the current version of each
 * row by guest id, to compare with the version that was read before.
 */
export async function lockGuestVersions(tx: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await lockRows(tx, { ids: JSON.stringify(ids) })
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Values that an import writes to a locked guest. */
export interface ImportedChange extends Pick<GuestTexts, UpdatedText> {
  id: number
  listId: number
}

const ROWS_AT_ONCE = 2000

const each = (of: (column: SQL, field: SQL) => SQL) =>
  sql.join(
    UPDATED_TEXTS.map((field) =>
      of(sql`${sql.identifier(toSnakeCase(field))}`, sql`${sql.identifier(field)}`),
    ),
    sql`, `,
  )

const update = prepareStatement(sql`
  with changed as (
    update guests g set ${each((column, field) => sql`${column} = r.${field}`)}, list_id = r."listId"
    from jsonb_to_recordset(${sql.placeholder('rows')}::text::jsonb)
      as r(id int, ${each((_, field) => sql`${field} text`)}, "listId" int)
      join guests old on old.id = r.id
    where g.id = r.id
    returning g.id, ${stateOfUpdated({ old: sql`old`, now: sql`g` })} as before
  ), items as (
    ${importItems(sql`${sql.placeholder('importId')}`, sql`changed`)}
  )
  insert into guest_import_changes (guest_id) select id from changed`)

/**
 * Updates guests from an import, and records that an import changed them. Stores their earlier values
 * for an undo under the id of the import. Throws the violation of `guests_live_jmbag_key` if another
 * active guest has a JMBAG.
 */
export async function updateImported(
  tx: Db,
  changes: ImportedChange[],
  importId: string,
): Promise<void> {
  for (let at = 0; at < changes.length; at += ROWS_AT_ONCE)
    await update(tx, { rows: JSON.stringify(changes.slice(at, at + ROWS_AT_ONCE)), importId })
}
