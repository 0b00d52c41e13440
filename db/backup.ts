import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import { isLockTimeout } from './errors'
import { MIGRATIONS } from './migrate'
import type { Db } from './pool'
import { driverOf } from './prepared'
import { repeatErasures } from './queries/people'

/** Error if a backup cannot be made or restored. The message is a sentence for the operator. */
export class BackupError extends Error {}

/*
 * Format of a backup: text, compressed by gzip. The first line is JSON with the name of the format,
 * the hashes of the migrations and the sequences. Each table follows: a JSON line with its name and
 * columns, its rows in the text format of COPY, and `\.`. The last line contains the number of
 * rows, to detect a truncated file. A backup does not create tables: the migrations do.
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

interface Footer {
  rows: number
}

type Sql = postgres.Sql | postgres.TransactionSql

/**
 * Returns the tables of the database, each after the tables that its foreign keys refer to. Leaves
 * out unlogged tables and the table of migrations.
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
  const isOrdered = (name: string) => ordered.some(({ table }) => table === name)
  while (ordered.length < tables.length) {
    const next = tables.find(({ table, needs }) => !isOrdered(table) && needs.every(isOrdered))
    if (!next) throw new Error('the foreign keys of the tables form a cycle')
    ordered.push(next)
  }
  return ordered.map(({ table, columns }) => ({ table, columns }))
}

const tableAndColumns = (sql: Sql, { table, columns }: TableHead) =>
  sql`${sql(table)} (${sql(columns)})`

/**
 * Writes a backup of the database, read in one snapshot, and returns the number of rows. Other
 * transactions may read and write meanwhile, but not truncate or alter a table.
 */
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
        for await (const batch of readRows(tx, table)) {
          rows += batch.length
          yield batch.map(copyLine).join('')
        }
        yield END
      }
      yield `${JSON.stringify({ rows } satisfies Footer)}\n`
    }
    await pipeline(Readable.from(text()), createGzip(), to)
  })
  return rows
}

/** Reads the rows of a table as text, in batches of 50, since images are large. */
function readRows(tx: postgres.TransactionSql, { table, columns }: TableHead) {
  // Does not use COPY, because the driver's implementation hangs after a large last row.
  const texts = columns.map((column) => `"${column}"::text`)
  return tx.unsafe(`select ${texts} from "${table}"`).values().cursor(50) as AsyncIterable<
    (string | null)[][]
  >
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns a row in the text format of COPY. */
const copyLine = (values: (string | null)[]) =>
  `${values.map((v) => v?.replace(/[\\\n\r\t]/g, (c) => ESCAPES[c] ?? c) ?? '\\N').join('\t')}\n`

const END = '\\.\n'

/**
 * Whether the database has no guests, performers, sponsors, users or sign-ups, as after the
 * migrations.
 */
async function isEmpty(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ any: boolean }[]>`
    select exists (select from guests) or exists (select from lineup_items) or exists (select from sponsors)
      or exists (select from users) or exists (select from signups) as any`
  return !found?.any
}

const damagedFileError = () =>
  new BackupError('The file is damaged or incomplete. Nothing was changed.')

