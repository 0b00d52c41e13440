import { sql } from 'drizzle-orm'
import type { Db } from '../client'

/** Queues a job that runs once this transaction has committed, on any instance. */
export async function addJob(tx: Db, task: string, payload: object): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json)`)
}
