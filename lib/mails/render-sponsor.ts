import { render } from '@react-email/components'
import { createElement } from 'react'
import { z } from 'zod'
import SponsorInvitation, * as invitation from '@/emails/sponsor-invitation'
import SponsorPass, * as pass from '@/emails/sponsor-pass'
import SponsorReminder, * as reminder from '@/emails/sponsor-reminder'
import { getConfig } from '@/lib/config'
import { type MailContent, QR_ADDRESS, qrAttachment, type RenderedMail, sender } from './parts'

// What the record of a sponsor's mail keeps for its template.
const place = z.object({ guestCap: z.int(), deadline: z.string().nullable() })
const progress = place.extend({ listed: z.int() })
const host = z.object({ sponsor: z.string() })

const fromSponsorsDesk = () => ({ ...sender(), contact: getConfig().CONTACT_EMAIL_SPONSORS })

export async function sponsorInvitation(mail: MailContent): Promise<RenderedMail> {
  const props: invitation.SponsorInvitationProps = {
    ...fromSponsorsDesk(),
    ...place.parse(mail.details),
    sponsor: mail.name,
    link: mail.link ?? '',
    message: mail.message ?? '',
  }
  const html = await render(createElement(SponsorInvitation, props))
  const subject = mail.subject || invitation.subject(props)
  return { subject, html, text: invitation.plainText(props), attachments: [] }
}

export async function sponsorReminder(mail: MailContent): Promise<RenderedMail> {
  const props: reminder.SponsorReminderProps = {
    ...fromSponsorsDesk(),
    ...progress.parse(mail.details),
    sponsor: mail.name,
    link: mail.link ?? '',
  }
  const html = await render(createElement(SponsorReminder, props))
  const subject = mail.subject || reminder.subject(props)
  return { subject, html, text: reminder.plainText(props), attachments: [] }
}

export async function sponsorPass(mail: MailContent): Promise<RenderedMail> {
  const confCode = mail.confCode ?? ''
  const props: pass.SponsorPassProps = {
    ...sender(),
    ...host.parse(mail.details),
    guest: mail.name,
    confCode,
    qr: QR_ADDRESS,
  }
  const [html, attachment] = await Promise.all([
    render(createElement(SponsorPass, props)),
    qrAttachment(confCode),
  ])
  const subject = mail.subject || pass.subject(props)
  return { subject, html, text: pass.plainText(props), attachments: [attachment] }
}