async function* linesOf(from: NodeJS.ReadableStream): AsyncGenerator<string, undefined> {
  const unzipped = createGunzip().setEncoding('utf8')
  from.once('error', (error) => unzipped.destroy(error)).pipe(unzipped)
  let partialLine = ''
  try {
    for await (const text of unzipped) {
      const lines = (partialLine + text).split('\n')
      partialLine = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    throw damagedFileError()
  }
}

/**
 * Row of the table `erasures`: table of the erased row, id of the erased row, and time of the
 * erasure.
 */
export type Erasure = [table: string, row: string, at: string]

/** Returns all erasures, for the file that is stored next to a backup. */
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

/** Result of a restore: numbers of rows, and the changes that the operator must check. */
export interface Restored {
  made: string
  rows: number
  /** Number of rows that were erased after the backup and are erased again. */
  erased: number
  /** Names of restored sponsors that had another slug, or did not exist, before the restore. */
  sponsors: string[]
  /** Names of bands whose contact was restored but did not exist before the restore. */
  bands: string[]
  /** Number of restored users that had another privilege, or did not exist, before the restore. */
  staff: number
  /** Number of queued mails, which may have been sent after the backup. */
  mails: number
  /** Whether an edition ended and was erased after the backup. */
  hasEdition: boolean
}

/**
 * Tables whose current rows a restore keeps in addition to the rows of the backup. So erased rows
 * stay erased, an e-mail address becomes admin only once, and an ID token is used only once.
 */
const MERGED_TABLES = ['erasures', 'admin_grants', 'used_id_tokens']

/**
 * Wait in ms between two attempts to lock all tables, and maximum number of attempts: a minute in
 * total.
 */
const LOCK_INTERVAL_MS = 50
const MAX_LOCK_ATTEMPTS = 1_200

/**
 * Restores a backup into a migrated database, in one transaction (rule 11.14). Replaces all rows,
 * ends all sign-ins and gate devices, and repeats the erasures in `lists` and in the database (rule
 * 11.15). First reads the file into temporary tables, so that the tables are locked only while rows
 * are copied. Throws BackupError if the database is not empty and `replace` is false, if its tables
 * stay locked, or if the file is damaged or of another version.
 */
export async function loadFestival(
  db: Db,
  from: NodeJS.ReadableStream,
  { replace, lists }: { replace: boolean; lists: Erasure[][] },
): Promise<Restored> {
  const lines = linesOf(from)
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw damagedFileError()
    return value
  }
  const json = async <T>() => {
    try {
      return JSON.parse(await next()) as T
    } catch {
      throw damagedFileError()
    }
  }
  return db.transaction(async (transaction) => {
    const tx = driverOf(transaction) as postgres.TransactionSql
    const head = await json<Head>()
    if (head.format !== FORMAT) throw damagedFileError()
    const known = readMigrationFiles(MIGRATIONS).map(({ hash }) => hash)
    if (head.migrations.join() !== known.join())
      throw new BackupError(
        `The backup of ${head.made} was made by another version of this program. Restore it with that version, then upgrade.`,
      )
    const requireEmpty = async () => {
      if (!replace && !(await isEmpty(tx)))
        throw new BackupError(
          'The database is not empty, and a restore would delete its contents. Use --replace to do so.',
        )
    }
    await requireEmpty()
    const tables = await listTables(tx)
    const sections: TableHead[] = []
    let rows = 0
    let section = await json<TableHead | Footer>()
    while ('table' in section) {
      const { table, columns } = section
      await tx`create temp table ${tx(readTable(table))} on commit drop as
        select ${tx(columns)} from ${tx(`public.${table}`)} with no data`
      const into =
        await tx`copy ${tableAndColumns(tx, { ...section, table: readTable(table) })} from stdin`.writable()
      await pipeline(async function* () {
        for (let line = await next(); line !== '\\.'; line = await next()) {
          rows++
          yield `${line}\n`
        }
      }, into)
      sections.push(section)
      section = await json<TableHead | Footer>()
    }
    if (section.rows !== rows) throw damagedFileError()

    await lockAll(tx, tables)
    await requireEmpty()
    for (const table of [...MERGED_TABLES, ...COMPARED_TABLES])
      await tx`create temp table ${tx(`was_${table}`)} on commit drop as select * from ${tx(table)}`
    // Triggers must not run, because the backup already contains the rows that triggers write.
    for (const { table } of tables) await tx`alter table ${tx(table)} disable trigger user`
    await tx`truncate ${tx(tables.map(({ table }) => table))}`
    // The triggers that write the change log do not run. With an empty log, gate devices load their
    // whole roster again.
    await tx`truncate gate_changes`
    for (const section of sections)
      await tx`insert into ${tableAndColumns(tx, section)} overriding system value
        select ${tx(section.columns)} from ${tx(readTable(section.table))}`
    for (const { name, last, called } of head.sequences)
      await advanceSequence(tx, name, last, called)
    await mergePreservedRows(tx, lists)
    for (const { table } of tables) await tx`alter table ${tx(table)} enable trigger user`
    const differences = await compareWithBefore(tx, head.made)
    const erased = await repeatErasures(transaction)
    await tx`delete from auth_sessions`
    await tx`delete from gate_pairings`
    await tx`update gate_devices set revoked_at = now() where revoked_at is null and left_at is null`
    return {
      made: head.made,
      rows,
      erased: Object.values(erased).reduce((a, b) => a + b),
      ...differences,
    }
  })
}

