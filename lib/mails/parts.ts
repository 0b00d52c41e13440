import { getConfig } from '@/lib/config'
import { qrPng } from './qr'
import { QR_CONTENT_ID } from './rules'

// What the templates of all kinds are made of.

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
  details?: Record<string, unknown> | null
}

/** What every mail says of the festival that sends it. */
export function sender() {
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

/** Where a mail that carries a code shows its picture. */
export const QR_ADDRESS = `cid:${QR_CONTENT_ID}`

/** The code's picture, to travel inside the mail. */
export const qrAttachment = async (code: string): Promise<RenderedMail['attachments'][number]> => ({
  filename: 'ulaznica.png',
  content: await qrPng(code),
  contentType: 'image/png',
  contentId: QR_CONTENT_ID,
})
