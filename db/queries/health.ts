import { sql } from 'drizzle-orm'
import type { Db } from '../client'
import { prepareStatement } from '../driver'
import { requireRow } from './rows'

/** Answers when the database does and holds the tables; throws otherwise. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1 from visibility_flags limit 1`)
}

/**
 * A tiny write that lasts, and one that needs new room on the disk; throws when either cannot
 * be done. It leaves nothing behind: a message in the log of writes, a sort that spills over.
 */
export async function writeToDatabase(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`)
    await tx.execute(sql`
      select count(*) from (select n from generate_series(1, 20000) n order by n desc offset 1) spilt`)
    const [state] = await tx.execute<{ only_read: string }>(sql`
      select pg_logical_emit_message(true, 'health', ''),
        current_setting('transaction_read_only') as only_read`)
    if (state?.only_read !== 'off') throw new Error('the database only reads')
  })
}

/** What of the festival's work waits, or does not go as it should. */
export interface Backlog {
  /** Mails that wait to be sent, of sendings to many and all others; no more than 100,000 are counted. */
  mailsOfBatches: number
  mailsSingle: number
  /** Seconds since the oldest of the others was queued; 0 for none. */
  oldestMail: number
  /** Mails given up within a day. */
  mailsFailed: number
  bulkJobs: number
  /** Devices on duty that have told of themselves within a minute, and those that have not. */
  devicesAlive: number
  devicesSilent: number
  /** Found within a week and settled by nobody, as the board shows them; and all there are. */
  doublesUnsettled: number
  doubles: number
}

/** As the board of the gates: longer silence is a device's trouble. */
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
      where state = 'failed' and created_at > now() - interval '1 day') as "mailsFailed",
    (select count(*)::int from bulk_jobs where state in ('running', 'undoing')) as "bulkJobs",
    (select count(*)::int ${onDuty} and ${isAlive}) as "devicesAlive",
    (select count(*)::int ${onDuty} and not ${isAlive}) as "devicesSilent",
    (select count(*)::int from doubles
      where settled is null and found_at > now() - interval '7 days') as "doublesUnsettled",
    (select count(*)::int from doubles) as doubles`)

/** One statement, on indexes of what is under way, for whoever watches. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const [row] = await selectBacklog(db)
  return requireRow(row)
}
