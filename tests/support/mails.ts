import { getSql } from '@/db/pool'
import { sendWaiting } from '@/lib/mail/sender'

/** Has this mail tried now, whenever it is due, and whatever else is due with it. */
export async function sendMail(id: string) {
  await getSql()`update mails set due_at = now() where id = ${id} and state = 'queued'`
  await sendWaiting()
}
