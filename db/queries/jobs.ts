import { sql } from 'drizzle-orm'
import type { Db } from '../client'

/**
 * Queues a job that runs once this transaction has committed, on any instance. A `key`
 * names the job: what waits under it is replaced, so that there is one at a time.
 */
export async function addJob(
  tx: Db,
  task: string,
  payload: object,
  { key, inSeconds = 0 }: { key?: string; inSeconds?: number } = {},
): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
      job_key => ${key ?? null}::text,
      run_at => clock_timestamp() + make_interval(secs => ${inSeconds}))`)
}
