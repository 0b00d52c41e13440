import postgres, { type Sql } from 'postgres'
import { processSingleton } from '@/db/process-singleton.mjs'
import { newDatabase } from './database'
import { setIntegrationEnv } from './integration-env'
import { resetRows, storeTemplateRows } from './reset-festival'

// Test files of a worker run one after another in one process, on one database.
const worker = processSingleton('tests-worker', (): { db?: Sql } => ({}))

if (worker.db) await resetRows(worker.db)
else {
  const url = await newDatabase()
  setIntegrationEnv(url)
  worker.db = postgres(url, { max: 1, onnotice: () => {} })
  await storeTemplateRows(worker.db)
}
// Clears what the application keeps in memory: used-up rate limits, and guest views that are not
// stored yet.
processSingleton('limiters', () => new Map()).clear()
processSingleton('guest-views', () => new Map()).clear()
