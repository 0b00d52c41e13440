import {
  Ban,
  CircleCheck,
  CircleDashed,
  LogIn,
  type LucideIcon,
  OctagonX,
  StickyNote,
  Ticket,
  TicketX,
} from 'lucide-react'
import type { GateGuest } from '@/components/gate/state/guest'
import { classes } from '@/components/ui/classes'
import type { PHONE_TEXTS } from '@/db/catalogue/guests'
import { keysOf } from '@/lib/text/keys'
import { formatMoment } from '@/lib/time/zagreb'

export const fullName = (guest: { name: string; surname: string }) =>
  `${guest.name} ${guest.surname}`.trim() || 'Bez imena'

const FACT = 'inline-flex items-center gap-1.5 [&>svg]:size-5 [&>svg]:shrink-0'

/** Shows with icon and label whether the guest has a ticket. */
export function TicketFact({ guest }: { guest: GateGuest }) {
  return guest.bought ? (
    <span className={FACT}>
      <Ticket aria-hidden="true" /> Karta
    </span>
  ) : (
    <span className={classes(FACT, 'font-bold text-stop')}>
      <TicketX aria-hidden="true" /> Nema kartu
    </span>
  )
}

/** Shows with icon and label whether the guest is inside, and since when. */
export function PresenceFact({ guest }: { guest: GateGuest }) {
  return guest.since !== null ? (
    <span className={classes(FACT, 'font-bold text-text')}>
      <LogIn aria-hidden="true" /> Unutra od {formatMoment(new Date(guest.since))}
    </span>
  ) : (
    <span className={FACT}>
      <CircleDashed aria-hidden="true" /> Vani
    </span>
  )
}

/**
 * Returns icon, Croatian label and colours for the state of a guest: banned, inside, with or
 * without a ticket.
 */
export function guestStatus(guest: GateGuest, now: Date): [LucideIcon, string, colours: string] {
  if (guest.banReason !== null) return [Ban, 'Ne puštaj', 'bg-stop text-on-stop']
  if (guest.since !== null)
    return [LogIn, `Unutra od ${formatMoment(new Date(guest.since), now)}`, 'bg-warn text-on-warn']
  if (guest.bought) return [CircleCheck, 'Ima kartu, može ući', 'bg-go text-on-go']
  return [OctagonX, 'Nema kartu', 'bg-stop text-on-stop']
}

/** Column of a text about a guest that gate devices store, except the names: note or ban reason. */
type Remark = Exclude<(typeof PHONE_TEXTS)[keyof typeof PHONE_TEXTS], 'name' | 'surname'>

/**
 * Label, icon and colours of each remark. A new text column in the catalogue does not compile until
 * it is added here.
 */
const REMARK_STYLES: Record<
  Remark,
  { label: string; icon: LucideIcon; edge: string; colour: string }
> = {
  banReason: { label: 'Ne puštaj', icon: Ban, edge: 'border-stop', colour: 'text-stop' },
  note: { label: 'Napomena', icon: StickyNote, edge: 'border-warn', colour: 'text-warn' },
}

type Remarks = Record<Remark, string | null>

const warningsOf = (guest: Remarks) =>
  keysOf(REMARK_STYLES).flatMap((field) => {
    const text = guest[field]
    return text ? { text, ...REMARK_STYLES[field] } : []
  })

/** Shows all remarks about a guest (ban reason, note) in full. */
export function GuestWarnings({ guest }: { guest: Remarks }) {
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

/** Shows the remarks about a guest (ban reason, note) as icons, for a row of a list. */
export function WarningMarks({ guest }: { guest: Remarks }) {
  return warningsOf(guest).map(({ label, text, icon: Icon, colour }) => (
    <span key={label} title={text} className={classes('ml-2 inline-block align-middle', colour)}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">
        {label}: {text}
      </span>
    </span>
  ))
}
