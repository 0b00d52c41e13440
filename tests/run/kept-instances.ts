import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { print } from '../../scripts/lib/command'
import { startIdOf } from '../../scripts/lib/processes'

/**
 * State file of `npm test -- keep`: the database server and the festivals that it keeps running for
 * other test runs.
 */
interface KeptInstances {
  /** Id and start time of the process that keeps them running (scripts/lib/processes.ts). */
  pid: number
  birth: string
  /** Hash of the migrations in the template database. */
  migrations: string
  /** Build time of the application that the festivals run, in milliseconds since 1970. */
  builtAt: number
  TEST_POSTGRES?: string
  TEST_FESTIVALS?: string
}

const FILE = '.test-kept.json'
const STAMP = '.next/made-from'

/**
 * Makes this run use the instances of a running `npm test -- keep`: PostgreSQL if it has the
 * current migrations, the festivals if they also run the current build.
 */
export function useKeptInstances(): void {
  const kept = readKept()
  if (!kept || kept.migrations !== hashOfMigrations()) return
  process.env.TEST_POSTGRES = kept.TEST_POSTGRES
  if (kept.builtAt === builtAt()) process.env.TEST_FESTIVALS = kept.TEST_FESTIVALS
  else print('The festivals of `npm test -- keep` run an earlier build: this run starts its own.')
}

function readKept(): KeptInstances | null {
  if (!existsSync(FILE)) return null
  const kept: KeptInstances = JSON.parse(readFileSync(FILE, 'utf8'))
  return startIdOf(kept.pid) === kept.birth ? kept : null
}

/** Keeps the PostgreSQL and the festivals of this run running for other test runs, until Ctrl+C. */
export async function holdInstances(): Promise<void> {
  const { TEST_POSTGRES, TEST_FESTIVALS } = process.env
  const kept: KeptInstances = {
    pid: process.pid,
    birth: startIdOf(process.pid),
    migrations: hashOfMigrations(),
    builtAt: builtAt(),
    TEST_POSTGRES,
    TEST_FESTIVALS,
  }
  writeFileSync(FILE, JSON.stringify(kept))
  print('PostgreSQL and the festivals keep running for other test runs. Ctrl+C stops them.')
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
