'use client'

import { DownloadButton } from '@/components/admin/data/download-button'
import { ListState, useList, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { RemindSponsors } from '@/components/admin/sponsors/invite-reminder'
import { InviteSponsors } from '@/components/admin/sponsors/invite-sponsors'
import { DataTable } from '@/components/ui/data-table'
import { SearchField } from '@/components/ui/search-field'
import { api } from '@/lib/http/client'
import { countTotals } from '@/lib/sponsors/rules'
import type { SponsorCounts } from '@/lib/sponsors/schema'
import { COUNT_COLUMNS } from './count-columns'

/** More companies than any festival has: all are shown, so that the totals are theirs. */
const ALL = 1000

/** The companies (spec section 2, Firme): approved, entered on the list, entered at the gate. */
export function FirmeScreen() {
  const { view, onSearch, onOrder, clear } = useListAddress()
  const list = useList('sponsors', '/sponsors/counts', { ...view, pageSize: ALL })
  return (
    <>
      <ScreenHead title="Firme">
        <DownloadButton file={() => api('GET', '/sponsors/counts/export')}>
          Preuzmi (Excel)
        </DownloadButton>
        <RemindSponsors />
        <InviteSponsors />
      </ScreenHead>
      <div className="mb-4">
        <SearchField label="Traži po nazivu firme" value={view.search} onSearch={onSearch} />
      </div>
      <ListState
        list={list}
        empty="Nema nijednog sponzora."
        isFiltered={view.search !== ''}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <Totals rows={rows} />
            <DataTable
              caption={`Firme, ukupno ${total}`}
              rows={rows}
              columns={COUNT_COLUMNS}
              rowKey={(row) => row.id}
              ordering={view.ordering}
              onOrder={onOrder}
              isStale={list.isPlaceholderData}
            />
          </>
        )}
      </ListState>
    </>
  )
}

/** The sums of the companies that are shown. */
function Totals({ rows }: { rows: SponsorCounts[] }) {
  const { guestCap, listed, entered } = countTotals(rows)
  const figures = { Firmi: rows.length, Odobreno: guestCap, 'Na popisima': listed, Ušlo: entered }
  return (
    <dl className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
      {Object.entries(figures).map(([word, value]) => (
        <div key={word} className="rounded-lg border border-edge bg-panel px-4 py-2">
          <dt className="text-sm text-muted">{word}</dt>
          <dd className="text-2xl font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
