import { getSql } from '@/db/pool'
import { sendWaiting } from '@/lib/mail/sender'

/** Sends this mail now, even if it is not due yet, together with all other mails that are due. */
export async function sendMail(id: string) {
  await getSql()`update mails set due_at = now() where id = ${id} and state = 'queued'`
  await sendWaiting()
}

/** Queues the mails of these guests again, in a stopped batch. Returns the id of the batch. */
export async function stopInBatch(...guestIds: number[]): Promise<string> {
  const sql = getSql()
  const [batch] = await sql`insert into mail_batches (kind, total, stopped_at)
    values ('range', ${guestIds.length}, now()) returning id`
  await sql`update mails set state = 'queued', batch_id = ${batch?.id}, due_at = now()
    where guest_id in ${sql(guestIds)}`
  return batch?.id
}
