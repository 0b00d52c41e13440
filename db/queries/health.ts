import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { hasRecipient } from './mails'
import { requireRow } from './rows'

/** Checks that the database answers and has the tables. Throws otherwise. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1 from visibility_flags limit 1`)
}

/**
 * Checks that the database can write. Writes a message to its write-ahead log, and sorts more than
 * fits into memory, which needs free disk space. Leaves no data. Throws if either fails.
 */
export async function writeToDatabase(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`)
    await tx.execute(sql`
      select count(*) from (select n from generate_series(1, 20000) n order by n desc offset 1) spilt`)
    const [state] = await tx.execute<{ only_read: string }>(sql`
      select pg_logical_emit_message(true, 'health', ''),
        current_setting('transaction_read_only') as only_read`)
    if (state?.only_read !== 'off') throw new Error('the database is read-only')
  })
}

/** Pending and failed background work, and the state of gate devices. */
export interface Backlog {
  /**
   * Number of unsent mails of batches, and of unsent single mails. Each is counted up to 100,000.
   */
  mailsOfBatches: number
  mailsSingle: number
  /** Seconds since the oldest single mail was queued; 0 for none. */
  oldestMail: number
  /** Mails that failed within the last day. */
  mailsFailed: number
  bulkJobs: number
  /** Devices in their gate shift, with and without a heartbeat within a minute. */
  devicesAlive: number
  devicesSilent: number
  /** Unresolved duplicate admissions of the last week, as on the gate board, and all duplicates. */
  doublesUnsettled: number
  doubles: number
}

/**
 * SQL: devices in their gate shift. A device is alive if it has sent a heartbeat within the last
 * minute, the same limit as on the gate board.
 */
const onDuty = sql.raw(
  'from gate_devices where ends_at > now() and revoked_at is null and left_at is null',
)
const isAlive = sql.raw(`coalesce(last_seen_at, created_at) > now() - interval '1 minute'`)

const selectBacklog = prepareStatement<Backlog>(sql`
  with single as materialized (
    select created_at from mails where batch_id is null and state in ('queued', 'sending') limit 100000
  )
  select
    (select count(*)::int from single) as "mailsSingle",
    (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from single) as "oldestMail",
    (select count(*)::int from (
      select from mails m where batch_id is not null and state in ('queued', 'sending') and not exists (
        select from mail_batches b where b.id = m.batch_id and stopped_at is not null)
      limit 100000) waiting) as "mailsOfBatches",
    (select count(*)::int from mails
      where state = 'failed' and created_at > now() - interval '1 day' and ${hasRecipient()}) as "mailsFailed",
    (select count(*)::int from bulk_jobs where state in ('running', 'undoing')) as "bulkJobs",
    (select count(*)::int ${onDuty} and ${isAlive}) as "devicesAlive",
    (select count(*)::int ${onDuty} and not ${isAlive}) as "devicesSilent",
    (select count(*)::int from duplicate_admissions
      where settled is null and found_at > now() - interval '7 days') as "doublesUnsettled",
    (select count(*)::int from duplicate_admissions) as doubles`)

/** Reads the backlog for the health check with one statement. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const [row] = await selectBacklog(db)
  return requireRow(row)
}
