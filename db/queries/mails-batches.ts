import { eq, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { driverOf } from '../driver'
import { mailBatches } from '../schema'
import { wakeSenders } from './mails-queue'

export interface NewBatch {
  kind: string
  createdBy: number | null
}

/** A sending of many at once; `setBatchTotal` tells how many they became. */
export async function insertBatch(tx: Db, batch: NewBatch): Promise<string> {
  const rows = await tx
    .insert(mailBatches)
    .values({ ...batch, total: 0 })
    .returning({ id: mailBatches.id })
  const [row] = rows
  if (!row) throw new Error('the batch was not stored')
  return row.id
}

/** Nothing to send is no batch, and answers null. */
export async function setBatchTotal(tx: Db, id: string, total: number): Promise<string | null> {
  const which = eq(mailBatches.id, id)
  if (total === 0) await tx.delete(mailBatches).where(which)
  else await tx.update(mailBatches).set({ total }).where(which)
  return total === 0 ? null : id
}

/** Mails of a stopped batch wait until it goes on; what is in somebody's hands is finished. */
export async function stopBatch(tx: Db, id: string, isStopped: boolean): Promise<boolean> {
  const rows = await tx
    .update(mailBatches)
    .set({ stoppedAt: isStopped ? sql`coalesce(${mailBatches.stoppedAt}, now())` : null })
    .where(eq(mailBatches.id, id))
    .returning({ id: mailBatches.id })
  if (!isStopped && rows.length > 0) await wakeSenders(tx)
  return rows.length > 0
}

/** How far a batch is, and how fast it has been in the last half minute. */
export interface BatchProgress {
  id: string
  kind: string
  total: number
  waiting: number
  failed: number
  createdAt: string
  createdBy: string | null
  stoppedAt: string | null
  /** When the last of its mails was off our hands. */
  endedAt: string | null
  perSecond: number
}

const WINDOW = 30

/** The newest batches; those with mails that wait come first, however old. */
export function listBatches(
  db: Db,
  { limit, offset, id = null }: { limit: number; offset: number; id?: string | null },
): Promise<BatchProgress[]> {
  return driverOf(db)<BatchProgress[]>`
    select b.id, b.kind, b.total, m.waiting, m.failed, b.created_at as "createdAt",
      b.stopped_at as "stoppedAt", case when m.waiting = 0 then m.last end as "endedAt",
      coalesce(nullif(u.name, ''), u.email) as "createdBy",
      coalesce(m.recent / greatest(extract(epoch from now() - m.since), 1), 0)::float as "perSecond"
    from (
      select *, exists (select from mails
        where batch_id = mail_batches.id and state in ('queued', 'sending')) as is_running
      from mail_batches where ${id}::uuid is null or id = ${id}::uuid
      order by is_running desc, created_at desc, id limit ${limit} offset ${offset}
    ) b
    left join users u on u.id = b.created_by
    cross join lateral (
      select count(*) filter (where state in ('queued', 'sending'))::int as waiting,
        count(*) filter (where state in ('failed', 'bounced'))::int as failed,
        count(*) filter (where settled_at > now() - make_interval(secs => ${WINDOW})) as recent,
        min(settled_at) filter (where settled_at > now() - make_interval(secs => ${WINDOW})) as since,
        max(settled_at) as last
      from mails where batch_id = b.id
    ) m
    order by b.is_running desc, b.created_at desc, b.id`
}
