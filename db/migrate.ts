import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { connect } from './client'
import { ensureDefaults, type FirstEdition } from './defaults'
import type * as schema from './schema'

/** Any number: whoever holds this lock of the database is the one that migrates. */
const MIGRATION_LOCK = 7_340_251

/** Where the migrations are. */
export const MIGRATIONS = { migrationsFolder: 'db/migrations' }

/** The database is not in a state that this version can bring up to date. */
export class MigrationProblem extends Error {}

/**
 * Brings the database up to this version, once, however many instances start together:
 * the others wait for the lock and find nothing left to do. All pending migrations run
 * in one transaction, so a failed one leaves the database as it was.
 */
export async function migrateDatabase(url: string, first: FirstEdition) {
  const { sql, db } = connect(url, { max: 1 })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    await refuseForeignState(sql)
    await migrate(db as PostgresJsDatabase<typeof schema>, {
      ...MIGRATIONS,
      migrationsTable: 'migrations',
      migrationsSchema: 'public',
    })
    await ensureDefaults(db, first)
  } finally {
    await sql.end()
  }
}

async function refuseForeignState(sql: ReturnType<typeof connect>['sql']) {
  const known = readMigrationFiles(MIGRATIONS)
  const [{ version, tracked, guests } = {}] = await sql`
    select current_setting('server_version_num')::int as version,
      to_regclass('public.migrations') is not null as tracked,
      to_regclass('public.guests') is not null as guests`
  if (version < 150_000)
    throw new MigrationProblem('PostgreSQL 15 or newer is needed: set DATABASE_URL to one.')
  const applied = tracked ? await sql`select hash from public.migrations order by created_at` : []
  if (applied.length === 0 && guests)
    throw new MigrationProblem(
      'The database is half-migrated (it has tables but no record of migrations): restore a backup, or start with an empty database.',
    )
  if (applied.length > known.length)
    throw new MigrationProblem(
      'The database was made by a newer version: update the program, or restore a backup from before.',
    )
  if (applied.some((row, i) => row.hash !== known[i]?.hash))
    throw new MigrationProblem(
      'The database was migrated by a different version of this program: restore a backup, or start with an empty database.',
    )
}
