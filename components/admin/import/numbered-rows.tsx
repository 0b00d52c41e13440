import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/components/ui/format-number'

/** Number of rows shown at first. A button shows the others. */
const INITIAL_ROWS = 5

/** Location of a row: its number in the file, and its sheet if the file has several. */
interface Numbered {
  row: number
  sheet?: string
}

interface Props<Row extends Numbered> {
  title: string
  /** Heading of the second column. */
  heading: string
  /** Number of all such rows, including rows that are not in `rows`. */
  total: number
  rows: Row[]
  children: (row: Row, index: number) => ReactNode
  /** Content between the title and the table. */
  above?: ReactNode
  /** Further buttons, next to the button that shows all rows. */
  actions?: ReactNode
}

/** Table of the rows of a file that have an error or a note, each with its row number. */
export function NumberedRows<Row extends Numbered>(props: Props<Row>) {
  const { title, heading, total, rows, children, above, actions } = props
  const [isExpanded, setExpanded] = useState(false)
  if (total === 0) return null
  const shown = isExpanded ? rows : rows.slice(0, INITIAL_ROWS)
  return (
    <section>
      <h3 tabIndex={-1} className="mb-2 font-semibold outline-none">
        {title} <span className="text-muted tabular-nums">({formatNumber(total)})</span>
      </h3>
      {above && <div className="mb-2">{above}</div>}
      <div className="overflow-hidden rounded-md border border-edge">
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="bg-panel-2 text-left text-muted">
            <tr>
              <th scope="col" className="w-0 px-3 py-1.5 text-right font-semibold">
                Red
              </th>
              <th scope="col" className="px-3 py-1.5 font-semibold">
                {heading}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row may be listed twice, and rows never move
              <tr key={index} className="border-t border-edge align-top">
                <td className="px-3 py-2 text-right tabular-nums">
                  {row.row}
                  {row.sheet !== undefined && (
                    <span className="block max-w-24 truncate text-muted">{row.sheet}</span>
                  )}
                </td>
                <td className="px-3 py-2 wrap-anywhere">{children(row, index)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isExpanded && total > rows.length && (
        <p className="mt-2 text-sm text-muted">Prikazano je prvih {formatNumber(rows.length)}.</p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {rows.length > INITIAL_ROWS && (
          <Button aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'Prikaži manje' : `Prikaži sve (${formatNumber(rows.length)})`}
          </Button>
        )}
        {actions}
      </div>
    </section>
  )
}
