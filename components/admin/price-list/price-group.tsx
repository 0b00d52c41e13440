'use client'

import { Pencil } from 'lucide-react'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { MoveButtons } from '@/components/admin/reorder/move-buttons'
import {
  SortableArea,
  type SortablePosition,
  useSortableItem,
} from '@/components/admin/reorder/sortable-area'
import { classes } from '@/components/ui/classes'
import { IconButton } from '@/components/ui/icon-button'
import { api } from '@/lib/api-client/client'
import { formatQuantity, type PriceGroup as Group } from '@/lib/price-list/rules'
import { PRICE_LIST_MESSAGES, type PriceItem } from '@/lib/price-list/schema'
import { formatEuro } from '@/lib/text/money'

interface Props {
  group: Group
  /**
   * Whether a search hides a part of the list. Items then cannot be moved, because hidden items may
   * be between them.
   */
  isPart: boolean
  onEdit: (item: PriceItem) => void
}

const HEADINGS = ['Naziv', 'Količina', 'Cijena']

/** One category of the price list in its order. */
export function PriceGroup({ group: { tag, items }, isPart, onEdit }: Props) {
  return (
    <section
      aria-labelledby={`group-${tag}`}
      className="min-w-0 rounded-lg border border-edge bg-panel"
    >
      <div className="flex items-baseline justify-between gap-3 border-b border-edge px-4 py-3">
        <h2 id={`group-${tag}`} className="text-lg font-bold">
          {tag}
        </h2>
        <p className="text-sm text-muted tabular-nums">Stavki: {items.length}</p>
      </div>
      <SortableArea
        rows={items}
        entity="price-list"
        save={(body) => api('POST', '/cjenik/reorder', { body })}
        errorMessage={PRICE_LIST_MESSAGES.notReordered}
        layout="lines"
      >
        {(lines, isBusy) => (
          // The explicit roles keep the table semantics when CSS changes the `display` of the rows
          // on a phone.
          // biome-ignore-start lint/a11y/noRedundantRoles: see above
          <table
            role="table"
            aria-labelledby={`group-${tag}`}
            aria-busy={isBusy}
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
              {lines.map(({ row, position }) => (
                <PriceLine
                  key={row.id}
                  item={row}
                  position={position}
                  isPart={isPart}
                  onEdit={() => onEdit(row)}
                />
              ))}
            </tbody>
          </table>
          // biome-ignore-end lint/a11y/noRedundantRoles: see above
        )}
      </SortableArea>
    </section>
  )
}

interface LineProps {
  item: PriceItem
  position: SortablePosition
  isPart: boolean
  onEdit: () => void
}

/** One price item: a row on a desktop, two lines on a phone. */
function PriceLine({ item, position, isPart, onEdit }: LineProps) {
  const { item: rowProps, handle, isDragging } = useSortableItem(item.id, position.isBusy || isPart)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS on a phone removes the table roles
    <tr
      {...rowProps}
      role="row"
      className={classes(
        'relative bg-panel max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:px-4 max-md:pt-2 motion-reduce:transition-none!',
        isDragging && 'shadow-xl outline-2 outline-accent',
      )}
    >
      <td
        role="cell"
        className="font-semibold break-words max-md:col-span-2 md:w-full md:py-1 md:pl-4"
      >
        {item.name}
      </td>
      <td
        role="cell"
        className="text-muted tabular-nums max-md:col-start-1 max-md:row-start-2 md:px-3 md:text-right md:whitespace-nowrap"
      >
        {formatQuantity(item) || <span className="sr-only">bez količine</span>}
      </td>
      <td
        role="cell"
        className="font-semibold tabular-nums max-md:col-start-3 max-md:row-start-1 max-md:self-start max-md:text-right md:px-3 md:text-right md:whitespace-nowrap"
      >
        {formatEuro(item.priceEUR)}
      </td>
      <td
        role="cell"
        className="max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:-mr-3 max-md:justify-self-end md:pr-1"
      >
        <span className="flex">
          {!isPart && <MoveButtons {...position} handle={handle} name={item.name} layout="lines" />}
          <IconButton icon={Pencil} label={`Uredi: ${item.name}`} title="Uredi" onClick={onEdit} />
          <DeleteButton
            label={`Obriši: ${item.name}`}
            question={`Obrisati ${item.name} s cjenika?`}
            remove={() => api('DELETE', '/cjenik/[id]', { params: { id: item.id } })}
            invalidates={['price-list']}
            successMessage={`${item.name} više nije na cjeniku.`}
          />
        </span>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: CSS on a phone removes the table roles
  )
}
