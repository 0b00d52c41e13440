'use client'

import { Pencil } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { SearchedList } from '@/components/admin/data/list'
import { Picture } from '@/components/public/picture'
import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import type { RowOf } from '@/lib/api-client/types'
import { MoveButtons } from './move-buttons'
import {
  type Sortable,
  SortableArea,
  type SortablePosition,
  useSortableItem,
} from './sortable-area'

interface CardItem extends Sortable {
  slug: string
  image: string
  visible: '0' | '1'
}

/**
 * Entities that are shown as cards. The name is part of their API paths and of the URLs of their
 * screens.
 */
type CardEntity = 'lineup' | 'sponsors'
type Row<N extends CardEntity> = RowOf<`/${N}`> & CardItem

interface CardAppearance<R> {
  /**
   * Kind of picture: a photograph fills the square of its card, a logo is shown whole on a dark
   * background.
   */
  picture: 'photo' | 'logo'
  details?: (row: R) => ReactNode
}

interface Props<N extends CardEntity> extends CardAppearance<Row<N>> {
  entity: N
  /** Name of the list for screen readers. */
  label: string
  /** Label of the search box, which names the searched fields. */
  search: string
  /** Message for an empty list. */
  empty: string
  /** Messages for a failed load and a failed move (rules 13.10 and 13.11). */
  messages: Record<'loadFailed' | 'reorderFailed', string>
}

/** Sortable list of items with a picture: rows on a phone, cards on a desktop. */
export function SortableCards<N extends CardEntity>(props: Props<N>) {
  const { entity, label, search, empty, messages } = props
  return (
    <SearchedList
      entity={entity}
      path={`/${entity}`}
      search={search}
      empty={empty}
      failed={messages.loadFailed}
      isWhole
    >
      {({ rows, total, isPart }) => (
        <>
          <PartNote rows={rows as Row<N>[]} total={total} isPart={isPart} />
          <SortableArea
            rows={rows as Row<N>[]}
            entity={entity}
            save={(body) => api('POST', `/${entity as CardEntity}/reorder`, { body })}
            errorMessage={messages.reorderFailed}
            layout="cards"
          >
            {(items, isBusy) => (
              <ol
                aria-label={label}
                aria-busy={isBusy}
                className="grid gap-3 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-5 lg:gap-4"
              >
                {items.map(({ row, position }) => (
                  <Card
                    key={row.id}
                    row={row}
                    position={position}
                    isPart={isPart}
                    appearance={props}
                    href={`/admin/${entity}-add/${row.slug}`}
                  />
                ))}
              </ol>
            )}
          </SortableArea>
        </>
      )}
    </SearchedList>
  )
}

interface CardProps<R> {
  row: R
  appearance: CardAppearance<R>
  position: SortablePosition
  /**
   * Whether a search hides a part of the list. Items then cannot be moved, because hidden items may
   * be between them.
   */
  isPart: boolean
  /** URL of the screen that edits the item. */
  href: string
}

function Card<R extends CardItem>({ row, appearance, position, isPart, href }: CardProps<R>) {
  const { item, handle, isDragging } = useSortableItem(row.id, position.isBusy || isPart)
  const isLogo = appearance.picture === 'logo'
  const isHidden = row.visible === '0'
  return (
    <li
      {...item}
      className={classes(
        'relative flex min-w-0 overflow-hidden rounded-lg border border-edge bg-panel motion-reduce:transition-none! sm:flex-col',
        isDragging && 'shadow-xl ring-2 ring-accent',
      )}
    >
      <div
        className={classes(
          'relative w-28 shrink-0 overflow-hidden sm:w-auto',
          isLogo ? 'bg-ink-2 sm:aspect-2/1' : 'aspect-square self-start sm:self-auto',
        )}
      >
        <Picture
          src={row.image}
          alt=""
          fill
          sizes="(min-width: 40rem) 18rem, 7rem"
          className={classes(
            isLogo ? 'object-contain p-2 sm:p-4' : 'object-cover',
            isHidden && 'opacity-35 grayscale',
          )}
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-2 sm:p-3">
        <h2 className="px-1 font-semibold break-words sm:px-0">
          {!isPart && <span className="text-muted tabular-nums">{position.index + 1}. </span>}
          <span>{row.name}</span>
        </h2>
        {isHidden && <p className="px-1 text-sm font-semibold text-muted sm:px-0">Nije prikazan</p>}
        {appearance.details && (
          <div className="px-1 text-sm text-muted sm:px-0">{appearance.details(row)}</div>
        )}
        <div className="mt-auto flex items-center pt-1 sm:-mx-1.5 sm:-mb-1.5">
          {!isPart && <MoveButtons {...position} handle={handle} name={row.name} layout="cards" />}
          <Link
            href={href}
            aria-label={`Uredi: ${row.name}`}
            title="Uredi"
            className="ml-auto grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-panel-2 hover:text-text"
          >
            <Pencil aria-hidden="true" className="size-5" />
          </Link>
        </div>
      </div>
    </li>
  )
}

interface PartNoteProps {
  rows: { visible: '0' | '1' }[]
  total: number
  /** Whether a search hides a part of the list. */
  isPart: boolean
}

/**
 * Shows the number of items and of hidden ones. During a search it explains why the order cannot be
 * changed.
 */
function PartNote({ rows, total, isPart }: PartNoteProps) {
  const hidden = rows.filter(({ visible }) => visible === '0').length
  return (
    <p role="status" className="mb-4 text-sm text-muted">
      <span>{isPart ? 'Pronađeno' : 'Ukupno'}</span>: {formatNumber(total)}
      <span>{hidden > 0 && `, nije prikazano: ${formatNumber(hidden)}`}</span>.
      <span>{isPart && ' Poredak se mijenja na cijelom popisu, bez pretrage.'}</span>
    </p>
  )
}
