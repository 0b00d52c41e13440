'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { salesTotals } from '@/lib/reports/rules'
import type { DailyReportRow } from '@/lib/reports/schema'

type Column = 'day' | 'total' | 'before12' | 'after12'

const COLUMNS: { key: Column; label: string }[] = [
  { key: 'day', label: 'Datum' },
  { key: 'total', label: 'Ukupno prodano' },
  { key: 'before12', label: 'Prije 12:00' },
  { key: 'after12', label: 'Nakon 12:00' },
]

/** One row per day with sales, newest first unless sorted otherwise, and the sum of all. */
export function SalesTable({ rows }: { rows: DailyReportRow[] }) {
  const [sort, setSort] = useState<{ by: Column; up: boolean }>({ by: 'day', up: false })
  const sorted = rows.toSorted((a, b) => {
    const [x, y] = [a[sort.by], b[sort.by]]
    const order = x < y ? -1 : x > y ? 1 : a.day < b.day ? -1 : 1
    return sort.up ? order : -order
  })
  const totals = salesTotals(rows)
  const Arrow = sort.up ? ArrowUp : ArrowDown
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-edge bg-panel">
      <table className="w-full text-right tabular-nums">
        <caption className="sr-only">Prodane karte po danima, ukupno {rows.length} dana</caption>
        <thead>
          <tr className="border-b border-edge">
            {COLUMNS.map(({ key, label }) => {
              const isSorted = sort.by === key
              return (
                <th
                  key={key}
                  scope="col"
                  aria-sort={isSorted ? (sort.up ? 'ascending' : 'descending') : undefined}
                  className="align-bottom first:text-left"
                >
                  <button
                    type="button"
                    onClick={() => setSort({ by: key, up: isSorted ? !sort.up : false })}
                    className={`relative inline-flex min-h-11 items-end py-2 text-sm leading-tight font-semibold hover:text-text ${
                      isSorted ? 'text-text' : 'text-muted'
                    } ${key === 'day' ? 'pr-5 pl-4 text-left md:pl-5' : 'pr-5 pl-1 text-right md:pr-8'}`}
                  >
                    {label}
                    {isSorted && (
                      <Arrow
                        aria-hidden="true"
                        className={`absolute right-0 bottom-2 size-4 ${key === 'day' ? '' : 'md:right-3'}`}
                      />
                    )}
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.day} className="border-b border-edge">
              <th scope="row" className="py-2 pl-4 text-left font-normal md:pl-5">
                {row.date}
              </th>
              <Numbers of={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="bg-panel-2 font-bold">
            <th scope="row" className="py-3 pl-4 text-left md:pl-5">
              Ukupno
            </th>
            <Numbers of={totals} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Numbers({ of }: { of: { total: number; before12: number; after12: number } }) {
  return [of.total, of.before12, of.after12].map((n, i) => (
    <td key={COLUMNS[i + 1]?.key} className="py-2 pr-5 md:pr-8">
      {n}
    </td>
  ))
}
