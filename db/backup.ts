import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import { MIGRATIONS } from './migrate'

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

/**
 * Fills a migrated database with what a backup holds, in one transaction: all of it or nothing.
 * What the festival held before is gone. Throws BackupProblem where it holds something and
 * `replace` does not say so, and for a file that is damaged or of another version.
 */
export async function loadFestival(
  sql: postgres.Sql,
  from: NodeJS.ReadableStream,
  { replace = false } = {},
): Promise<number> {
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
  return sql.begin(async (tx) => {
    const head = await json<Head>()
    if (head.format !== FORMAT) throw damaged()
    const known = readMigrationFiles(MIGRATIONS).map(({ hash }) => hash)
    if (head.migrations.join() !== known.join())
      throw new BackupProblem(
        `The backup of ${head.made} was made by another version of this program: restore it with that one, then update.`,
      )
    if (!replace && !(await isEmpty(tx)))
      throw new BackupProblem(
        'The festival is not empty, and restoring would remove all that it holds: say --replace if you mean that.',
      )
    const tables = await listTables(tx)
    // Counts that triggers keep are in the backup themselves.
    for (const { table } of tables) await tx`alter table ${tx(table)} disable trigger user`
    await tx`truncate ${tx(tables.map(({ table }) => table))}`
    // Triggers rest, so nobody tells the phones at the gate: without its log they read all anew.
    await tx`truncate gate_changes`
    let rows = 0
    let section = await json<TableHead | Foot>()
    while ('table' in section) {
      const into = await tx`copy ${copied(tx, section)} from stdin`.writable()
      await pipeline(async function* () {
        for (let line = await next(); line !== '\\.'; line = await next()) {
          rows++
          yield `${line}\n`
        }
      }, into)
      section = await json<TableHead | Foot>()
    }
    if (section.rows !== rows) throw damaged()
    for (const { name, last, called } of head.sequences)
      await tx`select setval(${`public."${name}"`}::regclass, ${last}::bigint, ${called})`
    for (const { table } of tables) await tx`alter table ${tx(table)} enable trigger user`
    return rows
  })
}
