'use client'

import { useState } from 'react'
import { SearchedList } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { formatNumber } from '@/components/ui/format-number'
import { groupPrices } from '@/lib/price-list/rules'
import type { PriceItem } from '@/lib/price-list/schema'
import { AddPrice, EditPrice } from './price-forms'
import { PriceGroup } from './price-group'

/** Screen of the price list: what the bar sells, by category (rule 13.15). */
export function PriceListScreen() {
  const [edited, setEdited] = useState<PriceItem | null>(null)
  return (
    <>
      <ScreenHead title="Cjenik" />
      <AddPrice />
      <SearchedList
        entity="price-list"
        path="/cjenik"
        search="Traži po nazivu"
        isWhole
        empty="Cjenik je prazan. Prvu stavku dodajte gore."
      >
        {({ rows, total, isPart }) => (
          <>
            <p role="status" className="mb-4 text-sm text-muted">
              {isPart
                ? `Pronađeno: ${formatNumber(total)}. Poredak se mijenja na cijelom popisu, bez pretrage.`
                : `Ukupno: ${formatNumber(total)}.`}
            </p>
            <div className="grid items-start gap-4 lg:grid-cols-2">
              {groupPrices(rows).map((group) => (
                <PriceGroup key={group.tag} group={group} isPart={isPart} onEdit={setEdited} />
              ))}
            </div>
          </>
        )}
      </SearchedList>
      {edited && <EditPrice item={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
