import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'
import { occupancyLevel } from '@/lib/admission/capacity'
import type { NightSnapshot } from '@/lib/night/board/board-schema'
import { formatTime } from '@/lib/time/zagreb'

const LEVEL_STYLES = {
  room: { label: 'Ima mjesta', bar: 'bg-go', badge: 'border border-edge-2' },
  nearly_full: { label: 'Skoro puno', bar: 'bg-warn', badge: 'bg-warn text-on-warn' },
  full: { label: 'Puno', bar: 'bg-stop', badge: 'bg-stop text-on-stop' },
}

interface Props {
  night: NightSnapshot
  isLive: boolean
}

/**
 * Panel with the number of guests inside and the capacity. The number is large enough to be read
 * from across a room.
 */
export function OccupancyPanel({ night: { inside, capacity, forecast }, isLive }: Props) {
  const level = occupancyLevel({ inside, capacity })
  const style = level && LEVEL_STYLES[level]
  const freePlaces = capacity === null ? null : Math.max(0, capacity - inside)
  return (
    <section
      aria-label="Unutra"
      className="night-house flex min-w-0 flex-col justify-between gap-3 rounded-lg border border-edge bg-panel p-4 md:px-6 md:py-5"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-xl font-bold">Unutra</h2>
        {style && (
          <p className={classes('rounded-full px-3 py-0.5 font-bold', style.badge)}>
            {style.label}
          </p>
        )}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-4 leading-[0.9] font-bold tabular-nums">
        <strong
          data-figure="inside"
          className={classes(
            'night-figure min-w-[4ch] tracking-tight',
            isLive ? 'text-text' : 'text-muted',
          )}
        >
          {formatNumber(inside)}
        </strong>
        {capacity !== null && (
          <span className="text-3xl text-muted md:text-4xl">/ {formatNumber(capacity)}</span>
        )}
      </p>
      {style && capacity !== null ? (
        <div>
          <div
            aria-hidden="true"
            className="h-5 overflow-hidden rounded-full border border-edge bg-panel-2"
          >
            <span
              className={classes('block h-full', isLive ? style.bar : 'bg-muted')}
              style={{ width: `${Math.min(1, inside / capacity) * 100}%` }}
            />
          </div>
          <p className="mt-2 flex justify-between gap-4 text-lg tabular-nums">
            <span>{Math.floor((inside / capacity) * 100)} %</span>
            <span>slobodno {formatNumber(freePlaces ?? 0)}</span>
          </p>
        </div>
      ) : (
        <p className="text-muted">Koliko ih smije biti unutra, upisuje se u postavkama noći.</p>
      )}
      {forecast && level !== 'full' && <FillForecast forecast={forecast} />}
    </section>
  )
}

const formatBand = ({ low, mid, high }: { low: string; mid: string; high: string }) =>
  `oko ${formatTime(mid)} (${formatTime(low)}–${formatTime(high)})`

/**
 * Forecast of the time at which the venue will be full. If that is unlikely, the time at which most
 * guests will have arrived.
 */
function FillForecast({ forecast }: { forecast: NonNullable<NightSnapshot['forecast']> }) {
  const { fullAt, fullChance, arrivedAt } = forecast
  return (
    <p data-figure="forecast" className="min-h-7 text-xl font-semibold tabular-nums">
      {fullAt
        ? `Puno ${formatBand(fullAt)}`
        : arrivedAt
          ? `${fullChance === null ? '' : 'Vjerojatno neće biti puno. '}Gotovo svi će doći ${formatBand(arrivedAt)}`
          : 'Za procjenu još premalo prolaza.'}
    </p>
  )
}

/** Totals of the night since noon: admissions, exits, refusals, and the guests still expected. */
export function NightTotals({ night }: Pick<Props, 'night'>) {
  const { tonight, expected, sold, forecast } = night
  const isKnown = forecast !== null && forecast.arrivedAt !== null
  return (
    <dl className="night-totals">
      <Figure label="Ušlo" value={tonight.arrived} note="večeras" />
      <Figure
        label="Još se očekuje"
        value={expected}
        note={
          isKnown
            ? `doći će oko ${formatNumber(forecast.stillToCome)}`
            : `od ${formatNumber(sold)} s kartom`
        }
      />
      <Figure label="Izašlo" value={tonight.left} note="večeras" />
      <Figure label="Odbijeno" value={tonight.refused} note="večeras" />
    </dl>
  )
}

const Figure = (props: { label: string; value: number; note: string }) => (
  <div className="flex min-w-0 flex-col justify-center rounded-lg border border-edge bg-panel px-4 py-2 md:py-3">
    <dt className="text-lg font-semibold">{props.label}</dt>
    <dd className="text-4xl leading-tight font-bold tabular-nums">{formatNumber(props.value)}</dd>
    <dd className="text-muted">{props.note}</dd>
  </div>
)
