import type { Db } from '@/db/pool'
import { requeueMails } from '@/db/queries/mails-bulk'
import { lockPendingTicketMails } from '@/db/queries/mails-queue'
import { ServiceError } from '@/lib/http/errors'

/** Error for a mail that is queued or being sent, so it is not sent again. */
export const alreadyQueued = (sentence: string) =>
  new ServiceError('conflict', sentence, { code: 'already_queued' })

/**
 * Takes over the queued mail with a ticket for a deliberate resend, so that it is not sent twice: it
 * gets the current address and name, is due now, and leaves its batch, which may be stopped.
 * Returns the id of the mail; null if no mail with the ticket is queued. Throws conflict if the mail
 * is being sent, or is due and goes to the current address.
 */
export async function takeOverQueuedMail(
  tx: Db,
  code: string,
  { toMail, name }: { toMail: string; name: string },
): Promise<string | null> {
  const pending = await lockPendingTicketMails(tx, [code])
  if (pending.some((mail) => mail.state === 'sending' || (mail.isDue && mail.toMail === toMail)))
    throw alreadyQueued('Mail s ovom kartom već čeka na slanje.')
  await requeueMails(
    tx,
    pending.map(({ id }) => ({ id, toMail, name, lowPriority: false })),
    null,
  )
  return pending[0]?.id ?? null
}
