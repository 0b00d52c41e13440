'use client'

import { Pencil } from 'lucide-react'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { MoveButtons } from '@/components/admin/reorder/move-buttons'
import { useSortableItem } from '@/components/admin/reorder/use-sortable-item'
import { classes } from '@/components/ui/classes'
import { api } from '@/lib/http/client'
import { formatEuro, formatQuantity } from '@/lib/price-list/rules'
import type { PriceItem } from '@/lib/price-list/schema'

interface Props {
  item: PriceItem
  /** From 0, in its category. */
  place: number
  total: number
  isBusy: boolean
  isPart: boolean
  move: (to: number) => void
  onEdit: () => void
}

/** One item: a row on a desktop, two lines on a phone. */
export function PriceLine({ item, place, total, isBusy, isPart, move, onEdit }: Props) {
  const { item: line, handle, isDragging } = useSortableItem(item.id, isBusy || isPart)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: they stay when a phone's lines are no table
    <tr
      {...line}
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
          {!isPart && (
            <MoveButtons
              {...{ place, total, handle, move, isBusy }}
              name={item.name}
              layout="lines"
            />
          )}
          <button
            type="button"
            onClick={onEdit}
            aria-label={`Uredi: ${item.name}`}
            title="Uredi"
            className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-panel-2 hover:text-text"
          >
            <Pencil aria-hidden="true" className="size-5" />
          </button>
          <DeleteButton
            label={`Obriši: ${item.name}`}
            question={`Obrisati ${item.name} s cjenika?`}
            remove={() => api('DELETE', '/cjenik/[id]', { params: { id: item.id } })}
            stale={['price-list']}
            done={`${item.name} više nije na cjeniku.`}
          />
        </span>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: they stay when a phone's lines are no table
  )
}
