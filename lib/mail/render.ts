import { render } from '@react-email/components'
import { type ComponentType, createElement } from 'react'
import { z } from 'zod'
import type { EditionRow } from '@/db/queries/festival'
import type { Sender } from '@/emails/frame'
import * as message from '@/emails/message'
import * as invitation from '@/emails/sponsor-invitation'
import * as pass from '@/emails/sponsor-pass'
import * as reminder from '@/emails/sponsor-reminder'
import * as ticket from '@/emails/ticket-confirmation'
import { receiptNumber } from '@/lib/cash/rules'
import { mailedReceipt } from '@/lib/cash/schema'
import { getConfig } from '@/lib/config/settings'
import { hashtagOf } from '@/lib/festival/rules'
import { qrPng } from '@/lib/qr/qr'
import { isTicketMail, type MailTemplate, QR_CONTENT_ID } from './rules'

/** Fields of a mail that its template shows. */
export interface MailContent {
  template: string
  name: string
  confCode: string | null
  /** Subject written by an admin; '' for the subject of the template. */
  subject?: string
  message?: string
  link?: string | null
  details?: Record<string, unknown> | null
}

/** Rendered mail. */
export interface MailText {
  subject: string
  html: string
  text: string
}

export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
  contentId: string
}

/** Exports that each template file in emails/ has. */
interface EmailFile<Props> {
  default: ComponentType<Props> & { PreviewProps: Props }
  plainText: (props: Props) => string
  subject: (props: Props) => string
}

/** Edition data that mails show. */
type Edition = Pick<EditionRow, 'name' | 'year' | 'ordinal' | 'contactEmail' | 'sponsorsEmail'>

interface Template {
  fill: (mail: MailContent, edition: Edition) => Promise<MailText>
  preview: () => Promise<MailText & { confCode?: string }>
}

// Schemas of `details` in mails to sponsors.
const listDetails = z.object({ guestCap: z.int(), deadline: z.string().nullable() })
const listProgressDetails = listDetails.extend({ listed: z.int() })
const passDetails = z.object({ sponsor: z.string() })

/**
 * All templates by name. A new template needs a file in emails/ (component, plainText, subject,
 * PreviewProps), its name in MAIL_TEMPLATES (rules.ts; and in TICKET_TEMPLATES of
 * db/catalogue/mail-states.ts if it contains a ticket), and an entry here.
 */
const TEMPLATES: Record<MailTemplate, Template> = {
  'ticket-confirmation': template(ticket, (mail, edition) => ({
    ...festival(edition),
    ...codeOf(mail),
    guest: mail.name,
    message: mail.message,
    receipt: receiptOf(mail),
  })),
  message: template(message, ({ name, subject = '', message = '', link = null }, edition) => ({
    ...festival(edition),
    reader: name,
    subject,
    message,
    link,
  })),
  'sponsor-invitation': template(invitation, ({ details, name, link, message = '' }, edition) => ({
    ...sponsorsDesk(edition),
    ...listDetails.parse(details),
    sponsor: name,
    link: link ?? '',
    message,
  })),
  'sponsor-reminder': template(reminder, ({ details, name, link }, edition) => ({
    ...sponsorsDesk(edition),
    ...listProgressDetails.parse(details),
    sponsor: name,
    link: link ?? '',
  })),
  'sponsor-pass': template(pass, (mail, edition) => ({
    ...festival(edition),
    ...passDetails.parse(mail.details),
    ...codeOf(mail),
    guest: mail.name,
  })),
}

/**
 * Renders a mail. The same row and edition always give the same mail, so that the provider
 * recognizes a repeated request.
 */
export async function renderMail(mail: MailContent, edition: Edition): Promise<MailText> {
  const template = TEMPLATES[mail.template as MailTemplate]
  if (!template) throw new Error(`unknown mail template ${mail.template}`)
  return template.fill(mail, edition)
}

/** Attachments of a mail: the QR code, if its template has one. */
export const attachmentsOf = ({ template, confCode }: MailContent): Attachment[] =>
  isTicketMail(template) ? [qrAttachment(confCode ?? '')] : []

/**
 * Renders a template with its sample data (`PreviewProps`). The QR code becomes a data URL, because
 * a preview has no attachments.
 */
export async function previewMail(template: MailTemplate): Promise<MailText> {
  const { html, confCode, ...rest } = await TEMPLATES[template].preview()
  if (!confCode) return { ...rest, html }
  const dataUrl = `data:image/png;base64,${qrPng(confCode).toString('base64')}`
  return { ...rest, html: html.replaceAll(QR_URL, dataUrl) }
}

function template<Props extends object>(
  file: EmailFile<Props>,
  propsOf: (mail: MailContent, edition: Edition) => Props,
): Template {
  const fill = async (props: Props) => ({
    subject: file.subject(props),
    html: await render(createElement(file.default, props)),
    text: file.plainText(props),
  })
  return {
    fill: async (mail, edition) => {
      const filled = await fill(propsOf(mail, edition))
      return { ...filled, subject: mail.subject || filled.subject }
    },
    preview: async () => {
      const props = file.default.PreviewProps
      return { ...(await fill(props)), confCode: (props as { confCode?: string }).confCode }
    },
  }
}

const festival = (edition: Edition): Sender => {
  const { name, year, ordinal, contactEmail } = edition
  return {
    festival: { name, year, edition: ordinal, hashtag: hashtagOf(edition) },
    contact: contactEmail,
    site: getConfig().PUBLIC_URL,
  }
}

const sponsorsDesk = (edition: Edition): Sender => ({
  ...festival(edition),
  contact: edition.sponsorsEmail || edition.contactEmail,
})

/** Receipt of a ticket that was paid at the desk. */
function receiptOf({ details }: MailContent) {
  const { receipt } = mailedReceipt.safeParse(details).data ?? {}
  return receipt && { ...receipt, number: receiptNumber(receipt.year, receipt.id) }
}

/** URL by which the HTML of a mail shows the attached QR code. */
const QR_URL = `cid:${QR_CONTENT_ID}`

const codeOf = ({ confCode }: MailContent) => ({ confCode: confCode ?? '', qr: QR_URL })

/** QR code as an attachment. */
const qrAttachment = (code: string) => ({
  filename: 'ulaznica.png',
  content: qrPng(code),
  contentType: 'image/png',
  contentId: QR_CONTENT_ID,
})
