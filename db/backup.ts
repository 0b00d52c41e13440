import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import type { Db } from './client'
import { driverOf } from './driver'
import { isLockTimeout } from './errors'
import { MIGRATIONS } from './migrate'
import { repeatErasures } from './queries/people'

/** A backup that cannot be made or brought back; its message is a sentence for a person. */
export class BackupProblem extends Error {}

/*
 * A backup is text, packed by gzip: a first line that says what it is, then for every table a
 * line that names it and its rows as COPY writes them, closed by `\.`, and a last line that
 * counts them all, so that a file that was cut off is known. The tables themselves are made by
 * the migrations, whose hashes stand in the first line.
 */
const FORMAT = 'brucosijada-backup 1'

interface Head {
  format: typeof FORMAT
  made: string
  migrations: string[]
  sequences: { name: string; last: string; called: boolean }[]
}

interface TableHead {
  table: string
  columns: string[]
}

interface Foot {
  rows: number
}

type Sql = postgres.Sql | postgres.TransactionSql

/**
 * The tables of a festival, each behind those that it points to. Without what counts only
 * for the moment (unlogged) and what the migrations keep themselves.
 */
async function listTables(sql: Sql): Promise<TableHead[]> {
  const tables = await sql<{ table: string; columns: string[]; needs: string[] }[]>`
    select c.relname as table,
      (select array_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns,
      array(select distinct f.relname::text from pg_constraint k
        join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relpersistence = 'p' and c.relname <> 'migrations'
    order by c.relname`
  const ordered: (typeof tables)[number][] = []
  const isThere = (name: string) => ordered.some(({ table }) => table === name)
  while (ordered.length < tables.length) {
    const next = tables.find(({ table, needs }) => !isThere(table) && needs.every(isThere))
    if (!next) throw new Error('the tables point at each other in a circle')
    ordered.push(next)
  }
  return ordered.map(({ table, columns }) => ({ table, columns }))
}

const copied = (sql: Sql, { table, columns }: TableHead) => sql`${sql(table)} (${sql(columns)})`

/** Writes all that a festival holds at one moment, while others go on reading and writing. */
export async function dumpFestival(sql: postgres.Sql, to: NodeJS.WritableStream): Promise<number> {
  let rows = 0
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    async function* text() {
      const migrations = await tx`select hash from migrations order by created_at`
      const sequences = await tx<Head['sequences']>`
        select sequencename as name, coalesce(last_value, start_value)::text as last,
          last_value is not null as called
        from pg_sequences where schemaname = 'public' and sequencename not like 'migrations%'`
      const head: Head = {
        format: FORMAT,
        made: new Date().toISOString(),
        migrations: migrations.map(({ hash }) => hash),
        sequences: [...sequences],
      }
      yield `${JSON.stringify(head)}\n`
      for (const table of await listTables(tx)) {
        yield `${JSON.stringify(table)}\n`
        for await (const some of rowsOf(tx, table)) {
          rows += some.length
          yield some.map(copyLine).join('')
        }
        yield END
      }
      yield `${JSON.stringify({ rows } satisfies Foot)}\n`
    }
    await pipeline(Readable.from(text()), createGzip(), to)
  })
  return rows
}

/** A table's rows as texts, some at a time, since pictures are large. */
function rowsOf(tx: postgres.TransactionSql, { table, columns }: TableHead) {
  // By hand: the driver's own COPY stands still for ever behind a large last row.
  const texts = columns.map((column) => `"${column}"::text`)
  return tx.unsafe(`select ${texts} from "${table}"`).values().cursor(50) as AsyncIterable<
    (string | null)[][]
  >
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A row as COPY reads it. */
const copyLine = (values: (string | null)[]) =>
  `${values.map((v) => v?.replace(/[\\\n\r\t]/g, (c) => ESCAPES[c] ?? c) ?? '\\N').join('\t')}\n`

const END = '\\.\n'

/** Whether anybody but the migrations has written into this festival. */
async function isEmpty(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ any: boolean }[]>`
    select exists (select from guests) or exists (select from lineup_items) or exists (select from sponsors)
      or exists (select from users) or exists (select from signups) as any`
  return !found?.any
}

const damaged = () => new BackupProblem('The file is no whole backup; nothing was changed.')

