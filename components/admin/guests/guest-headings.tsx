import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/field'
import { CELLS } from './guest-row'
import { USUAL_ORDER } from './question'

interface Heading {
  /** The API's field that this orders by. */
  field: string
  label: string
  className?: string
}

/** As the columns stand on a desktop; their widths are in CELLS. */
const HEADINGS: (Omit<Heading, 'field'> & { field?: string })[] = [
  { field: 'name', label: 'Ime' },
  { field: 'surname', label: 'Prezime' },
  { field: 'jmbag', label: 'JMBAG' },
  { field: 'tag', label: 'Tag' },
  { label: 'E-mail', className: 'max-lg:hidden' },
  { field: 'boughtTicketTime', label: 'Karta' },
  { field: 'enteredTime', label: 'Ulaz' },
]

interface Props {
  ordering: string | null
  onOrder: (ordering: string | null) => void
}

/** The headings of a desktop; they stay in sight, and sort. */
export function GuestHeadings({ ordering, onOrder }: Props) {
  const sorted = ordering ?? USUAL_ORDER
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: they stay when CSS takes the table's display away
    <thead
      role="rowgroup"
      className="max-md:sr-only md:sticky md:top-14 md:z-10 md:block md:rounded-t-lg md:border-b md:border-edge md:bg-panel"
    >
      <tr role="row" aria-rowindex={1} className={CELLS}>
        {HEADINGS.map(({ field, label, className }) => (
          <th
            key={label}
            role="columnheader"
            scope="col"
            aria-sort={sortOf(field, sorted)}
            className={classes('text-left text-sm font-semibold text-muted', className)}
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

function SortButton({
  label,
  field,
  ordering,
  onOrder,
}: Props & Required<Omit<Heading, 'className'>>) {
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

/** The order on a phone, which shows no headings. */
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
