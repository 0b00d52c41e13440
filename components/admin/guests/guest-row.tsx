import { CircleDashed, LogIn, Ticket, TicketX } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { WarningMarks } from '@/components/admin/gate/guest-facts'
import { classes } from '@/components/ui/classes'
import { tagLabel } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { formatShortDate, formatTime } from '@/lib/time'
import { CELLS, ROW_LOOK } from './looks'

interface Props {
  /** Undefined while it is on the way. */
  guest: Guest | undefined
  index: number
  /** Where it stands in the table, in px. */
  top: number
  /** The one row that Tab leads to; the arrow keys go on from it. */
  isTabStop: boolean
  href: string | undefined
}

/**
 * One guest of the table: a line on a desktop, two on a phone. Its link covers the whole of
 * it; a press is taken care of by the table.
 */
export const GuestRow = memo(function GuestRow({ guest, index, top, isTabStop, href }: Props) {
  const place = { transform: `translateY(${top}px)` } satisfies CSSProperties
  if (!guest) return <EmptyRow index={index} place={place} />
  const { name, surname, jmbag, tag, email } = guest
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: they stay when CSS takes the table's display away
    <tr role="row" aria-rowindex={index + 2} className={classes(ROW_LOOK, CELLS)} style={place}>
      <td role="cell" className="font-bold max-md:col-start-1">
        <a
          href={href}
          data-guest={guest.id}
          data-index={index}
          tabIndex={isTabStop ? 0 : -1}
          className="outline-none after:absolute after:inset-0"
        >
          {name || surname ? name : <span className="font-normal text-muted">Bez imena</span>}
          <span className={classes(name !== '' && 'md:sr-only')}>
            {name ? ' ' : ''}
            {surname}
          </span>
          <WarningMarks guest={guest} />
        </a>
      </td>
      <td role="cell" className="font-bold max-md:hidden">
        {surname}
      </td>
      <td role="cell" className="text-muted tabular-nums max-md:col-start-1 max-md:row-start-2">
        <span className="md:hidden">
          {tagLabel(tag)}
          {jmbag && ' · '}
        </span>
        {jmbag}
      </td>
      <td role="cell" className="max-md:hidden">
        {tagLabel(tag)}
      </td>
      <td role="cell" className="text-muted max-lg:hidden">
        {email}
      </td>
      <td role="cell" className="max-md:col-start-2 max-md:row-start-1">
        <Ticketed guest={guest} />
      </td>
      <td role="cell" className="max-md:col-start-2 max-md:row-start-2">
        <Present guest={guest} />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
})

const FACT =
  'inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums [&>svg]:size-4 [&>svg]:shrink-0'

/** d.m. hh:mm, which is enough within one festival. */
const shortMoment = (at: string) => `${formatShortDate(at)} ${formatTime(at)}`

function Ticketed({ guest: { boughtTicketTime } }: { guest: Guest }) {
  return boughtTicketTime ? (
    <span className={FACT}>
      <Ticket aria-hidden="true" className="text-go" />
      <span className="sr-only">Kupljena </span>
      <span className="max-md:sr-only">{shortMoment(boughtTicketTime)}</span>
      <span aria-hidden="true" className="md:hidden">
        Karta
      </span>
    </span>
  ) : (
    <span className={classes(FACT, 'text-muted')}>
      <TicketX aria-hidden="true" />
      Nema kartu
    </span>
  )
}

function Present({ guest: { enteredTime } }: { guest: Guest }) {
  return enteredTime ? (
    <span className={FACT}>
      <LogIn aria-hidden="true" className="text-go" />
      <span className="sr-only">Unutra od </span>
      {shortMoment(enteredTime)}
    </span>
  ) : (
    <span className={classes(FACT, 'text-muted')}>
      <CircleDashed aria-hidden="true" />
      Vani
    </span>
  )
}

function EmptyRow({ index, place }: { index: number; place: CSSProperties }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: they stay when CSS takes the table's display away
    <tr role="row" aria-rowindex={index + 2} aria-busy="true" className={ROW_LOOK} style={place}>
      <td role="cell" className="flex h-full items-center px-4">
        <span className="sr-only">Učitavanje …</span>
        <span aria-hidden="true" className="h-3 w-2/5 rounded-full bg-panel-2" />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}
