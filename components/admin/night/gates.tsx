import { CirclePlus } from 'lucide-react'
import type { Bar } from '@/components/admin/reports/bar-chart'
import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'
import { lazyComponent } from '@/components/ui/lazy-component'
import { occupancyLevel } from '@/lib/admission/capacity'
import type { GateTonight, NightSnapshot } from '@/lib/night/board/board-schema'
import { formatAgo, formatTime } from '@/lib/time/zagreb'

/** Loaded lazily, once there is something to draw. */
const BarChart = lazyComponent(() =>
  import('@/components/admin/reports/bar-chart').then((file) => file.BarChart),
)

const MINUTE_MS = 60_000
const PASSAGE_LABELS = ['ušlo', 'izašlo', 'odbijeno']
/** Colours of the parts of a bar in the chart, from bottom to top. */
const PART_COLOURS = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3']

/**
 * Cards of all gates, each with a chart of its last hour. If there is only one gate, its name is
 * not shown.
 */
export function Gates({ night }: { night: NightSnapshot }) {
  const { gates, elsewhere } = night
  return (
    <section aria-label="Ulazi" className="night-gates">
      <div className="night-cards" style={{ '--columns': columnsOf(gates.length) }}>
        {gates.map((gate) => (
          <Gate
            key={gate.id}
            gate={gate}
            night={night}
            name={gates.length > 1 ? gate.name : null}
          />
        ))}
      </div>
      {elsewhere && (
        <p className="mt-2 text-muted tabular-nums">
          Iz uprave ili kroz obrisane ulaze: ušlo {formatNumber(elsewhere.arrived)}, izašlo{' '}
          {formatNumber(elsewhere.left)}, odbijeno {formatNumber(elsewhere.refused)}, unutra{' '}
          {formatNumber(elsewhere.inside)}.
        </p>
      )}
    </section>
  )
}

/** Number of columns on a large screen: one row for up to four gates, otherwise two rows. */
const columnsOf = (gates: number) => (gates <= 4 ? gates : Math.ceil(gates / 2))

interface GateProps {
  gate: GateTonight
  night: NightSnapshot
  name: string | null
}

function Gate({ gate, night, name }: GateProps) {
  const { arrived, left, refused, inside, capacity, perMinute } = gate
  const level = occupancyLevel({ inside, capacity })
  const first = Date.parse(night.firstMinute)
  const bars = perMinute.arrived.map((entered, i): Bar => {
    const parts = [entered, perMinute.left[i] ?? 0, perMinute.refused[i] ?? 0]
    const time = formatTime(new Date(first + i * MINUTE_MS))
    return {
      key: String(first + i * MINUTE_MS),
      parts,
      axis: time,
      heading: time,
      numbers: PASSAGE_LABELS.map((label, part) => [label, parts[part] as number]),
    }
  })
  return (
    <article
      aria-label={name ?? 'Ulaz'}
      data-gate={gate.id}
      className="flex min-h-0 min-w-0 flex-col gap-2 overflow-hidden rounded-lg border border-edge bg-panel p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="min-w-0 text-2xl font-bold break-words">{name ?? 'Na ulazu'}</h2>
        <p className="text-xl tabular-nums">
          {name && (
            <span>
              unutra <strong data-figure="gate-inside">{formatNumber(inside)}</strong>
              <span>{capacity !== null && ` / ${formatNumber(capacity)}`}</span>
            </span>
          )}
          {level === 'full' && (
            <strong className="ml-3 rounded-full bg-stop px-3 text-on-stop">Puno</strong>
          )}
          {level === 'nearly_full' && (
            <strong className="ml-3 rounded-full bg-warn px-3 text-on-warn">Skoro puno</strong>
          )}
        </p>
      </div>
      <dl className="grid grid-cols-3 gap-x-3 tabular-nums">
        {[arrived, left, refused].map((n, i) => (
          <div key={PASSAGE_LABELS[i]}>
            <dt className="flex items-center gap-2 text-muted">
              <span
                aria-hidden="true"
                className={classes('size-3 shrink-0 rounded-xs', PART_COLOURS[i])}
              />
              {PASSAGE_LABELS[i]}
            </dt>
            <dd className="text-2xl leading-tight font-bold">{formatNumber(n)}</dd>
          </div>
        ))}
      </dl>
      <div className="night-chart">
        <BarChart
          look="bare"
          title={`Zadnjih sat vremena${name ? `: ${name}` : ''}, po minuti`}
          sliderLabel={`Minuta na grafu${name ? `: ${name}` : ' ulaza'}`}
          bars={bars}
        />
      </div>
      <div className="night-foot">
        <Queue forecast={night.forecast?.gates.find(({ id }) => id === gate.id)} />
        <GateDevices gate={gate} at={night.at} />
      </div>
    </article>
  )
}

type GateForecast = NonNullable<NightSnapshot['forecast']>['gates'][number]

/**
 * Forecast of the waiting time of a guest who joins the queue now. Shows a hint if another lane
 * would help.
 */
function Queue({ forecast }: { forecast: GateForecast | undefined }) {
  if (!forecast) return null
  const { wait, level, servedAt, openLane } = forecast
  const until = servedAt && `, do ${formatTime(servedAt.mid)}`
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-3 text-lg font-semibold tabular-nums">
      <span>
        {level === 'free'
          ? 'Nema reda'
          : wait === null
            ? 'Red, duljina još nije poznata'
            : `Čeka se oko ${wait} min${until ?? ''}`}
      </span>
      {openLane && (
        <span className="flex items-center gap-2 rounded-md bg-warn px-3 text-on-warn">
          <CirclePlus aria-hidden="true" className="size-5 shrink-0" />
          Otvorite još jednu traku
        </span>
      )}
    </p>
  )
}

function GateDevices({ gate: { devices, lastSeenAt }, at }: { gate: GateTonight; at: string }) {
  const hasNoDevice = devices === 0
  return (
    <p className={classes('tabular-nums', hasNoDevice ? 'font-semibold' : 'text-muted')}>
      <span>{hasNoDevice ? 'Nijedan uređaj ne radi' : `Uređaja: ${devices}`}</span>
      <span>{lastSeenAt && ` · javili se ${formatAgo(lastSeenAt, new Date(at))}`}</span>
    </p>
  )
}
