import type { Db } from '@/db/client'
import { addJob } from '@/db/queries/jobs'
import { insertMail, type NewMail } from '@/db/queries/mail'

/**
 * Queues a mail inside the transaction that causes it. False when this ticket's
 * confirmation is queued or sent already and this is no deliberate resend.
 */
export async function queueMail(tx: Db, mail: NewMail): Promise<boolean> {
  const id = await insertMail(tx, mail)
  if (id) await addJob(tx, 'send-mail', { id })
  return id !== null
}
