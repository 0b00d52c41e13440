import { render } from '@react-email/components'
import { createElement } from 'react'
import Message, { type MessageProps, plainText as messageText } from '@/emails/message'
import TicketConfirmation, {
  plainText,
  subject,
  type TicketConfirmationProps,
} from '@/emails/ticket-confirmation'
import { type MailContent, QR_ADDRESS, qrAttachment, type RenderedMail, sender } from './parts'
import { sponsorInvitation, sponsorPass, sponsorReminder } from './render-sponsor'
import type { MailTemplate } from './rules'

export type { MailContent, RenderedMail } from './parts'

type Template = (mail: MailContent) => Promise<RenderedMail>

/**
 * Every template by the name that a mail's record bears. A new one is its file in emails/
 * (component, plainText, PreviewProps), its name in MAIL_TEMPLATES (and in WITH_PICTURE when
 * it has an attachment; both in rules.ts), a function here and a line in previews.ts.
 */
const TEMPLATES: Record<MailTemplate, Template> = {
  'ticket-confirmation': ticketConfirmation,
  message,
  'sponsor-invitation': sponsorInvitation,
  'sponsor-reminder': sponsorReminder,
  'sponsor-pass': sponsorPass,
}

/** The same record makes the same mail every time, so that a repeated sending is recognised. */
export function renderMail(mail: MailContent): Promise<RenderedMail> {
  const template = TEMPLATES[mail.template as MailTemplate]
  if (!template) throw new Error(`there is no mail template ${mail.template}`)
  return template(mail)
}

async function ticketConfirmation(mail: MailContent): Promise<RenderedMail> {
  const confCode = mail.confCode ?? ''
  const props: TicketConfirmationProps = {
    ...sender(),
    guest: mail.name,
    confCode,
    qr: QR_ADDRESS,
    message: mail.message,
  }
  const [html, attachment] = await Promise.all([
    render(createElement(TicketConfirmation, props)),
    qrAttachment(confCode),
  ])
  return {
    subject: mail.subject || subject(props),
    html,
    text: plainText(props),
    attachments: [attachment],
  }
}

async function message(mail: MailContent): Promise<RenderedMail> {
  const props: MessageProps = {
    ...sender(),
    subject: mail.subject ?? '',
    reader: mail.name,
    message: mail.message ?? '',
    link: mail.link ?? null,
  }
  const html = await render(createElement(Message, props))
  return { subject: props.subject, html, text: messageText(props), attachments: [] }
}