/** Name of the temporary table into which a table of the backup is read. */
const readTable = (table: string) => `read_${table}`

/**
 * Locks all tables. Each attempt locks all tables or none, so that no request queues up after a
 * lock that is still waiting.
 */
async function lockAll(tx: postgres.TransactionSql, tables: TableHead[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tx.savepoint(async (nested) => {
        await nested`lock table ${nested(tables.map(({ table }) => table))} in access exclusive mode nowait`
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === MAX_LOCK_ATTEMPTS)
        throw new BackupError(
          'Other connections have locked the tables for a minute, perhaps for a backup. Nothing was changed. Stop the instances, or try again.',
        )
      await sleep(LOCK_INTERVAL_MS)
    }
  }
}

/** Continues a sequence after the highest id ever used, so that no id refers to two people. */
async function advanceSequence(
  tx: Sql,
  name: string,
  last: string,
  called: boolean,
): Promise<void> {
  const sequence = `public."${name}"`
  await tx`
    select setval(${sequence}::regclass, greatest(${last}::bigint, last_value),
      case when last_value > ${last}::bigint then is_called else ${called} end)
    from ${tx(`public.${name}`)}`
}

/**
 * Inserts the rows that `MERGED_TABLES` had before the restore, and the erasures in `lists`. Leaves
 * out rows and lists of another database. Then continues the id sequences after the highest erased
 * id.
 */
async function mergePreservedRows(tx: postgres.TransactionSql, lists: Erasure[][]): Promise<void> {
  const [backup] = await tx`select row_id from erasures where table_name = 'festival'`
  const [current] = await tx`select row_id from was_erasures where table_name = 'festival'`
  if (current?.row_id === backup?.row_id)
    for (const table of MERGED_TABLES)
      await tx`insert into ${tx(table)} select * from ${tx(`was_${table}`)} on conflict do nothing`
  const matching = lists.filter((list) =>
    list.some(([table, row]) => table === 'festival' && row === backup?.row_id),
  )
  const rows = JSON.stringify(matching.flat())
  await tx`
    insert into erasures (table_name, row_id, erased_at)
    select e ->> 0, e ->> 1, (e ->> 2)::timestamptz
    from jsonb_array_elements(${rows}::text::jsonb) e on conflict do nothing`
  for (const table of ['guests', 'signups', 'leaderboard_entries']) {
    const [highest] = await tx`
      select coalesce(max(row_id::bigint), 0)::text as id from erasures where table_name = ${table}`
    if (highest?.id !== '0') await advanceSequence(tx, `${table}_id_seq`, highest?.id, true)
  }
}

/**
 * Tables that are compared before and after a restore, so that the operator can check the
 * differences.
 */
const COMPARED_TABLES = ['sponsors', 'users', 'band_contacts']

async function compareWithBefore(tx: Sql, made: string) {
  const sponsors = await tx`
    select s.name from sponsors s
    where exists (select from was_sponsors) and not exists (
      select from was_sponsors w where w.id = s.id and w.slug = s.slug)
    order by s.name`
  // If the database was empty before the restore, nothing is known about deleted contacts.
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
