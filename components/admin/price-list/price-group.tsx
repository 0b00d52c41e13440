'use client'

import { SortableArea } from '@/components/admin/reorder/sortable-area'
import { useReorder } from '@/components/admin/reorder/use-reorder'
import { api } from '@/lib/http/client'
import type { PriceGroup as Group } from '@/lib/price-list/rules'
import type { PriceItem } from '@/lib/price-list/schema'
import { PRICE_LIST_MESSAGES } from '@/lib/price-list/schema'
import { PriceLine } from './price-line'

interface Props {
  group: Group
  /** A search leaves some out, so there is no telling who stands between them. */
  isPart: boolean
  onEdit: (item: PriceItem) => void
}

const HEADINGS = ['Naziv', 'Količina', 'Cijena']

/** One category of the price list in its order. */
export function PriceGroup({ group: { tag, items }, isPart, onEdit }: Props) {
  const { rows, move, isPending, said } = useReorder({
    rows: items,
    noun: 'price-list',
    save: (body) => api('POST', '/cjenik/reorder', { body }),
    failed: PRICE_LIST_MESSAGES.notReordered,
  })
  return (
    <section
      aria-labelledby={`group-${tag}`}
      className="min-w-0 rounded-lg border border-edge bg-panel"
    >
      <div className="flex items-baseline justify-between gap-3 border-b border-edge px-4 py-3">
        <h2 id={`group-${tag}`} className="text-lg font-bold">
          {tag}
        </h2>
        <p className="text-sm text-muted tabular-nums">Stavki: {rows.length}</p>
      </div>
      <SortableArea rows={rows} layout="lines" move={move} said={said}>
        {/* The roles stay when the lines of a phone take the table's display away. */}
        {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
        <table
          role="table"
          aria-labelledby={`group-${tag}`}
          aria-busy={isPending}
          className="w-full max-md:block"
        >
          <thead role="rowgroup" className="sr-only">
            <tr role="row">
              {[...HEADINGS, 'Premještanje, uređivanje i brisanje'].map((heading) => (
                <th key={heading} role="columnheader" scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="divide-y divide-edge max-md:block">
            {rows.map((item, place) => (
              <PriceLine
                key={item.id}
                item={item}
                place={place}
                total={rows.length}
                isBusy={isPending}
                isPart={isPart}
                move={(to) => move(item.id, to)}
                onEdit={() => onEdit(item)}
              />
            ))}
          </tbody>
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      </SortableArea>
    </section>
  )
}
