'use client'

import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { classes } from '@/components/ui/classes'
import type { Guest } from '@/lib/guests/schema'
import { GuestHeadings } from './guest-headings'
import { GuestRow, ListPlace } from './guest-row'
import { usePlaceOnPage } from './use-guests'

/** In px; the heights in ROW_LOOK. */
const ROW = { phone: 68, desktop: 48 }

/** What covers the list: the bar and the headings above, on a phone the bar below. */
const COVERED = { phone: { top: 8, bottom: 76 }, desktop: { top: 104, bottom: 8 } }

/** A browser gives an element no more height than some 17 million px. */
const MOST_ROWS = 200_000

interface Props {
  total: number
  guestAt: (index: number) => Guest | undefined
  onSee: (first: number, last: number) => void
  ordering: string | null
  onOrder: (ordering: string | null) => void
  hrefOf: (id: number) => string
  onOpen: (id: number) => void
  /** What is shown belongs to an earlier question. */
  isStale: boolean
}

/** Any number of guests as one table that the page scrolls; only what is seen is drawn. */
export function GuestTable(props: Props) {
  const { total, guestAt, onSee, ordering, onOrder, hrefOf, onOpen, isStale } = props
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { top, isWide } = usePlaceOnPage(body)
  const form = isWide ? 'desktop' : 'phone'
  const count = Math.min(total, MOST_ROWS)

  const keys = useRowKeys({
    table,
    total: count,
    perScreen: () => Math.max(1, Math.floor(window.innerHeight / ROW[form]) - 4),
    show: (index) => rows.scrollToIndex(index),
  })
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => ROW[form],
    overscan: 5,
    scrollMargin: top,
    scrollPaddingStart: COVERED[form].top,
    scrollPaddingEnd: COVERED[form].bottom,
    // The row with the keyboard stays, however far it is scrolled away.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      return drawn.includes(keys.current) ? drawn : [keys.current, ...drawn]
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights follow from the form
  useEffect(() => rows.measure(), [rows, form])

  const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
  useEffect(() => onSee(startIndex, endIndex))

  function onClick(event: MouseEvent) {
    const link = (event.target as Element).closest<HTMLElement>('[data-guest]')
    if (!link) return
    keys.setCurrent(Number(link.dataset.index))
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(Number(link.dataset.guest))
  }

  return (
    <>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: they stay when CSS takes the table's display away */}
      <table
        ref={table}
        role="table"
        aria-rowcount={count + 1}
        aria-busy={isStale}
        className={classes('block rounded-lg border border-edge bg-panel', isStale && 'opacity-60')}
      >
        <caption className="sr-only">Gosti, ukupno {total}</caption>
        <GuestHeadings ordering={ordering} onOrder={onOrder} />
        <tbody
          ref={body}
          role="rowgroup"
          className="relative block"
          style={{ height: rows.getTotalSize() }}
          onClick={onClick}
          onKeyDown={keys.onKeyDown}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const guest = guestAt(index)
            return (
              <GuestRow
                key={index}
                index={index}
                guest={guest}
                href={guest && hrefOf(guest.id)}
                top={start - top}
                isTabStop={index === keys.current}
              />
            )
          })}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      {total > count && (
        <p className="mt-4 text-muted">
          Ovdje stane najviše {MOST_ROWS} gostiju. Do ostalih vode pretraga i filtri.
        </p>
      )}
      <ListPlace index={startIndex} total={total} />
    </>
  )
}

interface Rows {
  table: RefObject<HTMLElement | null>
  total: number
  /** How many rows a screen holds. */
  perScreen: () => number
  /** Brings a row into sight, and so into the table. */
  show: (index: number) => void
}

/**
 * The table is one stop of the Tab key; arrows, Page and Home and End lead from row to row,
 * also to rows that are not in the document yet.
 */
function useRowKeys({ table, total, perScreen, show }: Rows) {
  const [current, setCurrent] = useState(0)
  // The row that is to have the keyboard as soon as it is there.
  const awaited = useRef<number | null>(null)

  useEffect(() => {
    if (awaited.current === null) return
    const link = table.current?.querySelector<HTMLElement>(`[data-index="${awaited.current}"]`)
    if (!link) return
    awaited.current = null
    link.focus({ preventScroll: true })
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.metaKey || !(event.target as Element).closest('[data-index]')) return
    const target = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + perScreen(),
      PageUp: current - perScreen(),
      Home: 0,
      End: total - 1,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(target, total - 1))
    awaited.current = next
    setCurrent(next)
    show(next)
  }

  return { current: Math.min(current, Math.max(total - 1, 0)), setCurrent, onKeyDown }
}
