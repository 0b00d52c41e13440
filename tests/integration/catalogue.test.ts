import { readFileSync } from 'node:fs'
import { sql as drizzle, getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { ENTITIES, PERSON_ENTITIES } from '@/db/catalogue/entities'
import type { ColumnFacts } from '@/db/catalogue/facts'
import { GUESTS } from '@/db/catalogue/guests'
import { TABLES, type TableName } from '@/db/catalogue/tables'
import { phoneTriggers } from '@/db/phone-triggers'
import { getDb, getSql } from '@/db/pool'
import { GUEST_FIELDS } from '@/db/queries/guests'
import { MORE_GUEST_TEXT } from '@/db/queries/people'
import * as schema from '@/db/schema'
import { insertGuests } from '@/db/seed/insert-guests'
import { COLUMN_KINDS } from '@/lib/guests/import/rules'
import { GUEST_IMPORT_FIELDS } from '@/lib/guests/import/schema'
import { SECTIONS } from '@/lib/people/service'

const sql = getSql()
const stored: Record<TableName, PgTable> = schema
const tables = Object.entries(TABLES) as [TableName, (typeof TABLES)[TableName]][]

describe('the catalogue', () => {
  it('declares exactly the columns of the database', async () => {
    const rows = await sql`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.table_name <> 'migrations'`
    const declared = tables.flatMap(([table, { columns }]) =>
      Object.keys(columns).map((column) => `${toSnakeCase(table)}.${toSnakeCase(column)}`),
    )
    expect(declared.sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it('has the same names of tables and columns as the schema', () => {
    for (const [table, { columns }] of tables) {
      expect(getTableName(stored[table])).toBe(toSnakeCase(table))
      expect(Object.keys(columns).sort()).toEqual(
        Object.keys(getTableColumns(stored[table])).sort(),
      )
    }
  })

  it.each(phoneTriggers)('defines the columns of trigger $name', async (trigger) => {
    const read = async () => {
      const [row] = await sql`
        select pg_get_triggerdef(oid) as definition from pg_trigger
        where tgname = ${trigger.name} and tgrelid = ${trigger.table}::regclass`
      return row?.definition
    }
    const before = await read()
    await sql.unsafe(trigger.sql)
    expect(before, 'scripts/phone-triggers.ts prints it for a migration').toBe(await read())
  })

  it('defines every trigger of the change log that has a list of columns', async () => {
    const rows = await sql`
      select tgname as name from pg_trigger
      where tgfoid = 'gate_changes_append'::regproc and cardinality(tgattr::int2[]) > 0`
    expect(rows.map(({ name }) => name).sort()).toEqual(
      phoneTriggers.map(({ name }) => name).sort(),
    )
  })

  it('allows viewers to search and sort only by visible columns, JMBAG and code', () => {
    for (const [column, facts] of Object.entries<ColumnFacts>(GUESTS)) {
      const { viewers, searchedBy, sortedBy } = facts
      const isMatchedWhole = column === 'jmbag' || column === 'confCode'
      for (const viewer of [...(isMatchedWhole ? [] : (searchedBy ?? [])), ...(sortedBy ?? [])])
        expect(viewers, column).toContain(viewer)
    }
  })

  it('names only fields that the list of guests can be searched and sorted by', () => {
    const known = [...GUEST_FIELDS.search, ...GUEST_FIELDS.order]
    for (const [column, facts] of Object.entries<ColumnFacts>(GUESTS))
      if (facts.searchedBy?.includes('admin') || facts.sortedBy?.includes('admin'))
        expect(
          (facts.fields ?? [column]).some((field) => known.includes(field)),
          column,
        ).toBe(true)
  })

  it('has the headings of every column that an import can read, and no others', () => {
    const kinds = Object.values<ColumnFacts>(GUESTS).flatMap(({ headings }) =>
      Object.keys(headings ?? {}),
    )
    expect(kinds.sort()).toEqual([...COLUMN_KINDS].sort())
  })

  it('exports only fields of a guest that an import can read', () => {
    for (const { exported } of Object.values<ColumnFacts>(GUESTS))
      for (const field of Object.keys(exported ?? {})) expect(GUEST_IMPORT_FIELDS).toContain(field)
  })

  it('includes every table with personal data in the export of a person', () => {
    const exportedTables = Object.values(SECTIONS).flatMap((section) => section.tables)
    // Two tables are left out, because they name no person by id: the notes of cash shifts, and the
    // saved filters of a removed feature.
    const omitted: TableName[] = ['cashShifts', 'savedFilters']
    for (const [table, { columns }] of tables)
      for (const [column, { privacy }] of Object.entries<ColumnFacts>(columns))
        if (privacy && privacy.whose !== 'volunteer' && !omitted.includes(table))
          expect(exportedTables, `${table}.${column}`).toContain(table)
  })

  it('includes every table with a searched column in the person search', () => {
    const searched: TableName[] = PERSON_ENTITIES.map((name) => ENTITIES[name].tables[0])
    for (const [table, { columns }] of tables)
      if (Object.values<ColumnFacts>(columns).some(({ privacy }) => privacy?.isSearched))
        expect(searched).toContain(table)
  })

  it('has an index on the texts of guests that only the person search reads', async () => {
    const plan = await getDb().transaction(async (tx) => {
      await tx.execute(drizzle`set local enable_seqscan = off`)
      return tx.execute(
        drizzle`explain select from guests g where ${MORE_GUEST_TEXT} like '%abcdef%'`,
      )
    })
    expect(JSON.stringify(plan)).toContain('guests_more_trgm')
  })

  it('gives devices only columns that the gate sees, and the hash of a code', () => {
    for (const [column, { viewers, phones }] of Object.entries<ColumnFacts>(GUESTS))
      if (phones && phones !== 'hash') expect(viewers, column).toContain('gate')
  })

  it('erases every personal column of tables that the end of an edition keeps', () => {
    for (const [table, { atEnd, columns }] of tables)
      for (const [column, { privacy }] of Object.entries<ColumnFacts>(columns))
        if (atEnd === 'kept' && privacy)
          expect(['emptied', 'deleted', 'replaced'], `${table}.${column}`).toContain(privacy.erased)
  })
})

it('lists every trigger of the database in db/triggers.md', async () => {
  const triggers = await sql<{ line: string }[]>`
    select format('%s | %s | %s | %s | %s', t.tgrelid::regclass, t.tgname,
      concat_ws(' ', case when t.tgtype & 2 = 2 then 'before' else 'after' end,
        case when t.tgtype & 4 = 4 then 'insert' end,
        case when t.tgtype & 16 = 16 then 'update' end,
        case when t.tgtype & 8 = 8 then 'delete' end,
        case when t.tgtype & 1 = 1 then 'row' else 'statement' end),
      case when t.tgtype & 16 = 0 then '–'
        when cardinality(t.tgattr::int2[]) = 0 then 'all'
        when t.tgname in ${sql(phoneTriggers.map(({ name }) => name))} then 'by the catalogue'
        else (select string_agg(a.attname, ' ' order by u.position)
          from unnest(t.tgattr::int2[]) with ordinality u(number, position)
          join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = u.number) end,
      p.proname) as line
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal`
  const documented = readFileSync('db/triggers.md', 'utf8')
    .split('\n')
    .filter((line) => / (before|after) .*, (row|statement) /.test(line))
    .map((line) => line.replaceAll(/`|,| or(?= )/g, '').split(/ *\| */))
    .map((cells) => cells.slice(1, 6).join(' | '))
  expect(documented).toEqual(triggers.map(({ line }) => line).sort())
})

it('plans the statements of an admission once per connection', async () => {
  const planned = await sql<{ proname: string }[]>`
    select proname from pg_proc where 'plan_cache_mode=force_generic_plan' = any(proconfig)`
  expect(planned.map(({ proname }) => proname).sort()).toEqual([
    'check_occupancy',
    'guests_update_counts',
    'passages_update_presence',
  ])
})

it('an admission keeps the guest row in its disk page, so that no index is written', async () => {
  await insertGuests(sql, { count: 1_000, seed: 1 })
  // The first part of `ctid` is the number of the disk page that stores the row.
  const pages = () => sql<{ id: number; entered: Date | null; page: number }[]>`
    select id, entered_at as entered, (ctid::text::point)[0]::int as page from guests order by id`
  const before = await pages()
  await sql`
    insert into passages (id, guest_id, gate_id, direction, verdict, decided, at)
    select gen_random_uuid(), id, 1, 'in', 'admitted', 'server', now() from guests
    where bought_at is not null and entered_at is null order by md5(id::text) limit 200`
  const after = await pages()
  const admitted = after.filter(({ entered }, i) => entered && !before[i]?.entered)
  const moved = after.filter(({ page }, i) => page !== before[i]?.page)
  expect(admitted).toHaveLength(200)
  expect(moved.length).toBeLessThan(50)
})
