import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'

export interface MappingRow {
  hash: string
  fields: (string | null)[]
  /** Label of the guest list for rows that name no list; '' for the freshers' list. */
  tag: string
}

/**
 * Returns the mapping with one of these hashes that was used last. Ignores a mapping whose guest
 * list was deleted.
 */
export async function findMapping(db: Db, hashes: string[]): Promise<MappingRow | null> {
  const [row] = await queryRows<MappingRow>(
    db,
    sql`select m.hash, m.fields, coalesce(l.label, '') as tag from import_mappings m
      left join guest_lists l on l.id = m.list_id
      where m.hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb))
        and l.deleted_at is null
      order by m.used_at desc limit 1`,
  )
  return row ?? null
}

/**
 * Stores a column mapping for the next import with the same headings, in place of an earlier one
 * (rule 11.12).
 */
export async function storeMapping(
  tx: Db,
  { hash, fields, listId }: Omit<MappingRow, 'tag'> & { listId: number | null },
): Promise<void> {
  await tx.execute(sql`
    insert into import_mappings (hash, fields, list_id)
    values (${hash}, ${JSON.stringify(fields)}::text::jsonb, ${listId})
    on conflict (hash) do update
      set fields = excluded.fields, list_id = excluded.list_id, used_at = now()`)
}

/** Number of newest guests, and of newest sign-ups, whose names are read. */
const LATEST = sql.raw('5000')

/**
 * Lists the different names of the newest guests and sign-ups. An import uses them to recognize a
 * column of first names.
 */
export async function listFirstNames(db: Db): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select name from (select name from guests where deleted_at is null
        order by id desc limit ${LATEST}) g where name <> ''
      union select name from (select name from signups order by id desc limit ${LATEST}) s`,
  )
  return rows.map(({ name }) => name)
}
