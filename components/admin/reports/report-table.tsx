import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'

interface Props {
  /** Description of the table for screen readers. */
  caption: string
  /** Heading cells of the table. */
  head: ReactNode
  rows: { key: string; name: string; numbers: number[] }[]
  totals: number[]
  /** CSS classes for the padding of the name cells and of the number cells. */
  padding?: { name: string; number: string }
}

const DEFAULT_PADDING = { name: 'px-4 md:px-5', number: 'px-4 md:px-5' }

/** Table with a row of numbers for each name, and a row of totals. */
export function ReportTable({ caption, head, rows, totals, padding = DEFAULT_PADDING }: Props) {
  const cells = (numbers: number[]) =>
    numbers.map((n, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
      <td key={i} className={classes('py-2', padding.number)}>
        {formatNumber(n)}
      </td>
    ))
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-edge bg-panel">
      <table className="w-full text-right tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-edge">{head}</tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, numbers }) => (
            <tr key={key} className="border-b border-edge">
              <th scope="row" className={classes('py-2 text-left font-normal', padding.name)}>
                {name}
              </th>
              {cells(numbers)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="bg-panel-2 font-bold">
            <th scope="row" className={classes('py-3 text-left', padding.name)}>
              Ukupno
            </th>
            {cells(totals)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
