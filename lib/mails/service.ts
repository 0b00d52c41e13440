import type { Db } from '@/db/client'
import { insertMail, type NewMail } from '@/db/queries/mails'
import { wakeSenders } from '@/db/queries/mails-queue'

/**
 * Queues a mail inside the transaction that causes it and answers its id; null when this
 * ticket's confirmation is queued or sent already and this is no deliberate resend.
 */
export async function queueMail(tx: Db, mail: NewMail): Promise<string | null> {
  const id = await insertMail(tx, mail)
  if (id) await wakeSenders(tx)
  return id
}
