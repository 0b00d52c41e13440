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
import { type MailTemplate, QR_CONTENT_ID, TEMPLATES_WITH_QR } from './rules'

/** What a template is filled with: the part of a mail's record that its reader sees. */
export interface MailContent {
  template: string
  name: string
  confCode: string | null
  /** A subject of one's own; '' for the template's. */
  subject?: string
  message?: string
  link?: string | null
  details?: Record<string, unknown> | null
}

/** A mail as its reader gets it. */
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

/** What a file in emails/ holds. */
interface EmailFile<Props> {
  default: ComponentType<Props> & { PreviewProps: Props }
  plainText: (props: Props) => string
  subject: (props: Props) => string
}

/** What mails say of the festival that sends them. */
type Edition = Pick<EditionRow, 'name' | 'year' | 'number' | 'contactEmail' | 'sponsorsEmail'>

interface Template {
  fill: (mail: MailContent, edition: Edition) => Promise<MailText>
  preview: () => Promise<MailText & { confCode?: string }>
}

// What the record of a sponsor's mail keeps for its template.
const place = z.object({ guestCap: z.int(), deadline: z.string().nullable() })
const progress = place.extend({ listed: z.int() })
const host = z.object({ sponsor: z.string() })

/**
 * Every template by the name that a mail's record bears. A new one is its file in emails/
 * (component, plainText, subject, PreviewProps), its name in MAIL_TEMPLATES (and in
 * TEMPLATES_WITH_QR when it has an attachment; both in rules.ts), and a line here.
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
    ...place.parse(details),
    sponsor: name,
    link: link ?? '',
    message,
  })),
  'sponsor-reminder': template(reminder, ({ details, name, link }, edition) => ({
    ...sponsorsDesk(edition),
    ...progress.parse(details),
    sponsor: name,
    link: link ?? '',
  })),
  'sponsor-pass': template(pass, (mail, edition) => ({
    ...festival(edition),
    ...host.parse(mail.details),
    ...codeOf(mail),
    guest: mail.name,
  })),
}

/** Of one edition the same record makes the same mail every time, so that a repeat is recognised. */
export async function renderMail(mail: MailContent, edition: Edition): Promise<MailText> {
  const known = TEMPLATES[mail.template as MailTemplate]
  if (!known) throw new Error(`there is no mail template ${mail.template}`)
  return known.fill(mail, edition)
}

/** What travels inside the mail: the picture of its code. */
export const attachmentsOf = ({ template, confCode }: MailContent): Attachment[] =>
  TEMPLATES_WITH_QR.includes(template as MailTemplate) ? [picture(confCode ?? '')] : []

/** A template as its file shows it with the file's own PreviewProps. */
export async function previewMail(template: MailTemplate): Promise<MailText> {
  const { html, confCode, ...rest } = await TEMPLATES[template].preview()
  if (!confCode) return { ...rest, html }
  const address = `data:image/png;base64,${qrPng(confCode).toString('base64')}`
  return { ...rest, html: html.replaceAll(QR_ADDRESS, address) }
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
  const { name, year, number, contactEmail } = edition
  return {
    festival: { name, year, edition: number, hashtag: hashtagOf(edition) },
    contact: contactEmail,
    site: getConfig().PUBLIC_URL,
  }
}

const sponsorsDesk = (edition: Edition): Sender => ({
  ...festival(edition),
  contact: edition.sponsorsEmail || edition.contactEmail,
})

/** What was paid for the ticket, where the desk has counted it. */
function receiptOf({ details }: MailContent) {
  const { receipt } = mailedReceipt.safeParse(details).data ?? {}
  return receipt && { ...receipt, number: receiptNumber(receipt.year, receipt.id) }
}

/** Where a mail that carries a code shows its picture. */
const QR_ADDRESS = `cid:${QR_CONTENT_ID}`

const codeOf = ({ confCode }: MailContent) => ({ confCode: confCode ?? '', qr: QR_ADDRESS })

/** The code's picture, to travel inside the mail. */
const picture = (code: string) => ({
  filename: 'ulaznica.png',
  content: qrPng(code),
  contentType: 'image/png',
  contentId: QR_CONTENT_ID,
})
