import type { Db } from '@/db/pool'
import { getDb } from '@/db/pool'
import { signal } from '@/lib/jobs/signals'

/** Runs a transaction that may queue mails, and notifies the mail workers after the commit. */
export async function withMail<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const result = await getDb().transaction(work)
  signal('mails')
  return result
}
