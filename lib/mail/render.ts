import { render } from '@react-email/components'
import { createElement } from 'react'
import TicketConfirmation, {
  plainText,
  subject,
  type TicketConfirmationProps,
} from '@/emails/ticket-confirmation'
import { getConfig } from '@/lib/config'
import { qrPng } from './qr'
import { QR_CONTENT_ID } from './rules'

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
}

type Template = (mail: MailContent) => Promise<RenderedMail>

const TEMPLATES: Record<string, Template> = { 'ticket-confirmation': ticketConfirmation }

/** The same record makes the same mail every time, so that a repeated sending is recognised. */
export function renderMail(mail: MailContent): Promise<RenderedMail> {
  const template = TEMPLATES[mail.template]
  if (!template) throw new Error(`there is no mail template ${mail.template}`)
  return template(mail)
}

async function ticketConfirmation(mail: MailContent): Promise<RenderedMail> {
  const { FESTIVAL_NAME, FESTIVAL_YEAR, FESTIVAL_EDITION, CONTACT_EMAIL, PUBLIC_URL } = getConfig()
  const confCode = mail.confCode ?? ''
  const props: TicketConfirmationProps = {
    guest: mail.name,
    confCode,
    qr: `cid:${QR_CONTENT_ID}`,
    festival: {
      name: FESTIVAL_NAME,
      year: FESTIVAL_YEAR,
      edition: FESTIVAL_EDITION,
      hashtag: `#${FESTIVAL_NAME.replace(/\s+/g, '')}${FESTIVAL_YEAR}`,
    },
    contact: CONTACT_EMAIL,
    site: PUBLIC_URL,
  }
  const [html, picture] = await Promise.all([
    render(createElement(TicketConfirmation, props)),
    qrPng(confCode),
  ])
  return {
    subject: subject(props),
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
