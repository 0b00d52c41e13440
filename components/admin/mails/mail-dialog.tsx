'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, type SyntheticEvent, useMemo, useState } from 'react'
import { toast } from 'sonner'
import { QueryState } from '@/components/admin/data/list-state'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { isMailPending, QR_CONTENT_ID, RESEND_REFUSALS, templateLabel } from '@/lib/mail/rules'
import type { Mail, WholeMail } from '@/lib/mail/schema'
import { formatDateTime } from '@/lib/time/zagreb'
import { MailStateBadge } from './mail-list'
import { MAILS_KEY, useMail } from './use-mails'

interface Props {
  id: string
  /** Shows another mail in this dialog; null closes the dialog. */
  onShow: (id: string | null) => void
}

/** Dialog with a mail as it was sent, and a button to send it again. */
export function MailDialog({ id, onShow }: Props) {
  const query = useMail(id)
  const { data: mail } = query
  return (
    <Dialog open onClose={() => onShow(null)} title={mail?.name || 'Mail'}>
      {mail ? (
        <>
          <MailFacts mail={mail} />
          <ResendPart mail={mail} onResent={onShow} />
          <MailBody mail={mail} />
        </>
      ) : (
        <QueryState query={query} />
      )}
    </Dialog>
  )
}

/** Button that sends a mail again, or the reason why it cannot be sent again. */
export function ResendPart({
  mail,
  onResent,
}: {
  mail: WholeMail
  onResent: (id: string) => void
}) {
  if (mail.resendable) return <ResendButton mail={mail} onResent={onResent} />
  if (isMailPending(mail.state)) return null
  const { ticketReturned, recipientErased } = RESEND_REFUSALS
  return (
    <p className="mt-4 text-sm text-muted">{mail.confCode ? ticketReturned : recipientErased}</p>
  )
}

/** Details of a mail except its text, such as state and recipient. */
function MailFacts({ mail }: { mail: WholeMail }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Fact term="Stanje">
          <MailStateBadge mail={mail} />
          {mail.state === 'recorded' && (
            <span className="block text-sm text-muted">
              Nije poslano: servis za slanje pošte nije postavljen.
            </span>
          )}
          {mail.nextTryAt && <NextTry mail={mail} at={mail.nextTryAt} />}
        </Fact>
        <Fact term="Prima">{mail.to_mail || 'nema adrese'}</Fact>
        <Fact term="Vrsta">{templateLabel(mail.template)}</Fact>
        {mail.subject && <Fact term="Predmet">{mail.subject}</Fact>}
        <Fact term="Nastao">
          {formatDateTime(mail.createdAt)}
          <span>{mail.resend && ', ponovno slanje'}</span>
        </Fact>
        {mail.sentAt && <Fact term="Poslan">{formatDateTime(mail.sentAt)}</Fact>}
        {mail.attempts > 1 && <Fact term="Pokušaja">{mail.attempts}</Fact>}
      </dl>
      <Notice tone="error" className="mt-4 bg-panel-2">
        {mail.lastError}
      </Notice>
    </>
  )
}

