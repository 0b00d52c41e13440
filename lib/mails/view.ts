import type { MailListRow, MailRow } from '@/db/queries/mails'
import type { Mail, WholeMail } from './schema'

/** A stored mail as the API shows one, without its bodies. */
export function viewMail(row: MailListRow): Mail {
  return {
    id: row.id,
    template: row.template,
    subject: row.subject,
    message: row.message,
    name: row.name,
    confCode: row.confCode,
    to_mail: row.toMail,
    link: row.link,
    state: row.state,
    attempts: row.attempts,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    resend: row.resend,
  }
}

export const viewWholeMail = (row: MailRow, resendable: boolean): WholeMail => ({
  ...viewMail(row),
  html: row.html,
  text: row.plainText,
  resendable,
})
