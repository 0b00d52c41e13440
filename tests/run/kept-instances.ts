import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { birthOf } from '../../scripts/lib/processes'
import { print } from '../../scripts/lib/say'

/** What a call of `npm test -- keep` holds for other calls. */
interface KeptInstances {
  /** The process that holds them, by its number and birth (processes.ts). */
  pid: number
  birth: string
  /** The migrations in the template database. */
  migrations: string
  /** When the build that the festivals serve was made, in milliseconds since 1970. */
  builtAt: number
  TEST_POSTGRES?: string
  TEST_FESTIVALS?: string
}

const FILE = '.test-kept.json'
const STAMP = '.next/made-from'

/** Points this run at the PostgreSQL that another call holds, if its migrations are the present ones. */
export function takeKeptPostgres(): void {
  const kept = readKept()
  if (kept) process.env.TEST_POSTGRES = kept.TEST_POSTGRES
}

/** Points this run at the festivals that another call holds, if they serve the present build. */
export function takeKeptFestivals(): void {
  const kept = readKept()
  if (!kept) return
  if (kept.builtAt === builtAt()) process.env.TEST_FESTIVALS = kept.TEST_FESTIVALS
  else print('The kept festivals serve an earlier build: this run starts its own.')
}

/** Returns what another call holds, if that call still runs and its migrations are the present ones. */
function readKept(): KeptInstances | null {
  if (!existsSync(FILE)) return null
  const kept: KeptInstances = JSON.parse(readFileSync(FILE, 'utf8'))
  const isPresent = birthOf(kept.pid) === kept.birth && kept.migrations === hashOfMigrations()
  return isPresent ? kept : null
}

/** Holds the PostgreSQL and the festivals of this run until Ctrl+C. */
export async function holdInstances(): Promise<void> {
  const { TEST_POSTGRES, TEST_FESTIVALS } = process.env
  const kept: KeptInstances = {
    pid: process.pid,
    birth: birthOf(process.pid),
    migrations: hashOfMigrations(),
    builtAt: builtAt(),
    TEST_POSTGRES,
    TEST_FESTIVALS,
  }
  writeFileSync(FILE, JSON.stringify(kept))
  print('PostgreSQL and the festivals stay up for other calls of npm test. Ctrl+C ends them.')
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  rmSync(FILE)
}

const builtAt = () => (existsSync(STAMP) ? statSync(STAMP).mtimeMs : 0)

function hashOfMigrations(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync('db/migrations').sort()) {
    const path = `db/migrations/${name}`
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex')
}
