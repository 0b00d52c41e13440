import { CircleDashed, LogIn, Ticket, TicketX } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import type { Guest } from '@/lib/guests/schema'
import { formatMoment } from '@/lib/time'

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
