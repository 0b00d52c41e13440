import {
  Archive,
  CheckCheck,
  ChevronRight,
  CircleCheck,
  Clock,
  Flag,
  type LucideIcon,
  RotateCw,
  Send,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { PanelList } from '@/components/admin/data/panel-list'
import { classes } from '@/components/ui/classes'
import { MAIL_STATE_LABELS, type MailState, templateLabel } from '@/lib/mail/rules'
import type { Mail } from '@/lib/mail/schema'
import { formatDate, formatTime } from '@/lib/time/zagreb'

interface Props {
  mails: Mail[]
  /** Whether the shown mails belong to an earlier query, while the new one is loading. */
  isStale: boolean
  onOpen: (id: string) => void
}

export function MailList({ mails, isStale, onOpen }: Props) {
  return (
    <PanelList label="Mailovi" isStale={isStale}>
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} onOpen={() => onOpen(mail.id)} />
      ))}
    </PanelList>
  )
}

/** One row of the mail list. A press anywhere on the row opens the mail. */
function MailRow({ mail, onOpen }: { mail: Mail; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-panel-2 md:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_12rem_9rem_auto]"
      >
        <span className="min-w-0 md:contents">
          <span className="block truncate font-bold">
            <span>{mail.name || 'Bez imena'}</span>
            {mail.template !== 'ticket-confirmation' && (
              <span className="font-normal text-muted">
                {' · '}
                <span>{templateLabel(mail.template)}</span>
              </span>
            )}
            {mail.resend && <span className="font-normal text-muted"> · ponovno poslano</span>}
          </span>
          <span className="block truncate text-muted">{mail.to_mail || 'nema adrese'}</span>
        </span>
        <span className="max-md:col-start-1">
          <MailStateBadge mail={mail} />
        </span>
        <time
          dateTime={mail.createdAt}
          className="text-right text-sm text-muted tabular-nums max-md:col-start-2 max-md:row-start-2"
        >
          <span className="max-md:sr-only">{formatDate(mail.createdAt)} </span>
          <span className="md:hidden">{formatDate(mail.createdAt).slice(0, 6)} </span>
          {formatTime(mail.createdAt)}
        </time>
        <ChevronRight
          aria-hidden="true"
          className="size-5 shrink-0 text-muted max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end"
        />
        {mail.lastError && (
          <span
            className={classes(
              'col-span-full text-sm break-words',
              isFailure(mail.state) ? 'text-stop' : 'text-muted',
            )}
          >
            {mail.lastError}
          </span>
        )}
      </button>
    </li>
  )
}

const STATE_STYLES: Record<MailState, { pluralLabel: string; icon: LucideIcon; colour: string }> = {
  queued: { pluralLabel: 'Čekaju', icon: Clock, colour: 'text-text' },
  sending: { pluralLabel: 'Šalju se', icon: Send, colour: 'text-text' },
  sent: { pluralLabel: 'Poslani', icon: CircleCheck, colour: 'text-go' },
  delivered: { pluralLabel: 'Isporučeni', icon: CheckCheck, colour: 'text-go' },
  bounced: { pluralLabel: 'Odbijeni', icon: Undo2, colour: 'text-stop' },
  complained: { pluralLabel: 'Neželjeni', icon: Flag, colour: 'text-stop' },
  failed: { pluralLabel: 'Neuspjeli', icon: TriangleAlert, colour: 'text-stop' },
  recorded: { pluralLabel: 'Zabilježeni', icon: Archive, colour: 'text-muted' },
}

/** Returns the plural label of a mail state, for the filter. */
export const pluralStateLabel = (state: MailState) => STATE_STYLES[state].pluralLabel

/** Whether a mail state is a final failure. */
const isFailure = (state: MailState) => STATE_STYLES[state].colour === 'text-stop'

/**
 * Shows the state of a mail as icon and label. A queued mail with failed attempts is shown as being
 * retried.
 */
export function MailStateBadge({ mail }: { mail: Pick<Mail, 'state' | 'attempts'> }) {
  const isRetried = mail.state === 'queued' && mail.attempts > 0
  const { icon, colour } = STATE_STYLES[mail.state]
  const Icon = isRetried ? RotateCw : icon
  return (
    <span className={classes('flex items-center gap-2 font-semibold', colour)}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span>{isRetried ? 'Pokušava ponovno' : MAIL_STATE_LABELS[mail.state]}</span>
    </span>
  )
}
