import { ChevronRight } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import { TEMPLATE_WORDS } from '@/lib/mails/messages'
import type { MailTemplate } from '@/lib/mails/rules'
import type { Mail } from '@/lib/mails/schema'
import { formatDate, formatTime } from '@/lib/time'
import { isBad, MailStateMark } from './mail-state'

/** One mail of the list; the whole line opens it. */
export function MailRow({ mail, onOpen }: { mail: Mail; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-panel-2 md:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_12rem_9rem_auto]"
      >
        <span className="min-w-0 md:contents">
          <span className="block truncate font-bold">
            {mail.name || 'Bez imena'}
            {mail.template !== 'ticket-confirmation' && (
              <span className="font-normal text-muted">
                {' · '}
                {TEMPLATE_WORDS[mail.template as MailTemplate] ?? mail.template}
              </span>
            )}
            {mail.resend && <span className="font-normal text-muted"> · ponovno poslano</span>}
          </span>
          <span className="block truncate text-muted">{mail.to_mail || 'nema adrese'}</span>
        </span>
        <span className="max-md:col-start-1">
          <MailStateMark mail={mail} />
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
              isBad(mail.state) ? 'text-stop' : 'text-muted',
            )}
          >
            {mail.lastError}
          </span>
        )}
      </button>
    </li>
  )
}
