import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import postgres from 'postgres'
import { newDatabase } from './database'
import { startInstance } from './instance'
import { startTestPostgres } from './postgres-server'
import { addConsent } from './programme-rows'
import { storeTemplateRows } from './reset-festival'
import { tempDir } from './temp-dir'

/** A database and a running instance that the browser tests of one worker share. */
export interface SharedFestival {
  url: string
  databaseUrl: string
  /** Path of the file with everything that the instance has printed. */
  log: string
}

/** Number of workers that run browser tests, each with its own festival. */
export const WORKERS = 2

/**
 * Playwright's global setup: starts PostgreSQL and the festivals, unless the test command has done so
 * already. A worker that is replaced after a failure finds its festival running.
 */
export default async function setup({ workers }: FullConfig) {
  if (process.env.TEST_FESTIVALS) return
  const stopPostgres = process.env.TEST_POSTGRES ? async () => {} : await startTestPostgres()
  const stopFestivals = await startFestivals(workers)
  return async () => {
    await stopFestivals()
    await stopPostgres()
  }
}

/**
 * Starts a festival (database and instance) per worker, and describes them in TEST_FESTIVALS.
 * Returns a function that stops them.
 */
export async function startFestivals(workers: number): Promise<() => Promise<void>> {
  const dir = tempDir()
  const festivals = await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const databaseUrl = await newDatabase()
      const db = postgres(databaseUrl, { max: 1, onnotice: () => {} })
      await addConsent(db)
      await storeTemplateRows(db)
      await db.end()
      const instance = await startInstance(databaseUrl, { WEBHOOKS_TO_LOOPBACK: '1' })
      const log = join(dir, `instance-${worker}.log`)
      for (const stream of [instance.child.stdout, instance.child.stderr])
        stream?.on('data', (chunk) => appendFileSync(log, chunk))
      const festival: SharedFestival = { url: instance.url, databaseUrl, log }
      return { festival, instance }
    }),
  )
  process.env.TEST_FESTIVALS = JSON.stringify(festivals.map(({ festival }) => festival))
  return async () => {
    await Promise.all(festivals.map(({ instance }) => instance.stop()))
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Returns the festival of the worker with this index. */
export function sharedFestival(worker: number): SharedFestival {
  const festivals = JSON.parse(process.env.TEST_FESTIVALS ?? '[]') as SharedFestival[]
  const festival = festivals[worker]
  if (!festival) throw new Error(`no festival was started for worker ${worker}`)
  return festival
}

/** Returns everything that an instance has printed, from its log file. */
export const readLog = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
