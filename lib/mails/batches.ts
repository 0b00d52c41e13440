import { type Db, getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import { type BatchProgress, listBatches, stopBatch } from '@/db/queries/mails-batches'
import { getPause } from '@/db/queries/mails-service'
import type { UserRow } from '@/db/queries/users'
import { getConfig } from '@/lib/config'
import { notFound } from '@/lib/http/errors'
import type { MailBatch, MailServiceState } from './batch-schema'

/** The sendings of many mails, those under way first, then the newest. */
export async function findBatches(page: {
  limit: number
  offset: number
}): Promise<{ rows: MailBatch[]; total: null }> {
  const rows = await listBatches(getDb(), page)
  return { rows: rows.map(viewBatch), total: null }
}

/** Stops a sending or lets it go on; doing it twice changes nothing. Throws not_found. */
export function changeBatch(id: string, isStopped: boolean, user: UserRow): Promise<MailBatch> {
  return getDb().transaction(async (tx) => {
    const before = await storedBatch(tx, id)
    await stopBatch(tx, id, isStopped)
    if ((before.stoppedAt !== null) !== isStopped)
      await insertActivity(tx, {
        userId: user.id,
        entity: 'mails',
        entityId: id,
        action: isStopped ? 'stopped' : 'continued',
        changes: { waiting: [null, before.waiting] },
      })
    return viewBatch(await storedBatch(tx, id))
  })
}

/** Whether mail goes out at all just now. */
export async function readServiceState(): Promise<MailServiceState> {
  const isSet = getConfig().RESEND_API_KEY !== undefined
  const pause = isSet ? await getPause(getDb()) : null
  return { isSet, pausedUntil: pause?.until.toISOString() ?? null, reason: pause?.reason ?? null }
}

async function storedBatch(tx: Db, id: string): Promise<BatchProgress> {
  const [row] = await listBatches(tx, { id, limit: 1, offset: 0 })
  if (!row) throw notFound('To slanje ne postoji.')
  return row
}

function viewBatch({ perSecond, ...row }: BatchProgress): MailBatch {
  const isGoing = row.waiting > 0 && row.stoppedAt === null && perSecond > 0
  return {
    ...row,
    createdAt: instant(row.createdAt),
    stoppedAt: row.stoppedAt && instant(row.stoppedAt),
    endedAt: row.endedAt && instant(row.endedAt),
    perMinute: Math.round(perSecond * 60),
    secondsLeft: isGoing ? Math.ceil(row.waiting / perSecond) : null,
  }
}

const instant = (text: string) => new Date(text).toISOString()
