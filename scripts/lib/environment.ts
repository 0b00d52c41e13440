import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { nameOf, parseConnectionString } from '@/db/connection-string'
import { MigrationError, migrateDatabase } from '@/db/migrate'
import { connect, STARTUP_CONNECTION, sessionOf } from '@/db/pool'
import { isTransactionPooler } from '@/db/pooler-check'
import { getEdition } from '@/db/queries/festival'
import { seedDemo } from '@/db/seed/demo'
import {
  demoProblem,
  getConfig,
  parseSettings,
  type Settings,
  settingNames,
} from '@/lib/config/settings'
import { editionDefaults } from '@/lib/festival/first-edition'
import { studentEmail } from '@/lib/students/email'
import { NoRestartError, UserError } from './command'
import { startEmbeddedPostgres } from './embedded-postgres'
import { codeOf } from './error-code'

/**
 * Environment of a command: the validated settings, also written to process.env for child
 * processes.
 */
export interface Environment {
  settings: Settings & { DATABASE_URL: string }
  stop: () => Promise<void>
  /** Rejects with a UserError if the embedded database has ended and cannot be started again. */
  lost: Promise<never>
}

/**
 * Reads .env and returns the validated settings. Environment variables that are already set take
 * precedence over .env. Throws a UserError for an unknown name in .env.
 */
export function readSettings(): Settings {
  if (existsSync('.env')) {
    const file = parseEnv(readFileSync('.env', 'utf8'))
    const unknown = Object.keys(file).find((name) => !settingNames.includes(name))
    if (unknown)
      throw new UserError(
        `${unknown} in .env is not a setting. docs/operate/settings.md lists all settings.`,
      )
    for (const [name, value] of Object.entries(file)) process.env[name] ??= value
  }
  const settings = parseSettings(process.env)
  const problem = demoProblem(settings)
  if (problem) throw new UserError(problem)
  return settings
}

/**
 * Prepares all that a server or a script needs: starts and migrates the database, and creates the
 * secrets. With `share` a script uses the embedded database of a running server. With `migrate:
 * false` it leaves the database at its version.
 */
export async function prepareEnvironment({
  share = false,
  migrate = true,
} = {}): Promise<Environment> {
  const settings = readSettings()
  const { DEMO, PUBLIC_URL } = settings
  let stop = async () => {}
  let lost = new Promise<never>(() => {})
  let { DATABASE_URL } = settings
  if (!DATABASE_URL) {
    makeDataDir(settings.DATA_DIR)
    const secrets = readOrCreateSecrets(settings.DATA_DIR)
    const embedded = await startEmbeddedPostgres(settings.DATA_DIR, secrets.databasePassword, share)
    DATABASE_URL = embedded.url
    stop = embedded.stop
    lost = embedded.lost
    process.env.AUTH_SECRET ||= secrets.authSecret
  } else {
    if (!settings.AUTH_SECRET)
      throw new UserError(
        'AUTH_SECRET is missing: DATABASE_URL needs it. Set it to at least 32 random characters.',
      )
    await checkDatabase(DATABASE_URL)
  }
  Object.assign(process.env, { DATABASE_URL, PUBLIC_URL, DEMO: DEMO ? '1' : '0' })
  try {
    if (migrate) await migrateDatabase(DATABASE_URL, editionDefaults(settings))
  } catch (error) {
    await stop()
    if (error instanceof MigrationError) throw new NoRestartError(error.message)
    throw new UserError(
      `The database could not be migrated and was not changed: ${reason(error)}. Correct the data with the previous version, then start this version.`,
    )
  }
  return { settings: { ...settings, DATABASE_URL }, stop, lost }
}

function makeDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new UserError(
      `The folder ${dataDir} cannot be used (${reason(error)}): set DATA_DIR to a writable folder.`,
    )
  }
}

function readOrCreateSecrets(dataDir: string) {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')
    const created = { authSecret: randomHex(32), databasePassword: randomHex(16) }
    // The file is complete before it gets its name. If two processes start at once, the secrets of
    // the first are used.
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, JSON.stringify(created), { mode: 0o600 })
    try {
      linkSync(unfinished, file)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    } finally {
      rmSync(unfinished)
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as { authSecret: string; databasePassword: string }
}

/**
 * Throws a UserError if the database cannot be reached, is a standby without writes, or is behind a
 * connection pooler that does not keep sessions.
 */
async function checkDatabase(url: string) {
  const connection = { ...STARTUP_CONNECTION.connection, ...sessionOf() }
  const { sql } = connect(url, { max: 1, connection })
  const { database, servers } = parseConnectionString(url)
  const databaseLabel = `The database ${database} at ${servers.map(nameOf).join(', ')}`
  try {
    const [row] = await sql`select pg_is_in_recovery() as standby`
    if (row?.standby)
      throw new UserError(
        `${databaseLabel} is a standby and accepts no writes: name the primary in DATABASE_URL, or both servers.`,
      )
    if (await isTransactionPooler(url))
      throw new UserError(
        `${databaseLabel} is behind a connection pooler in transaction mode, which mixes up sessions: point DATABASE_URL to PostgreSQL itself, or set the pooler to session mode.`,
      )
  } catch (error) {
    if (error instanceof UserError) throw error
    if (/unsupported startup parameter/.test(reason(error)))
      throw new UserError(
        `${databaseLabel} is behind a connection pooler that refuses timeout parameters: add ${Object.keys(sessionOf()).join(', ')} to its ignore_startup_parameters.`,
      )
    throw new UserError(
      `${databaseLabel} cannot be reached (${reason(error)}): start it, or correct DATABASE_URL.`,
    )
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function reason(error: unknown): string {
  const { message, code, detail, cause } = error as Record<string, string | undefined>
  if (cause) return reason(cause)
  const text = message || code || String(error)
  // The detail of a unique or foreign key violation names one value. Other details may contain
  // whole rows with personal data.
  return detail && (code === '23505' || code === '23503') ? `${text}: ${detail}` : text
}

/**
 * Fills an empty festival with the demo content. If the festival has content, does nothing and
 * returns false.
 */
export async function seedDemoContent(seed?: number): Promise<boolean> {
  const { DATABASE_URL, STUDENT_EMAIL_DOMAIN } = getConfig()
  const { sql } = connect(DATABASE_URL as string, { max: 2 })
  try {
    return await seedDemo(sql, {
      studentEmail: (signup) => studentEmail(signup, STUDENT_EMAIL_DOMAIN),
      seed,
    })
  } finally {
    await sql.end()
  }
}

/** Returns the current name of the festival. The setting FESTIVAL_NAME is only its first name. */
export async function readFestivalName(databaseUrl: string): Promise<string> {
  const { sql, db } = connect(databaseUrl, { max: 1 })
  const { name } = await getEdition(db).finally(() => sql.end())
  return name
}