async function* linesOf(from: NodeJS.ReadableStream): AsyncGenerator<string, undefined> {
  const packed = createGunzip().setEncoding('utf8')
  from.once('error', (error) => packed.destroy(error)).pipe(packed)
  let begun = ''
  try {
    for await (const text of packed) {
      const lines = (begun + text).split('\n')
      begun = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    throw damaged()
  }
}

/** A row of the list of erasures: table, number, and when. */
export type Erasure = [table: string, row: string, at: string]

/** The list of erasures, for the file beside a backup. */
export async function readErasures(sql: Sql): Promise<Erasure[]> {
  const rows = await sql`select table_name, row_id, erased_at from erasures order by 3, 1, 2`
  return rows.map(
    ({ table_name, row_id, erased_at }): Erasure => [
      table_name,
      row_id,
      new Date(erased_at).toISOString(),
    ],
  )
}

/** What a restore did, and what of it a person must look at. */
export interface Restored {
  made: string
  rows: number
  /** People who had been erased after the backup and are erased again. */
  erased: number
  /** Sponsors whose link was another one, or who were gone, before the restore. */
  sponsors: string[]
  /** Bands whose contact had been deleted before the restore. */
  bands: string[]
  /** Staff who were gone, or had another privilege, before the restore. */
  staff: number
  /** Mails that wait; they may have gone out after the backup. */
  mails: number
  /** Whether an edition was ended, and its people erased, after the backup. */
  hasEdition: boolean
}

/** Tables that a restore adds to: what they refuse must stay refused. */
const MERGED = ['erasures', 'admin_grants', 'used_id_tokens']

/** Milliseconds between two looks whether the tables are free, and how many there are. */
const PAUSE = 50
const TRIES = 1_200

/**
 * Fills a migrated database with what a backup holds, in one transaction: all of it or nothing.
 * What the festival held before is gone, but for what ended: sign-ins and phones end, and `lists`
 * of erasures, and the database's own, are repeated. The file is read into tables of this session
 * first, so that the festival's tables are locked only while those are copied. Throws BackupProblem
 * where the festival holds something and `replace` does not say so, where others do not let go of
 * its tables, and for a file that is damaged or of another version.
 */
export async function loadFestival(
  db: Db,
  from: NodeJS.ReadableStream,
  { replace, lists }: { replace: boolean; lists: Erasure[][] },
): Promise<Restored> {
  const lines = linesOf(from)
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw damaged()
    return value
  }
  const json = async <T>() => {
    try {
      return JSON.parse(await next()) as T
    } catch {
      throw damaged()
    }
  }
  return db.transaction(async (transaction) => {
    const tx = driverOf(transaction) as postgres.TransactionSql
    const head = await json<Head>()
    if (head.format !== FORMAT) throw damaged()
    const known = readMigrationFiles(MIGRATIONS).map(({ hash }) => hash)
    if (head.migrations.join() !== known.join())
      throw new BackupProblem(
        `The backup of ${head.made} was made by another version of this program: restore it with that one, then update.`,
      )
    const requireEmpty = async () => {
      if (!replace && !(await isEmpty(tx)))
        throw new BackupProblem(
          'The festival is not empty, and restoring would remove all that it holds: say --replace if you mean that.',
        )
    }
    await requireEmpty()
    const tables = await listTables(tx)
    const sections: TableHead[] = []
    let rows = 0
    let section = await json<TableHead | Foot>()
    while ('table' in section) {
      const { table, columns } = section
      await tx`create temp table ${tx(read(table))} on commit drop as
        select ${tx(columns)} from ${tx(`public.${table}`)} with no data`
      const into =
        await tx`copy ${copied(tx, { ...section, table: read(table) })} from stdin`.writable()
      await pipeline(async function* () {
        for (let line = await next(); line !== '\\.'; line = await next()) {
          rows++
          yield `${line}\n`
        }
      }, into)
      sections.push(section)
      section = await json<TableHead | Foot>()
    }
    if (section.rows !== rows) throw damaged()

    await lockAll(tx, tables)
    await requireEmpty()
    for (const table of [...MERGED, ...COMPARED])
      await tx`create temp table ${tx(`was_${table}`)} on commit drop as select * from ${tx(table)}`
    // Counts that triggers keep are in the backup themselves.
    for (const { table } of tables) await tx`alter table ${tx(table)} disable trigger user`
    await tx`truncate ${tx(tables.map(({ table }) => table))}`
    // Triggers rest, so nobody tells the phones at the gate: without its log they read all anew.
    await tx`truncate gate_changes`
    for (const its of sections)
      await tx`insert into ${copied(tx, its)} overriding system value
        select ${tx(its.columns)} from ${tx(read(its.table))}`
    for (const { name, last, called } of head.sequences) await goOn(tx, name, last, called)
    await mergeEnded(tx, lists)
    for (const { table } of tables) await tx`alter table ${tx(table)} enable trigger user`
    const found = await compare(tx, head.made)
    const erased = await repeatErasures(transaction)
    await tx`delete from auth_sessions`
    await tx`delete from gate_pairings`
    await tx`update gate_devices set revoked_at = now() where revoked_at is null and left_at is null`
    return {
      made: head.made,
      rows,
      erased: Object.values(erased).reduce((a, b) => a + b),
      ...found,
    }
  })
}

