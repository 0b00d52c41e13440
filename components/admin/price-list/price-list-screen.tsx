'use client'

import { useState } from 'react'
import { ListState, useList, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { grouped } from '@/components/ui/grouped'
import { SearchField } from '@/components/ui/search-field'
import { groupPrices } from '@/lib/price-list/rules'
import type { PriceItem } from '@/lib/price-list/schema'
import { AddPrice, EditPrice } from './price-forms'
import { PriceGroup } from './price-group'

/** More than five categories of 99 items each can hold. */
const ALL = 500

/** What the bar serves, by category (spec section 2, Price list admin). */
export function PriceListScreen() {
  const { view, onSearch, clear } = useListAddress()
  const { search } = view
  const list = useList('price-list', '/cjenik', { search, pageSize: ALL })
  const [edited, setEdited] = useState<PriceItem | null>(null)
  return (
    <>
      <ScreenHead title="Cjenik" />
      <AddPrice />
      <div className="mb-4">
        <SearchField label="Traži po nazivu" value={search} onSearch={onSearch} />
      </div>
      <ListState
        list={list}
        empty="Cjenik je prazan. Prvu stavku dodajte gore."
        isFiltered={search !== ''}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <p role="status" className="mb-4 text-sm text-muted">
              {search === ''
                ? `Ukupno: ${grouped(total)}.`
                : `Pronađeno: ${grouped(total)}. Poredak se mijenja na cijelom popisu, bez pretrage.`}
            </p>
            <div className="grid items-start gap-4 lg:grid-cols-2">
              {groupPrices(rows).map((group) => (
                <PriceGroup
                  key={group.tag}
                  group={group}
                  isPart={search !== ''}
                  onEdit={setEdited}
                />
              ))}
            </div>
          </>
        )}
      </ListState>
      {edited && <EditPrice item={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
