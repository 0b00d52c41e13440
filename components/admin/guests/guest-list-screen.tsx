'use client'

import { UserPlus } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { ChangesPill } from '@/components/admin/data/changes-pill'
import { DownloadButton } from '@/components/admin/data/download-button'
import { ListState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import type { Guest } from '@/lib/guests/schema'
import { BulkJobs } from './bulk/job-list'
import { SelectionBar } from './bulk/selection-bar'
import { useChoosing } from './bulk/use-choosing'
import { ColumnChoice } from './column-choice'
import { WithColumns } from './guest-columns'
import { GuestFilters } from './guest-filters'
import { facetsOf, guestQueryParams, isFiltered, useGuestAddress } from './guest-query'
import { GuestDialog } from './guest-sheet'
import { GuestTable } from './guest-table'
import { useGuestCounts, useGuestPages } from './use-guests'

/** Screen with all guests: searches, filters, opens, changes and exports them. */
export function GuestListScreen() {
  const address = useGuestAddress()
  const { query, clear, onOrder } = address
  const counts = useGuestCounts(query.search)
  const rows = useRef<(index: number) => Guest | undefined>(() => undefined)
  const choosing = useChoosing(query, (index) => rows.current(index))
  const pages = useGuestPages(query)
  useEffect(() => {
    rows.current = pages.guestAt
  })
  const top = useRef<HTMLDivElement>(null)

  // Scrolls to the first row when the rows of another query are shown.
  const shown = useRef(pages.shown)
  useEffect(() => {
    if (shown.current === pages.shown) return
    shown.current = pages.shown
    const above = top.current?.getBoundingClientRect().top ?? 0
    if (above < 0) window.scrollTo({ top: Math.max(window.scrollY + above - 120, 0) })
  }, [pages.shown])

  const isNarrowed = isFiltered(query)
  return (
    <>
      <ScreenHead title="Gosti">
        <DownloadButton
          file={() => api('GET', '/guests/export', { query: guestQueryParams(query) })}
        >
          Izvoz
        </DownloadButton>
        <ButtonLink href="/admin/guests-add" look="primary" icon={UserPlus}>
          Dodaj gosta
        </ButtonLink>
      </ScreenHead>
      <GuestFilters
        query={query}
        facets={counts.data && facetsOf(counts.data, query)}
        setFilter={address.setFilter}
        onSearch={address.onSearch}
        onOrder={onOrder}
      />
      <BulkJobs onOwnJobEnded={pages.showAll} />
      <div ref={top} className="mb-3 flex items-center gap-x-6 text-sm text-muted">
        <p role="status" className="mr-auto tabular-nums">
          {pages.head.data &&
            `${isNarrowed ? 'Pronađeno' : 'Ukupno'}: ${formatNumber(pages.head.data.total)}`}
        </p>
        <p className="max-md:hidden">
          <kbd>↑</kbd> <kbd>↓</kbd> po popisu, <kbd>Enter</kbd> otvara, <kbd>Razmak</kbd> i{' '}
          <kbd>Shift</kbd> <kbd>↓</kbd> biraju
        </p>
        <button
          type="button"
          aria-pressed={choosing.isChoosing}
          onClick={choosing.isChoosing ? choosing.end : choosing.start}
          className="-my-3 py-3 underline hover:text-text md:hidden"
        >
          Odaberi
        </button>
        <ColumnChoice />
        <Link href="/admin/guest-list/deleted" className="-my-3 py-3 underline hover:text-text">
          Obrisani gosti
        </Link>
      </div>
      {pages.hasGap && (
        <Notice
          tone="error"
          className="sticky top-2 z-20 mb-4 border border-l-4 shadow-lg md:top-16"
        >
          <p>Dio popisa nije učitan.</p>
          <Button className="mt-2" onClick={pages.fillGaps}>
            Pokušaj ponovno
          </Button>
        </Notice>
      )}
      <ChangesPill
        changes={pages.changes}
        onShow={pages.showAll}
        isAboveBar={choosing.isChoosing}
      />
      <ListState
        list={pages.head}
        empty="Još nema nijednog gosta."
        isFiltered={isNarrowed}
        onClear={clear}
      >
        {() => (
          <WithColumns>
            <GuestTable
              total={pages.total}
              guestAt={pages.guestAt}
              onVisibleRows={pages.onVisibleRows}
              ordering={query.ordering}
              onOrder={onOrder}
              hrefOf={address.hrefOf}
              onOpen={address.open}
              choosing={choosing}
              isStale={pages.head.isPlaceholderData}
            />
          </WithColumns>
        )}
      </ListState>
      {choosing.isChoosing && pages.head.data && (
        <SelectionBar choosing={choosing} query={query} total={pages.total} />
      )}
      <GuestDialog id={address.openId} onClose={address.close} onReopen={address.open} />
    </>
  )
}