/** The table of this session into which a backup's is read. */
const read = (table: string) => `read_${table}`

/** Takes all tables at once, or none of them for the moment: who waits behind a lock waits long. */
async function lockAll(tx: postgres.TransactionSql, tables: TableHead[]): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await tx.savepoint(async (nested) => {
        await nested`lock table ${nested(tables.map(({ table }) => table))} in access exclusive mode nowait`
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (tried === TRIES)
        throw new BackupProblem(
          'Others have been using the tables for a minute (a backup that is being made?); nothing was changed. Stop the instances, or try again.',
        )
      await sleep(PAUSE)
    }
  }
}

/** Numbers go on after all that were given ever, so that none means two people. */
async function goOn(tx: Sql, name: string, last: string, called: boolean): Promise<void> {
  const sequence = `public."${name}"`
  await tx`
    select setval(${sequence}::regclass, greatest(${last}::bigint, last_value),
      case when last_value > ${last}::bigint then is_called else ${called} end)
    from ${tx(`public.${name}`)}`
}

/**
 * Adds what had ended before the restore, and what the lists tell, to what the backup holds. Only
 * lists of the same festival count.
 */
async function mergeEnded(tx: postgres.TransactionSql, lists: Erasure[][]): Promise<void> {
  const [own] = await tx`select row_id from erasures where table_name = 'festival'`
  const [was] = await tx`select row_id from was_erasures where table_name = 'festival'`
  if (was?.row_id === own?.row_id)
    for (const table of MERGED)
      await tx`insert into ${tx(table)} select * from ${tx(`was_${table}`)} on conflict do nothing`
  const ofSame = lists.filter((list) =>
    list.some(([table, row]) => table === 'festival' && row === own?.row_id),
  )
  const rows = JSON.stringify(ofSame.flat())
  await tx`
    insert into erasures (table_name, row_id, erased_at)
    select e ->> 0, e ->> 1, (e ->> 2)::timestamptz
    from jsonb_array_elements(${rows}::text::jsonb) e on conflict do nothing`
  for (const table of ['guests', 'signups', 'leaderboard_entries']) {
    const [most] = await tx`
      select coalesce(max(row_id::bigint), 0)::text as id from erasures where table_name = ${table}`
    if (most?.id !== '0') await goOn(tx, `${table}_id_seq`, most?.id, true)
  }
}

/** Tables of which a person must look at what a restore has changed. */
const COMPARED = ['sponsors', 'users', 'band_contacts']

async function compare(tx: Sql, made: string) {
  const sponsors = await tx`
    select s.name from sponsors s
    where exists (select from was_sponsors) and not exists (
      select from was_sponsors w where w.id = s.id and w.slug = s.slug)
    order by s.name`
  // A database without contents says nothing of what was deleted.
  const bands = await tx`
    select b.band_name from band_contacts b
    where (exists (select from was_sponsors) or exists (select from was_band_contacts))
      and not exists (select from was_band_contacts w where w.id = b.id)
    order by b.band_name`
  const [staff] = await tx`
    select count(*)::int as count from users u
    where exists (select from was_users) and not exists (
      select from was_users w where w.id = u.id and w.privilege = u.privilege)`
  const [mails] = await tx`
    select count(*)::int as count from mails where state in ('queued', 'sending')`
  const [edition] = await tx`
    select exists (select from erasures where table_name = 'editions' and erased_at > ${made}) as any`
  return {
    sponsors: sponsors.map(({ name }) => name as string),
    bands: bands.map(({ band_name }) => band_name as string),
    staff: staff?.count as number,
    mails: mails?.count as number,
    hasEdition: edition?.any as boolean,
  }
}
