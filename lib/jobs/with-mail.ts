import type { Db } from '@/db/client'
import { getDb } from '@/db/client'
import { signal } from '@/lib/jobs/signals'

/** A transaction that may queue mails: who sends them is woken behind its commit. */
export async function withMail<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const result = await getDb().transaction(work)
  signal('mails')
  return result
}
