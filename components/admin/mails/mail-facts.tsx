import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'
import { TEMPLATE_WORDS } from '@/lib/mails/messages'
import type { MailTemplate } from '@/lib/mails/rules'
import type { WholeMail } from '@/lib/mails/schema'
import { formatDateTime } from '@/lib/time'
import { MailStateMark } from './mail-state'

/** What is known of a mail beside its text. */
export function MailFacts({ mail }: { mail: WholeMail }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Fact term="Stanje">
          <MailStateMark mail={mail} />
          {mail.state === 'recorded' && (
            <span className="block text-sm text-muted">
              Nije poslano: servis za slanje pošte nije postavljen.
            </span>
          )}
        </Fact>
        <Fact term="Prima">{mail.to_mail || 'nema adrese'}</Fact>
        <Fact term="Vrsta">{TEMPLATE_WORDS[mail.template as MailTemplate] ?? mail.template}</Fact>
        {mail.subject && <Fact term="Predmet">{mail.subject}</Fact>}
        <Fact term="Nastao">
          {formatDateTime(mail.createdAt)}
          {mail.resend && ', ponovno slanje'}
        </Fact>
        {mail.sentAt && <Fact term="Poslan">{formatDateTime(mail.sentAt)}</Fact>}
        {mail.attempts > 1 && <Fact term="Pokušaja">{mail.attempts}</Fact>}
      </dl>
      {mail.lastError && (
        <Notice tone="error" className="mt-4 bg-panel-2">
          {mail.lastError}
        </Notice>
      )}
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}
