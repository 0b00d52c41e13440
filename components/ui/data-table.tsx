import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { classes } from './classes'
import { FilterSelect } from './filter-select'

export interface Column<Row> {
  /** Key of the column. If the column is `sortable`, also the field by which the API sorts. */
  key: string
  label: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  align?: 'right'
  /**
   * Place of the column on a phone, where a row is a card: `heading` of the card, `bare` for a line
   * without its label, `corner` for buttons (the label is for screen readers only), or `hidden`.
   */
  phone?: 'heading' | 'bare' | 'corner' | 'hidden'
}

interface Props<Row> {
  /** Description of the table for screen readers. */
  caption: string
  rows: Row[]
  columns: Column<Row>[]
  rowKey: (row: Row) => string | number
  /** Content below a row, over its full width; null for none. */
  below?: (row: Row) => ReactNode
  /** Sort order: `field`, or `-field` for descending. Null is the default order of the list. */
  ordering?: string | null
  onOrder?: (ordering: string | null) => void
  /** Whether the shown rows belong to an earlier query, while the new one is loading. */
  isStale?: boolean
}

/**
 * Shows a list as a table on a desktop and as cards on a phone. A press on a heading sorts the
 * list.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, rows, columns, rowKey, below, ordering, onOrder, isStale } = props
  return (
    <>
      {onOrder && <SortChoice columns={columns} ordering={ordering ?? null} onOrder={onOrder} />}
      {/* Explicit roles keep the table semantics when CSS shows the rows as cards on a phone. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table
        role="table"
        aria-busy={isStale}
        className={classes('data-table', isStale && 'opacity-60')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Heading
                key={column.key}
                column={column}
                ordering={ordering ?? null}
                onOrder={onOrder}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <tr role="row">
                {columns.map(({ key, label, cell, align, phone }) => (
                  <td
                    key={key}
                    role="cell"
                    data-phone={phone}
                    className={classes(
                      align === 'right' && 'tabular-nums md:text-right',
                      phone === 'corner' && 'md:w-0',
                    )}
                  >
                    {!phone && (
                      <span aria-hidden="true" className="text-sm text-muted md:hidden">
                        {label}
                      </span>
                    )}
                    {cell(row)}
                  </td>
                ))}
              </tr>
              <Below columns={columns.length}>{below?.(row)}</Below>
            </Fragment>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </>
  )
}

function Below({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: CSS on a phone removes the table roles
    <tr role="row" data-below>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <td role="cell" colSpan={columns}>
        {children}
      </td>
    </tr>
  )
}

interface HeadingProps<Row> {
  column: Omit<Column<Row>, 'cell'>
  ordering: string | null
  onOrder?: (ordering: string | null) => void
}

/** Heading of a column. A press on the heading of a sortable column sorts the table. */
export function Heading<Row>({ column, ordering, onOrder }: HeadingProps<Row>) {
  const { key, label, sortable, align, phone } = column
  const isAscending = ordering === key
  const isDescending = ordering === `-${key}`
  const Arrow = isAscending ? ArrowUp : ArrowDown
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: CSS on a phone removes the table roles
      role="columnheader"
      scope="col"
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : undefined}
      className={align === 'right' ? 'text-right' : 'text-left'}
    >
      {sortable && onOrder ? (
        <button
          type="button"
          onClick={() => onOrder(isAscending ? `-${key}` : key)}
          className="inline-flex min-h-11 items-center gap-1 hover:text-text"
        >
          {label}
          {(isAscending || isDescending) && <Arrow aria-hidden="true" className="size-4" />}
        </button>
      ) : (
        <span className={phone === 'corner' ? 'sr-only' : undefined}>{label}</span>
      )}
    </th>
  )
}

/** Select for the sort order on a phone, which shows no headings. */
function SortChoice<Row>({
  columns,
  ordering,
  onOrder,
}: {
  columns: Column<Row>[]
  ordering: string | null
  onOrder: (ordering: string | null) => void
}) {
  const sortable = columns.filter((column) => column.sortable)
  if (sortable.length === 0) return null
  return (
    <FilterSelect
      label="Poredaj"
      className="mb-4 md:hidden"
      all="Uobičajeno"
      choices={sortable.flatMap(({ key, label }) => [
        { value: key, label: `${label} – rastuće` },
        { value: `-${key}`, label: `${label} – padajuće` },
      ])}
      value={ordering}
      onChoose={onOrder}
    />
  )
}
