'use client'

import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useEffect, useRef } from 'react'
import { classes } from '@/components/ui/classes'
import type { Guest } from '@/lib/guests/schema'
import { HeaderCheckbox } from './bulk/boxes'
import type { Choosing } from './bulk/use-choosing'
import { GuestHeadings } from './guest-headings'
import { GuestRow, ListPosition } from './guest-row'
import { useListPosition } from './use-guests'
import { useRowKeys } from './use-row-keys'

/** Row height in px, equal to the heights in ROW_CLASSES. */
const ROW = { phone: 68, desktop: 48 }

/**
 * Height in px by which the list is covered: at the top by the bar and the headings, at the bottom
 * on a phone by the bar.
 */
const COVERED = { phone: { top: 8, bottom: 76 }, desktop: { top: 104, bottom: 8 } }

/** Additional height in px that the selection bar covers. */
const SELECTION_BAR_HEIGHT = 72

/** Maximum number of rows. Browsers limit the height of an element to about 17 million px. */
const MAX_ROWS = 200_000

interface Props {
  total: number
  guestAt: (index: number) => Guest | undefined
  onVisibleRows: (first: number, last: number) => void
  ordering: string | null
  onOrder: (ordering: string | null) => void
  hrefOf: (id: number) => string
  onOpen: (id: number) => void
  choosing: Choosing
  /** Whether the rows are the result of an earlier query, while the current query is loading. */
  isStale: boolean
}

/** Table of guests that scrolls with the page. Only rows near the visible part are rendered. */
export function GuestTable(props: Props) {
  const { total, guestAt, onVisibleRows, ordering, onOrder } = props
  const { hrefOf, onOpen, choosing, isStale } = props
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { top, isWide } = useListPosition(body)
  const layout = isWide ? 'desktop' : 'phone'
  const count = Math.min(total, MAX_ROWS)

  const keys = useRowKeys({
    table,
    total: count,
    perScreen: () => Math.max(1, Math.floor(window.innerHeight / ROW[layout]) - 4),
    show: (index) => rows.scrollToIndex(index),
    onMove: choosing.moveTo,
    onToggle: choosing.toggle,
    onAll: choosing.selection.chooseAll,
    onNone: choosing.selection.clear,
  })
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => ROW[layout],
    overscan: 5,
    scrollMargin: top,
    scrollPaddingStart: COVERED[layout].top,
    scrollPaddingEnd: COVERED[layout].bottom + (choosing.isChoosing ? SELECTION_BAR_HEIGHT : 0),
    // Keeps the row with the focus rendered, even if it is scrolled out of view.
    rangeExtractor: (range) => {
      const rendered = defaultRangeExtractor(range)
      return rendered.includes(keys.current) ? rendered : [keys.current, ...rendered]
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights depend on the layout
  useEffect(() => rows.measure(), [rows, layout])

  const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
  useEffect(() => onVisibleRows(startIndex, endIndex))

  function onClick(event: MouseEvent) {
    const target = event.target as Element
    const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)
    const link = target.closest<HTMLElement>('[data-guest]')
    const isBox = target.closest('[data-box]') !== null
    if (!link && !isBox) return
    keys.setCurrent(index)
    if (event.shiftKey || isBox || (choosing.isChoosing && !isWide)) {
      if (!isBox) event.preventDefault()
      if (event.shiftKey) choosing.extendRange(keys.current, index)
      else choosing.toggle(index)
      return
    }
    if (!link || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    onOpen(Number(link.dataset.guest))
  }

  return (
    <>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: CSS `display` removes the table roles */}
      <table
        ref={table}
        role="table"
        aria-rowcount={count + 1}
        aria-busy={isStale}
        data-choosing={choosing.isChoosing || undefined}
        className={classes(
          'group/guests block rounded-lg border border-edge bg-panel',
          isStale && 'opacity-60',
        )}
      >
        <caption className="sr-only">Gosti, ukupno {total}</caption>
        <GuestHeadings
          box={<HeaderCheckbox selection={choosing.selection} total={total} />}
          ordering={ordering}
          onOrder={onOrder}
        />
        <tbody
          ref={body}
          role="rowgroup"
          className="relative block"
          style={{ height: rows.getTotalSize() }}
          onClick={onClick}
          // Shift+click selects rows, so it must not select text.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
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
                selection={choosing.selection}
              />
            )
          })}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      {total > count && (
        <p className="mt-4 text-muted">
          Ovdje stane najviše {MAX_ROWS} gostiju. Do ostalih vode pretraga i filtri.
        </p>
      )}
      <ListPosition index={startIndex} total={total} isRaised={choosing.isChoosing} />
    </>
  )
}
