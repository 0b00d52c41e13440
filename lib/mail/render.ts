import { render } from '@react-email/components'
import { createElement } from 'react'
import Message, { type MessageProps, plainText as messageText } from '@/emails/message'
import TicketConfirmation, {
  plainText,
  subject,
  type TicketConfirmationProps,
} from '@/emails/ticket-confirmation'
import { getConfig } from '@/lib/config'
import { qrPng } from './qr'
import { type MailTemplate, QR_CONTENT_ID } from './rules'

export interface RenderedMail {
  subject: string
  html: string
  text: string
  attachments: { filename: string; content: Buffer; contentType: string; contentId: string }[]
}

/** What a template is filled with: the part of a mail's record that its reader sees. */
export interface MailContent {
  template: string
  name: string
  confCode: string | null
  /** A subject of one's own; '' for the template's. */
  subject?: string
  message?: string
  link?: string | null
}

type Template = (mail: MailContent) => Promise<RenderedMail>

const TEMPLATES: Record<MailTemplate, Template> = {
  'ticket-confirmation': ticketConfirmation,
  message,
}

/** The same record makes the same mail every time, so that a repeated sending is recognised. */
export function renderMail(mail: MailContent): Promise<RenderedMail> {
  const template = TEMPLATES[mail.template as MailTemplate]
  if (!template) throw new Error(`there is no mail template ${mail.template}`)
  return template(mail)
}

/** What every mail says of the festival that sends it. */
function sender() {
  const { FESTIVAL_NAME, FESTIVAL_YEAR, FESTIVAL_EDITION, CONTACT_EMAIL, PUBLIC_URL } = getConfig()
  return {
    festival: {
      name: FESTIVAL_NAME,
      year: FESTIVAL_YEAR,
      edition: FESTIVAL_EDITION,
      hashtag: `#${FESTIVAL_NAME.replace(/\s+/g, '')}${FESTIVAL_YEAR}`,
    },
    contact: CONTACT_EMAIL,
    site: PUBLIC_URL,
  }
}

async function ticketConfirmation(mail: MailContent): Promise<RenderedMail> {
  const confCode = mail.confCode ?? ''
  const props: TicketConfirmationProps = {
    ...sender(),
    guest: mail.name,
    confCode,
    qr: `cid:${QR_CONTENT_ID}`,
    message: mail.message,
  }
  const [html, picture] = await Promise.all([
    render(createElement(TicketConfirmation, props)),
    qrPng(confCode),
  ])
  return {
    subject: mail.subject || subject(props),
    html,
    text: plainText(props),
    attachments: [
      {
        filename: 'ulaznica.png',
        content: picture,
        contentType: 'image/png',
        contentId: QR_CONTENT_ID,
      },
    ],
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
