import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { connect, STARTUP_CONNECTION } from './client'
import { ensureDefaults, type FirstEdition } from './defaults'
import { type Migration, rollingProblems, stopReason } from './migration-rules'

/** Any number: whoever holds this lock of the database is the one that migrates. */
const MIGRATION_LOCK = 7_340_251

/** What connections of instances are called (db/client.ts). */
const SERVING = 'brucosijada'

/** Where the migrations are. */
export const MIGRATIONS = { migrationsFolder: 'db/migrations' }

/** The database is not in a state that this version can bring up to date. */
export class MigrationProblem extends Error {}

type Sql = ReturnType<typeof connect>['sql']

/**
 * Brings the database up to this version, once, however many instances start together:
 * the others wait for the lock and find nothing left to do. All pending migrations run
 * in one transaction, so a failed one leaves the database as it was. Throws MigrationProblem,
 * before anything is changed, where the database is another release's or must not be served
 * meanwhile.
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

/** All migrations of this release, as their files have them, in their order. */
export function readMigrations(): Migration[] {
  const { entries } = JSON.parse(
    readFileSync(`${MIGRATIONS.migrationsFolder}/meta/_journal.json`, 'utf8'),
  ) as { entries: { tag: string }[] }
  return entries.map(({ tag }) => ({
    tag,
    text: readFileSync(`${MIGRATIONS.migrationsFolder}/${tag}.sql`, 'utf8'),
  }))
}

/** How many of this release's migrations the database has. */
async function refuseForeignState(sql: Sql): Promise<number> {
  const known = readMigrationFiles(MIGRATIONS)
  const [{ version, tracked, guests } = {}] = await sql`
    select current_setting('server_version_num')::int as version,
      to_regclass('public.migrations') is not null as tracked,
      to_regclass('public.guests') is not null as guests`
  if (version < 150_000)
    throw new MigrationProblem('PostgreSQL 15 or newer is needed: set DATABASE_URL to one.')
  const applied = tracked
    ? await sql`select hash from public.migrations order by created_at, id`
    : []
  if (applied.length === 0 && guests)
    throw new MigrationProblem(
      'The database is half-migrated (it has tables but no record of migrations): restore a backup, or start with an empty database.',
    )
  if (known.some(({ hash }, i) => applied[i] && applied[i].hash !== hash))
    throw new MigrationProblem(
      'The database was migrated by a different version of this program: restore a backup, or start with an empty database.',
    )
  if (applied.length > known.length)
    throw new MigrationProblem(
      `The database was made by a newer version, ${applied.length - known.length} migrations ahead of this one, which could misread it; nothing was changed. Start that version, or restore the backup from before into an empty database (docs/upgrades.md).`,
    )
  return applied.length
}

/**
 * While instances of the release before serve, only migrations that they can live with are
 * applied. What only starts is called otherwise, and one that starts later waits for the lock.
 */
async function refuseWhileServed(sql: Sql, applied: number) {
  const breaking = readMigrations()
    .slice(applied)
    .find((one) => stopReason(one.text) !== null || rollingProblems(one).length > 0)
  if (applied === 0 || !breaking) return
  const [{ connections } = {}] = await sql`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and application_name = ${SERVING}`
  if (connections > 0)
    throw new MigrationProblem(
      `This version changes the database so that the one before cannot go on (${[breaking.tag, stopReason(breaking.text)].filter(Boolean).join(': ')}), and ${connections} connections to it are open; nothing was changed. Stop every instance, make a backup, then start this one.`,
    )
}

/** Milliseconds between two looks whether the tables are free, and how many there are. */
const PAUSE = 50
const TRIES = 3_600

/**
 * All pending ones in one transaction, which first takes every table that they name, or none: a
 * migration that waited for one (behind a backup that reads it) would make everybody wait who wants
 * it later, and one that waited while it holds another could have a request of an instance
 * that serves ended by the database, for going round in a circle.
 */
async function applyPending(sql: Sql, applied: number) {
  const texts = readMigrations().slice(applied)
  if (texts.length === 0) return
  const pending = readMigrationFiles(MIGRATIONS).slice(applied)
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind = 'r' and relname <> 'migrations'`
  const named = tables
    .map(({ name }) => name)
    .filter((name) => texts.some(({ text }) => new RegExp(`\\b${name}\\b`, 'i').test(text)))
  await sql`set lock_timeout = '2s'`
  for (let tried = 1; ; tried++) {
    try {
      return await sql.begin(async (tx) => {
        if (named.length > 0) await tx`lock table ${tx(named)} in access exclusive mode nowait`
        await tx`create table if not exists public.migrations (id serial primary key, hash text not null, created_at bigint)`
        for (const { sql: statements, hash, folderMillis } of pending) {
          for (const statement of statements) await tx.unsafe(statement)
          await tx`insert into public.migrations (hash, created_at) values (${hash}, ${folderMillis})`
        }
      })
    } catch (error) {
      if (!isInTheWay(error)) throw error
      if (tried === TRIES)
        throw new MigrationProblem(
          'Something has been holding the tables for minutes (a backup that is being made?), so the database could not be migrated and is as it was: start again when that has ended.',
        )
      await sleep(PAUSE)
    }
  }
}

/** Not given a lock in time, or found in a circle of those who wait. */
function isInTheWay(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === '55P03' || code === '40P01' || (cause != null && isInTheWay(cause))
}
