import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { ensureDefaults, type FirstEdition } from './defaults'
import { isLockTimeout } from './errors'
import { type Migration, rollingProblems, stopReason } from './migration-rules'
import { connect, STARTUP_CONNECTION } from './pool'

/** Key of the advisory lock for migrations; an arbitrary number. */
const MIGRATION_LOCK = 7_340_251

/** Application name of the connections of serving instances (db/pool.ts). */
const SERVING_NAME = 'brucosijada'

export const MIGRATIONS = { migrationsFolder: 'db/migrations' }

/** Error if the database is in a state that this release cannot migrate. */
export class MigrationError extends Error {}

type Sql = ReturnType<typeof connect>['sql']

/**
 * Applies all pending migrations in one transaction, so a failed one changes nothing. Of several
 * instances that start together, one migrates and the others wait. Throws MigrationError before any
 * change if the database belongs to another release, or if instances of the previous release must
 * stop first.
 */
export async function migrateDatabase(url: string, first: FirstEdition) {
  const { sql, db } = connect(url, { max: 1, ...STARTUP_CONNECTION })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    const applied = await refuseForeignState(sql)
    await refuseWhileServed(sql, applied)
    await applyPending(sql, applied)
    await ensureDefaults(db, first)
  } finally {
    await sql.end()
  }
}

/** Reads the migrations of this release from their files, in order. */
export function readMigrations(): Migration[] {
  const { entries } = JSON.parse(
    readFileSync(`${MIGRATIONS.migrationsFolder}/meta/_journal.json`, 'utf8'),
  ) as { entries: { tag: string }[] }
  return entries.map(({ tag }) => ({
    tag,
    text: readFileSync(`${MIGRATIONS.migrationsFolder}/${tag}.sql`, 'utf8'),
  }))
}

/**
 * Returns the number of applied migrations. Throws MigrationError if the database belongs to
 * another release, or if PostgreSQL is older than 15.
 */
async function refuseForeignState(sql: Sql): Promise<number> {
  const known = readMigrationFiles(MIGRATIONS)
  const [{ version, tracked, guests } = {}] = await sql`
    select current_setting('server_version_num')::int as version,
      to_regclass('public.migrations') is not null as tracked,
      to_regclass('public.guests') is not null as guests`
  if (version < 150_000)
    throw new MigrationError('PostgreSQL 15 or newer is needed. Set DATABASE_URL to such a server.')
  const applied = tracked
    ? await sql`select hash from public.migrations order by created_at, id`
    : []
  if (applied.length === 0 && guests)
    throw new MigrationError(
      'The database is half-migrated: it has tables, but no record of migrations. Restore a backup, or start with an empty database.',
    )
  if (known.some(({ hash }, i) => applied[i] && applied[i].hash !== hash))
    throw new MigrationError(
      'The database was migrated by a different version of this program. Restore a backup, or start with an empty database.',
    )
  if (applied.length > known.length)
    throw new MigrationError(
      `The database was migrated by a newer version: it has ${applied.length - known.length} migrations that this version does not know. Nothing was changed. Start the newer version, or restore the backup from before the upgrade into an empty database (docs/operate/upgrade.md).`,
    )
  return applied.length
}

/**
 * Throws MigrationError if a pending migration breaks the previous release and an instance of that
 * release is connected. Start-up scripts have another application name and do not count. An
 * instance that starts later waits for the migration lock.
 */
async function refuseWhileServed(sql: Sql, applied: number) {
  const breaking = readMigrations()
    .slice(applied)
    .find(
      (migration) => stopReason(migration.text) !== null || rollingProblems(migration).length > 0,
    )
  if (applied === 0 || !breaking) return
  const [{ connections } = {}] = await sql`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and application_name = ${SERVING_NAME}`
  if (connections > 0)
    throw new MigrationError(
      `This version changes the database in a way that the previous version cannot handle (${[breaking.tag, stopReason(breaking.text)].filter(Boolean).join(': ')}), and ${connections} connections of instances are open. Nothing was changed. Stop every instance, make a backup, then start this version.`,
    )
}

/**
 * Wait in ms between two attempts to lock the tables, and maximum number of attempts: three minutes
 * in total.
 */
const LOCK_INTERVAL_MS = 50
const MAX_LOCK_ATTEMPTS = 3_600

/**
 * Applies the pending migrations in one transaction. First locks all tables that they name, or
 * none. A lock that waits for one table, for example during a backup, would make later requests
 * wait too. Waiting while other tables are locked could deadlock with a request.
 */
async function applyPending(sql: Sql, applied: number) {
  const texts = readMigrations().slice(applied)
  if (texts.length === 0) return
  const pending = readMigrationFiles(MIGRATIONS).slice(applied)
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind = 'r' and relname <> 'migrations'`
  const namedTables = tables
    .map(({ name }) => name)
    .filter((name) => texts.some(({ text }) => new RegExp(`\\b${name}\\b`, 'i').test(text)))
  await sql`set lock_timeout = '2s'`
  for (let attempt = 1; ; attempt++) {
    try {
      return await sql.begin(async (tx) => {
        if (namedTables.length > 0)
          await tx`lock table ${tx(namedTables)} in access exclusive mode nowait`
        await tx`create table if not exists public.migrations (id serial primary key, hash text not null, created_at bigint)`
        for (const { sql: statements, hash, folderMillis } of pending) {
          for (const statement of statements) await tx.unsafe(statement)
          await tx`insert into public.migrations (hash, created_at) values (${hash}, ${folderMillis})`
        }
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === MAX_LOCK_ATTEMPTS)
        throw new MigrationError(
          'The tables have been locked for minutes, perhaps by a backup. The database was not migrated or changed. Start again after the lock has ended.',
        )
      await sleep(LOCK_INTERVAL_MS)
    }
  }
}
