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
  ArrivalsBeside,
  ArrivalsChart,
  type Asked,
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
  const all = useNights()
  const { filter, setFilter } = useListAddress()
  const { nights = [] } = all.data ?? {}
  const night = nights.find((one) => one.night === filter(NIGHT)) ?? nights[0]
  if (!all.data || !night) return <QueryState query={{ ...all, isPending: false }} />
  const { gates, lists } = choicesOf(all.data, night)
  const chosen = (name: string, from: Choice[]) =>
    from.find(({ value }) => value === filter(name))?.value
  const asked: Asked = {
    night: night.night,
    gate: chosen(GATE, gates),
    list: chosen(LIST, lists),
  }
  return (
    <section aria-labelledby="arrivals" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="arrivals" className="text-xl font-bold">
          Dolasci, noć {formatDate(`${night.night}T12:00:00Z`)}
        </h2>
        <DownloadButton file={() => api('GET', '/reports/arrivals/export', { query: asked })}>
          Preuzmi dolaske (Excel)
        </DownloadButton>
      </div>
      <div className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-3 max-sm:*:first:col-span-2">
        <NightSelect
          nights={nights}
          value={night.night}
          onChoose={(one) => setFilter(NIGHT, one === nights[0]?.night ? null : one)}
        />
        {all.data.gates.length > 1 && (
          <FilterSelect
            label="Ulaz"
            all="Svi ulazi"
            choices={gates}
            value={asked.gate}
            onChoose={(id) => setFilter(GATE, id)}
          />
        )}
        <FilterSelect
          label="Popis"
          all="Svi popisi"
          choices={lists}
          value={asked.list}
          onChoose={(id) => setFilter(LIST, id)}
        />
      </div>
      <Night asked={asked} />
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

function Night({ asked }: { asked: Asked }) {
  const arrivals = useArrivals(asked)
  const rows = arrivals.data
  return (
    <>
      <QueryState query={arrivals} failed="Dolasci se ne mogu dohvatiti." />
      {rows?.length === 0 && <Notice>S ovog popisa nitko nije ušao na ovom ulazu.</Notice>}
      {rows && rows.length > 0 && (
        <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
          <div className="min-w-0 lg:sticky lg:top-20">
            {asked.gate || asked.list ? (
              <ArrivalsChart rows={rows} />
            ) : (
              <ArrivalsBeside rows={rows} />
            )}
          </div>
          <ArrivalsTable rows={rows} />
        </div>
      )}
    </>
  )
}

const HEADINGS = ['Od', 'Ušlo', 'Izašlo', 'Unutra na kraju']

const numbersOf = (of: { entered: number; left: number; inside: number }) => [
  of.entered,
  of.left,
  of.inside,
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
