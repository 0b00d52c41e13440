import { render } from '@react-email/components'
import { type ComponentType, createElement } from 'react'
import * as message from '@/emails/message'
import * as invitation from '@/emails/sponsor-invitation'
import * as pass from '@/emails/sponsor-pass'
import * as reminder from '@/emails/sponsor-reminder'
import * as ticket from '@/emails/ticket-confirmation'
import { QR_ADDRESS } from './parts'
import { qrPng } from './qr'
import type { MailTemplate } from './rules'

interface EmailFile<Props> {
  default: ComponentType<Props> & { PreviewProps: Props }
  plainText: (props: Props) => string
  subject?: (props: Props) => string
}

/** A template as its file shows it with the file's own PreviewProps. */
export interface MailPreview {
  subject: string
  html: string
  text: string
}

const PREVIEWS: Record<MailTemplate, () => Promise<MailPreview>> = {
  'ticket-confirmation': () => preview(ticket),
  message: () => preview(message),
  'sponsor-invitation': () => preview(invitation),
  'sponsor-reminder': () => preview(reminder),
  'sponsor-pass': () => preview(pass),
}

export const previewMail = (template: MailTemplate): Promise<MailPreview> => PREVIEWS[template]()

async function preview<Props extends object>(file: EmailFile<Props>): Promise<MailPreview> {
  const props = file.default.PreviewProps
  const html = await render(createElement(file.default, props))
  const { subject = '', confCode } = props as { subject?: string; confCode?: string }
  return {
    subject: file.subject?.(props) ?? subject,
    html: confCode ? html.replaceAll(QR_ADDRESS, pictureOf(confCode)) : html,
    text: file.plainText(props),
  }
}

const pictureOf = (code: string) => `data:image/png;base64,${qrPng(code).toString('base64')}`
