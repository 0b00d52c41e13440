import { CircleDashed, LogIn, Ticket, TicketX } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import type { Guest } from '@/lib/guests/schema'
import { formatMoment } from '@/lib/time'
import { warningsOf } from './verdict/kinds'

export const fullName = (guest: { name: string; surname: string }) =>
  `${guest.name} ${guest.surname}`.trim() || 'Bez imena'

const FACT = 'inline-flex items-center gap-1.5 [&>svg]:size-5 [&>svg]:shrink-0'

/** The ticket by icon and word. */
export function TicketFact({ guest }: { guest: Guest }) {
  return guest.bought === '1' ? (
    <span className={FACT}>
      <Ticket aria-hidden="true" /> Karta
    </span>
  ) : (
    <span className={classes(FACT, 'font-bold text-stop')}>
      <TicketX aria-hidden="true" /> Nema kartu
    </span>
  )
}

/** The presence by icon and word. */
export function PresenceFact({ guest }: { guest: Guest }) {
  return guest.enteredTime ? (
    <span className={classes(FACT, 'font-bold text-text')}>
      <LogIn aria-hidden="true" /> Unutra od {formatMoment(guest.enteredTime)}
    </span>
  ) : (
    <span className={FACT}>
      <CircleDashed aria-hidden="true" /> Vani
    </span>
  )
}

/** What staff should know of the guest, in full. */
export function GuestWarnings({ guest }: { guest: Guest }) {
  return warningsOf(guest).map(({ label, text, icon: Icon, edge }) => (
    <p
      key={label}
      className={classes(
        'flex gap-2 rounded-md border-l-4 bg-panel-2 px-3 py-2 text-left text-base text-text',
        edge,
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 break-words">
        <span className="sr-only">{label}: </span>
        {text}
      </span>
    </p>
  ))
}

/** The same as marks, where a row has no room for it. */
export function WarningMarks({ guest }: { guest: Guest }) {
  return warningsOf(guest).map(({ label, text, icon: Icon, colour }) => (
    <span key={label} title={text} className={classes('ml-2 inline-block align-middle', colour)}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">
        {label}: {text}
      </span>
    </span>
  ))
}