/** When or why a queued mail is not sent yet, with a button to try it now. */
function NextTry({ mail, at }: { mail: WholeMail; at: string }) {
  const { run, isPending } = useApiMutation({
    call: () => api('POST', '/mailer/[id]/try-now', { params: { id: mail.id } }),
    invalidates: ['mails'],
    successMessage: 'Mail je na redu za slanje.',
  })
  const isLater = Date.parse(at) > Date.now()
  const text = isLater ? `Sljedeći pokušaj: ${formatDateTime(at)}` : 'Na redu za slanje.'
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <span>{mail.isStopped ? 'Čeka jer je skupno slanje zaustavljeno.' : text}</span>
      {(isLater || mail.isStopped) && (
        <Button pending={isPending} onClick={() => run()}>
          Pokušaj sada
        </Button>
      )}
    </span>
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

const TAB_CLASSES =
  'min-h-11 flex-1 rounded-md px-3 font-semibold text-muted hover:text-text data-[state=active]:bg-panel data-[state=active]:text-text data-[state=active]:shadow-sm'

/** Shows the content of a mail in two tabs: as the recipient sees it, and as plain text. */
function MailBody({ mail }: { mail: WholeMail }) {
  if (mail.html === null)
    return <p className="mt-5 text-muted">Sadržaj nastaje kad mail dođe na red za slanje.</p>
  return (
    <Tabs.Root defaultValue="look" className="mt-5">
      <Tabs.List aria-label="Sadržaj maila" className="mb-3 flex gap-1 rounded-lg bg-panel-2 p-1">
        <Tabs.Trigger value="look" className={TAB_CLASSES}>
          Izgled
        </Tabs.Trigger>
        <Tabs.Trigger value="text" className={TAB_CLASSES}>
          Samo tekst
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="look">
        <MailFrame id={mail.id} html={mail.html} />
      </Tabs.Content>
      <Tabs.Content value="text">
        <pre className="rounded-md border border-edge p-4 font-sans whitespace-pre-wrap break-words">
          {mail.text}
        </pre>
      </Tabs.Content>
    </Tabs.Root>
  )
}

/**
 * Shows the mail in an iframe that runs no script and opens no link. The iframe has the origin of
 * the page, because only then the browser loads the QR code, and the page can read the height of
 * the mail.
 */
function MailFrame({ id, html }: { id: string; html: string }) {
  const [height, setHeight] = useState(600)
  const source = useMemo(
    () =>
      html
        .replaceAll(`cid:${QR_CONTENT_ID}`, `/api/mailer/${id}/qr`)
        .replace('<head>', '<head><base target="_blank">'),
    [id, html],
  )
  const fitHeight = ({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) =>
    setHeight(frame.contentDocument?.documentElement.scrollHeight ?? height)
  return (
    <iframe
      title="Mail kako ga vidi primatelj"
      sandbox="allow-same-origin"
      srcDoc={source}
      onLoad={fitHeight}
      style={{ height }}
      className="block w-full rounded-md border border-edge"
    />
  )
}

const RESEND_KEY = [...MAILS_KEY, 'resend']

interface ResendProps {
  mail: Mail
  /** Called with the id of the new mail: a resend is a mail of its own. */
  onResent: (id: string) => void
}

/** Button that sends the same mail again after a confirmation. */
function ResendButton({ mail, onResent }: ResendProps) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const resend = useMutation({
    mutationKey: RESEND_KEY,
    mutationFn: () => api('POST', '/mailer/[id]/resend', { params: { id: mail.id } }),
    onSuccess: async (queued) => {
      toast.success('Mail je u redu za slanje.')
      onResent(queued.id)
      await client.invalidateQueries({ queryKey: MAILS_KEY })
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => setAsking(false),
  })
  // The second click of a double click comes before the button is shown as pending.
  const resendOnce = () => client.isMutating({ mutationKey: RESEND_KEY }) === 0 && resend.mutate()
  return (
    <>
      <Button className="mt-4 w-full sm:w-auto" onClick={() => setAsking(true)}>
        <Send aria-hidden="true" className="size-5" />
        Pošalji ponovno
      </Button>
      <Confirm
        open={isAsking}
        question={`Poslati ${mail.confCode ? 'ovu kartu' : 'ovaj mail'} još jednom?`}
        yes="Pošalji"
        pending={resend.isPending}
        onYes={resendOnce}
        onNo={() => setAsking(false)}
      >
        {mail.confCode ? (
          <p>{mail.name} dobiva novi mail s istim QR kodom, na adresu koja sada stoji uz gosta.</p>
        ) : (
          <p>Isti mail ide još jednom na {mail.to_mail}.</p>
        )}
      </Confirm>
    </>
  )
}
