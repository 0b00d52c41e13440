import type { Db } from '@/db/client'
import { addJob } from '@/db/queries/jobs'
import { insertMail, type NewMail } from '@/db/queries/mails'

/**
 * Queues a mail inside the transaction that causes it and answers its id; null when this
 * ticket's confirmation is queued or sent already and this is no deliberate resend.
 */
export async function queueMail(tx: Db, mail: NewMail): Promise<string | null> {
  const id = await insertMail(tx, mail)
  if (id) await addJob(tx, 'send-mail', { id }, { key: id })
  return id
}
