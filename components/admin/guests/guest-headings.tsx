import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/field'
import { COLUMNS, useShownColumns } from './guest-columns'
import { DEFAULT_ORDER } from './guest-query'
import { CELLS } from './guest-row'

type Heading = Pick<(typeof COLUMNS)[keyof typeof COLUMNS], 'field' | 'label' | 'isWide'>

const NAME: Heading = { field: 'name', label: 'Ime' }

interface Props {
  /** Checkbox that selects all guests. */
  box?: ReactNode
  ordering: string | null
  onOrder: (ordering: string | null) => void
}

/** Column headings on a desktop. They stay visible while scrolling, and sort the list. */
export function GuestHeadings({ box, ordering, onOrder }: Props) {
  const sorted = ordering ?? DEFAULT_ORDER
  const { columns } = useShownColumns()
  const headings = [NAME, ...columns.map((column) => COLUMNS[column])]
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS `display` removes the table roles
    <thead
      role="rowgroup"
      className="max-md:sr-only md:sticky md:top-14 md:z-10 md:block md:rounded-t-lg md:border-b md:border-edge md:bg-panel"
    >
      <tr role="row" aria-rowindex={1} className={classes(CELLS, 'relative')}>
        {box}
        {headings.map(({ field, label, isWide }) => (
          <th
            key={label}
            role="columnheader"
            scope="col"
            aria-sort={sortOf(field, sorted)}
            className={classes(
              'text-left text-sm font-semibold text-muted',
              isWide && 'max-lg:hidden',
            )}
          >
            <span className={classes(field && 'md:hidden')}>{label}</span>
            {field && (
              <SortButton label={label} field={field} ordering={sorted} onOrder={onOrder} />
            )}
          </th>
        ))}
      </tr>
    </thead>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

function sortOf(field: string | undefined, ordering: string | null) {
  if (field && ordering === field) return 'ascending'
  if (field && ordering === `-${field}`) return 'descending'
  return undefined
}

function SortButton({ label, field, ordering, onOrder }: Props & { label: string; field: string }) {
  const sort = sortOf(field, ordering)
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => onOrder(sort === 'ascending' ? `-${field}` : field)}
      className="inline-flex min-h-11 items-center gap-1 hover:text-text max-md:hidden"
    >
      {label}
      {sort && <Arrow aria-hidden="true" className="size-4" />}
    </button>
  )
}

const CHOICES = [
  { value: '', label: 'Po prezimenu' },
  { value: 'name', label: 'Po imenu' },
  { value: 'jmbag', label: 'Po JMBAG-u' },
  { value: 'tag', label: 'Po tagu' },
  { value: '-boughtTicketTime', label: 'Zadnje prodane' },
  { value: '-enteredTime', label: 'Zadnji ušli' },
  { value: '-id', label: 'Zadnji dodani' },
]

/** Choice of the sort order on a phone, where no headings are visible. */
export function OrderChoice({ ordering, onOrder }: Props) {
  const isKnown = CHOICES.some(({ value }) => value === (ordering ?? ''))
  return (
    <Select
      label="Poredaj"
      className="md:hidden"
      value={ordering ?? ''}
      onChange={(event) => onOrder(event.target.value || null)}
    >
      {!isKnown && <option value={ordering ?? ''}>Drugačije</option>}
      {CHOICES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
