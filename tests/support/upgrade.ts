import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Sql } from 'postgres'
import { MIGRATIONS, readMigrations } from '@/db/migrate'

/**
 * Applies the migrations up to the given number and records them, as a start of the product does.
 */
export async function migrateTo(sql: Sql, count: number) {
  await sql`create table if not exists migrations (id serial primary key, hash text not null, created_at bigint)`
  const [{ done } = {}] = await sql`select count(*)::int as done from migrations`
  for (const { sql: statements, hash, folderMillis } of readMigrationFiles(MIGRATIONS).slice(
    done,
    count,
  ))
    await sql.begin(async (tx) => {
      for (const statement of statements) await tx.unsafe(statement)
      await tx`insert into migrations (hash, created_at) values (${hash}, ${folderMillis})`
    })
}

export const tagOf = (count: number) => readMigrations()[count - 1]?.tag as string

/** All rows of a database by table. Each value is the text of its JSON form. */
export type Contents = Record<string, Record<string, string>[]>

export async function contentsOf(sql: Sql): Promise<Contents> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind = 'r' and relname <> 'migrations' order by relname`
  const all: Contents = {}
  for (const { name } of tables) {
    // Leaves generated columns out: each release computes them by its own rules.
    const rows =
      await sql`select (select json_object_agg(key, value::text) from jsonb_each(to_jsonb(t))
        where key not in (select attname from pg_attribute
          where attrelid = ${name}::regclass and attgenerated <> '')) as row
      from ${sql(name)} t`
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

export const emptyTables = (all: Contents) => Object.keys(all).filter((name) => !all[name]?.length)

/** Returns the contents under new names. `names` has old tables and old `table.column`s as keys. */
export const renamed = (all: Contents, names: Record<string, string>): Contents =>
  Object.fromEntries(
    Object.entries(all).map(([table, rows]) => [
      names[table] ?? table,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [
            names[`${table}.${column}`] ?? column,
            value,
          ]),
        ),
      ),
    ]),
  )

/**
 * Lists the data that are missing after a migration: a table, a `table.column`, or `table: n rows`
 * for rows whose values no longer exist. Added data do not count.
 */
export function lostBetween(before: Contents, after: Contents): string[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    const rowsAfter = after[table]
    if (!rowsAfter) return [table]
    const commonColumns = Object.keys(rows[0] ?? {}).filter(
      (column) => rowsAfter[0] && column in rowsAfter[0],
    )
    const missingColumns = Object.keys(rows[0] ?? {}).filter(
      (column) => !commonColumns.includes(column),
    )
    const textOf = (row: Record<string, string>) =>
      JSON.stringify(commonColumns.map((name) => row[name]))
    const remaining = new Map<string, number>()
    for (const row of rowsAfter) remaining.set(textOf(row), (remaining.get(textOf(row)) ?? 0) + 1)
    const missing = rows.filter((row) => {
      const count = remaining.get(textOf(row)) ?? 0
      remaining.set(textOf(row), count - 1)
      return count === 0
    })
    return [
      ...missingColumns.map((column) => `${table}.${column}`),
      ...(missing.length > 0 ? [`${table}: ${missing.length} rows`] : []),
    ]
  })
}

/** Returns the broken consistency rules between the current tables, each as a sentence. */
export async function brokenRules(sql: Sql): Promise<string[]> {
  const rules: Record<string, ReturnType<Sql>> = {
    'a list whose counts are not those of its guests': sql`
      with counted as (
        select list_id, sum(total) as e, sum(bought) as b, sum(entered) as i, sum(bought_and_inside) as x
        from guest_list_counts group by 1
      ), actual as (
        select list_id, count(*) as e, count(bought_at) as b, count(entered_at) as i,
          count(*) filter (where bought_at is not null and entered_at is not null) as x
        from guests where deleted_at is null group by 1
      )
      select from counted full join actual using (list_id)
      where (coalesce(counted.e, 0), coalesce(counted.b, 0), coalesce(counted.i, 0), coalesce(counted.x, 0))
        is distinct from (coalesce(actual.e, 0), coalesce(actual.b, 0), coalesce(actual.i, 0), coalesce(actual.x, 0))`,
    'a guest whose presence does not follow from the passages': sql`
      select from guests g left join lateral (
        select min(at) as since from presence_changes(array[g.id]) where is_last) m on true
      where g.entered_at is distinct from m.since`,
    'a duplicate admission that is wrong or missing': sql`
      select from (select first, second from duplicate_admissions) d full join (
        select m.admission_before as first, m.id as second from (select array_agg(id) as whose from guests) all_guests,
          presence_changes(all_guests.whose) m where m.verdict = 'admitted' and m.admission_before is not null
      ) m using (first, second) where d.first is null or m.first is null`,
    'a sponsor without its list, or with another name on it': sql`
      select from sponsors s left join guest_lists l on l.sponsor_id = s.id
      where (l.name, l.slug) is distinct from (s.name, s.slug)`,
    'a guest on a deleted list': sql`
      select from guests g join guest_lists l on l.id = g.list_id
      where g.deleted_at is null and l.deleted_at is not null`,
    'more or fewer than one edition that is not over': sql`
      select from editions where ended_at is null having count(*) <> 1`,
    'an id that the sequence would use twice': sql`
      select from pg_sequences s where schemaname = 'public' and sequencename = 'guest_lists_id_seq'
        and coalesce(last_value, 0) < (select max(id) from guest_lists)`,
  }
  const broken: string[] = []
  for (const [rule, rows] of Object.entries(rules)) if ((await rows).length > 0) broken.push(rule)
  return broken
}
