'use client'

import { DownloadButton } from '@/components/admin/data/download-button'
import { useListAddress } from '@/components/admin/data/list'
import { QueryState } from '@/components/admin/data/list-state'
import { FilterSelect } from '@/components/ui/filter-select'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { arrivalsTotals } from '@/lib/reports/rules'
import type { ArrivalsRow, Nights } from '@/lib/reports/schema'
import { formatDate } from '@/lib/time/zagreb'
import {
  ArrivalsChart,
  ArrivalsComparison,
  type ArrivalsQuery,
  NightSelect,
  useArrivals,
  useNights,
} from './arrivals-chart'
import { ReportTable } from './report-table'

/** Names of the filters in the URL. */
const NIGHT = 'noc'
const GATE = 'ulaz'
const LIST = 'popis'

/**
 * Report of the admissions and exits of a chosen night, filtered by gate and guest list. Renders
 * nothing before the first night.
 */
export function ArrivalsReport() {
  const nightsQuery = useNights()
  const { filter, setFilter } = useListAddress()
  const { nights = [] } = nightsQuery.data ?? {}
  const night = nights.find((listed) => listed.night === filter(NIGHT)) ?? nights[0]
  if (!nightsQuery.data || !night)
    return <QueryState query={{ ...nightsQuery, isPending: false }} />
  const { gates, lists } = choicesOf(nightsQuery.data, night)
  const chosenValue = (name: string, choices: Choice[]) =>
    choices.find(({ value }) => value === filter(name))?.value
  const query: ArrivalsQuery = {
    night: night.night,
    gate: chosenValue(GATE, gates),
    list: chosenValue(LIST, lists),
  }
  return (
    <section aria-labelledby="arrivals" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="arrivals" className="text-xl font-bold">
          Dolasci, noć {formatDate(`${night.night}T12:00:00Z`)}
        </h2>
        <DownloadButton file={() => api('GET', '/reports/arrivals/export', { query })}>
          Preuzmi dolaske (Excel)
        </DownloadButton>
      </div>
      <div className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-3 max-sm:*:first:col-span-2">
        <NightSelect
          nights={nights}
          value={night.night}
          onChoose={(date) => setFilter(NIGHT, date === nights[0]?.night ? null : date)}
        />
        {nightsQuery.data.gates.length > 1 && (
          <FilterSelect
            label="Ulaz"
            all="Svi ulazi"
            choices={gates}
            value={query.gate}
            onChoose={(id) => setFilter(GATE, id)}
          />
        )}
        <FilterSelect
          label="Popis"
          all="Svi popisi"
          choices={lists}
          value={query.list}
          onChoose={(id) => setFilter(LIST, id)}
        />
      </div>
      <Night query={query} />
    </section>
  )
}

interface Choice {
  /** Value of the filter in the URL. */
  value: string
  label: string
}

/**
 * Returns the gates and guest lists that have passages in this night. Any other choice would give
 * an empty report.
 */
function choicesOf({ gates, lists }: Nights, night: Nights['nights'][number]) {
  const office = night.gates.includes(0) ? [{ value: '0', label: 'Bez ulaza (ured, uvoz)' }] : []
  return {
    gates: [
      ...gates
        .filter(({ id }) => night.gates.includes(id))
        .map(({ id, name, isDeleted }) => ({
          value: String(id),
          label: isDeleted ? `${name} (obrisan)` : name,
        })),
      ...office,
    ],
    lists: lists
      .filter(({ id }) => night.lists.includes(id))
      .map(({ id, name }) => ({ value: String(id), label: name })),
  }
}

function Night({ query }: { query: ArrivalsQuery }) {
  const arrivals = useArrivals(query)
  const rows = arrivals.data
  return (
    <>
      <QueryState query={arrivals} failed="Dolasci se ne mogu dohvatiti." />
      {rows?.length === 0 && <Notice>S ovog popisa nitko nije ušao na ovom ulazu.</Notice>}
      {rows && rows.length > 0 && (
        <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
          <div className="min-w-0 lg:sticky lg:top-20">
            {query.gate || query.list ? (
              <ArrivalsChart rows={rows} />
            ) : (
              <ArrivalsComparison rows={rows} />
            )}
          </div>
          <ArrivalsTable rows={rows} />
        </div>
      )}
    </>
  )
}

const HEADINGS = ['Od', 'Ušlo', 'Izašlo', 'Unutra na kraju']

const numbersOf = (row: { entered: number; left: number; inside: number }) => [
  row.entered,
  row.left,
  row.inside,
]

/** Table with a row for each quarter of an hour in which a guest passed, and the totals. */
function ArrivalsTable({ rows }: { rows: ArrivalsRow[] }) {
  return (
    <ReportTable
      caption={`Dolasci po četvrt sata, redova ${rows.length}`}
      head={HEADINGS.map((heading) => (
        <th
          key={heading}
          scope="col"
          className="px-4 py-3 text-sm font-semibold text-muted first:text-left md:px-5"
        >
          {heading}
        </th>
      ))}
      rows={rows.map((row) => ({ key: row.at, name: row.time, numbers: numbersOf(row) }))}
      totals={numbersOf(arrivalsTotals(rows))}
    />
  )
}
