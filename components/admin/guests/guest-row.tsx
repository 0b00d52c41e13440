import { ArrowUp, CircleDashed, LogIn, Ticket, TicketX } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { WarningMarks } from '@/components/gate/screens/guest'
import { buttonClasses } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/grouped'
import type { GuestColumn } from '@/lib/column-choice/schema'
import type { Guest } from '@/lib/guests/schema'
import { formatShortDate, formatTime } from '@/lib/time/zagreb'
import { RowCheckbox } from './bulk/boxes'
import type { GuestSelection } from './bulk/selection'
import { COLUMNS, useShownColumns } from './guest-columns'

interface Props {
  /** Undefined while it is on the way. */
  guest: Guest | undefined
  index: number
  /** Where it stands in the table, in px. */
  top: number
  /** The one row that Tab leads to; the arrow keys go on from it. */
  isTabStop: boolean
  href: string | undefined
  selection: GuestSelection
}

/**
 * One guest of the table: a line on a desktop, two on a phone. Its link covers the whole of
 * it; a press is taken care of by the table.
 */
export const GuestRow = memo(function GuestRow(props: Props) {
  const { guest, index, top, isTabStop, href, selection } = props
  const { columns } = useShownColumns()
  const place = { transform: `translateY(${top}px)` } satisfies CSSProperties
  if (!guest) return <EmptyRow index={index} place={place} />
  const { name, surname } = guest
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: they stay when CSS takes the table's display away
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className={classes(ROW_LOOK, CELLS)}
      style={place}
    >
      <RowCheckbox guest={guest} selection={selection} />
      <td role="cell" className="font-bold max-md:col-start-1">
        <a
          href={href}
          data-guest={guest.id}
          data-index={index}
          tabIndex={isTabStop ? 0 : -1}
          className="outline-none after:absolute after:inset-0"
        >
          <span>
            {name || surname ? name : <span className="font-normal text-muted">Bez imena</span>}
          </span>
          <span className={classes(name !== '' && columns.includes('surname') && 'md:sr-only')}>
            {name ? ` ${surname}` : surname}
          </span>
          <WarningMarks guest={guest} />
        </a>
      </td>
      <td
        role="cell"
        className="text-muted tabular-nums max-md:col-start-1 max-md:row-start-2 md:hidden"
      >
        {PHONE_LINE.flatMap((column) =>
          columns.includes(column) ? (COLUMNS[column].text?.(guest) ?? []) : [],
        )
          .filter(Boolean)
          .join(' · ')}
      </td>
      {columns.map((column) => (
        <Cell key={column} column={column} guest={guest} />
      ))}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
})

/** On a phone the texts of a guest stand in one line, the list before all. */
const PHONE_LINE: GuestColumn[] = ['tag', 'jmbag', 'email', 'phone', 'note', 'ban']

function Cell({ column, guest }: { column: GuestColumn; guest: Guest }) {
  const { text, isWide } = COLUMNS[column]
  const look = {
    surname: 'max-md:hidden font-bold',
    tag: 'max-md:hidden',
    bought: 'max-md:col-start-2 max-md:row-start-1',
    entered: 'max-md:col-start-2 max-md:row-start-2',
  }
  const plain = 'max-md:hidden text-muted tabular-nums'
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: it stays when CSS takes the table's display away
    <td
      role="cell"
      className={classes(column in look ? look[column as 'tag'] : plain, isWide && 'max-lg:hidden')}
    >
      {column === 'bought' && <Ticketed guest={guest} />}
      {column === 'entered' && <Present guest={guest} />}
      <span>{column === 'surname' ? guest.surname : text?.(guest)}</span>
    </td>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

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

/** Rows that a screen shows anyway. */
const NEAR_TOP = 12

interface PlaceProps {
  index: number
  total: number
  /** Above the bar of a choice. */
  isRaised: boolean
}

/** How far down a long list one is, and the way back up to the search. */
export function ListPlace({ index, total, isRaised }: PlaceProps) {
  if (index < NEAR_TOP) return null
  return (
    <button
      type="button"
      onClick={() => window.scrollTo({ top: 0 })}
      className={buttonClasses(
        'quiet',
        classes(
          'fixed right-4 z-20 rounded-full shadow-lg tabular-nums md:right-6',
          isRaised
            ? 'bottom-[calc(9.5rem+env(safe-area-inset-bottom))] md:bottom-24'
            : 'bottom-[calc(5rem+env(safe-area-inset-bottom))] md:bottom-6',
        ),
      )}
    >
      <ArrowUp aria-hidden="true" className="size-5" />
      <span className="sr-only">Na vrh popisa, redak </span>
      {formatNumber(index + 1)} / {formatNumber(total)}
    </button>
  )
}

/**
 * The columns of the guest table, as guest-columns.tsx tells; on a phone a row is two lines of two.
 * Before them all stands the box by which a guest is chosen (bulk/boxes.tsx).
 */
export const CELLS =
  'grid items-center gap-x-4 px-4 md:pl-13 group-data-choosing/guests:max-md:pl-13 [&>*]:min-w-0 [&>*]:truncate max-md:grid-cols-[minmax(0,1fr)_7.25rem] max-md:content-center md:grid-cols-(--columns-narrow) lg:grid-cols-(--columns)'

/** Its heights are those of ROW in guest-table.tsx. */
const ROW_LOOK =
  'absolute inset-x-0 top-0 h-17 border-b border-edge md:h-12 hover:bg-panel-2 has-checked:bg-panel-2 has-[a:focus-visible]:outline-3 has-[a:focus-visible]:-outline-offset-3 has-[a:focus-visible]:outline-accent'
