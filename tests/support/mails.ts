import { getSql } from '@/db/pool'
import { sendWaiting } from '@/lib/mail/sender'

/** Sends this mail now, even if it is not due yet, together with all other mails that are due. */
export async function sendMail(id: string) {
  await getSql()`update mails set due_at = now() where id = ${id} and state = 'queued'`
  await sendWaiting()
}
