import { ArrowUp, CircleDashed, LogIn, Ticket, TicketX } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { WarningMarks } from '@/components/gate/screens/guest'
import { buttonClasses } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'
import type { GuestColumn } from '@/lib/column-choice/schema'
import type { Guest } from '@/lib/guests/schema'
import { formatShortDate, formatTime } from '@/lib/time/zagreb'
import { RowCheckbox } from './bulk/boxes'
import type { GuestSelection } from './bulk/selection'
import { COLUMNS, useShownColumns } from './guest-columns'

interface Props {
  /** Undefined while the row is loading. */
  guest: Guest | undefined
  index: number
  /** Position in the table, in px from its top. */
  top: number
  /**
   * Whether Tab focuses this row. Only one row is a tab stop; the arrow keys move the focus from
   * there.
   */
  isTabStop: boolean
  href: string | undefined
  selection: GuestSelection
}

/**
 * A guest in the table: one line on a desktop, two lines on a phone. The link covers the whole row.
 * The table handles the clicks.
 */
export const GuestRow = memo(function GuestRow(props: Props) {
  const { guest, index, top, isTabStop, href, selection } = props
  const { columns } = useShownColumns()
  const position = { transform: `translateY(${top}px)` } satisfies CSSProperties
  if (!guest) return <EmptyRow index={index} position={position} />
  const { name, surname } = guest
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS `display` removes the table roles
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className={classes(ROW_CLASSES, CELLS)}
      style={position}
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

/** Order of the texts of a guest on a phone, where they share one line. */
const PHONE_LINE: GuestColumn[] = ['tag', 'jmbag', 'email', 'phone', 'note', 'ban']

function Cell({ column, guest }: { column: GuestColumn; guest: Guest }) {
  const { text, isWide } = COLUMNS[column]
  const cellClasses = {
    surname: 'max-md:hidden font-bold',
    tag: 'max-md:hidden',
    bought: 'max-md:col-start-2 max-md:row-start-1',
    entered: 'max-md:col-start-2 max-md:row-start-2',
  }
  const plainClasses = 'max-md:hidden text-muted tabular-nums'
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS `display` removes the table roles
    <td
      role="cell"
      className={classes(
        column in cellClasses ? cellClasses[column as 'tag'] : plainClasses,
        isWide && 'max-lg:hidden',
      )}
    >
      {column === 'bought' && <TicketState guest={guest} />}
      {column === 'entered' && <PresenceState guest={guest} />}
      <span>{column === 'surname' ? guest.surname : text?.(guest)}</span>
    </td>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

const FACT =
  'inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums [&>svg]:size-4 [&>svg]:shrink-0'

/** Formats a time as d.m. hh:mm. The year is not needed within one festival. */
const formatShortMoment = (at: string) => `${formatShortDate(at)} ${formatTime(at)}`

function TicketState({ guest: { boughtTicketTime } }: { guest: Guest }) {
  return boughtTicketTime ? (
    <span className={FACT}>
      <Ticket aria-hidden="true" className="text-go" />
      <span className="sr-only">Kupljena </span>
      <span className="max-md:sr-only">{formatShortMoment(boughtTicketTime)}</span>
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

function PresenceState({ guest: { enteredTime } }: { guest: Guest }) {
  return enteredTime ? (
    <span className={FACT}>
      <LogIn aria-hidden="true" className="text-go" />
      <span className="sr-only">Unutra od </span>
      {formatShortMoment(enteredTime)}
    </span>
  ) : (
    <span className={classes(FACT, 'text-muted')}>
      <CircleDashed aria-hidden="true" />
      Vani
    </span>
  )
}

function EmptyRow({ index, position }: { index: number; position: CSSProperties }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS `display` removes the table roles
    <tr
      role="row"
      aria-rowindex={index + 2}
      aria-busy="true"
      className={ROW_CLASSES}
      style={position}
    >
      <td role="cell" className="flex h-full items-center px-4">
        <span className="sr-only">Učitavanje …</span>
        <span aria-hidden="true" className="h-3 w-2/5 rounded-full bg-panel-2" />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

/** Number of rows at the top of the list at which the button to the top is not needed. */
const NEAR_TOP = 12

interface ListPositionProps {
  index: number
  total: number
  /** Whether the button is moved up, above the selection bar. */
  isRaised: boolean
}

/** Button that shows the position in a long list and scrolls back to the search field. */
export function ListPosition({ index, total, isRaised }: ListPositionProps) {
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
 * Grid of a row; guest-columns.tsx defines its columns. On a phone a row has two lines with two
 * cells each. The checkbox that selects the guest is to the left of the columns (bulk/boxes.tsx).
 */
export const CELLS =
  'grid items-center gap-x-4 px-4 md:pl-13 group-data-choosing/guests:max-md:pl-13 [&>*]:min-w-0 [&>*]:truncate max-md:grid-cols-[minmax(0,1fr)_7.25rem] max-md:content-center md:grid-cols-(--columns-narrow) lg:grid-cols-(--columns)'

/** The heights (h-17 and h-12) must equal ROW in guest-table.tsx. */
const ROW_CLASSES =
  'absolute inset-x-0 top-0 h-17 border-b border-edge md:h-12 hover:bg-panel-2 has-checked:bg-panel-2 has-[a:focus-visible]:outline-3 has-[a:focus-visible]:-outline-offset-3 has-[a:focus-visible]:outline-accent'
