import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'
import { formatCents, sumOfTakings, type TakingsSum } from '@/lib/cash/rules'
import type { Takings } from '@/lib/cash/schema'
import { formatTime } from '@/lib/time/zagreb'

interface Props {
  title: string
  rows: Takings[]
  /** Whether only the row of totals is shown. */
  isSum?: boolean
}

type Figures = Pick<
  Takings,
  'sold' | 'returned' | 'free' | 'cashCents' | 'cardCents' | 'countedCents' | 'differenceCents'
> & { expectedCents: number | null }

const COLUMNS: { label: string; text: (row: Figures) => string }[] = [
  { label: 'Prodano', text: ({ sold }) => formatNumber(sold) },
  { label: 'Vraćeno', text: ({ returned }) => formatNumber(returned) },
  { label: 'Besplatno', text: ({ free }) => formatNumber(free) },
  { label: 'Gotovina', text: ({ cashCents }) => formatCents(cashCents) },
  { label: 'Kartica', text: ({ cardCents }) => formatCents(cardCents) },
  { label: 'Očekivano', text: ({ expectedCents: cents }) => orDash(cents) },
  { label: 'Prebrojano', text: ({ countedCents: cents }) => orDash(cents) },
]

const orDash = (cents: number | null) => (cents === null ? '–' : formatCents(cents))

/** Takings of one day: a row for each cash shift with its seller, and the totals. */
export function DayTakings({ title, rows, isSum = false }: Props) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lg font-bold">{title}</h2>
      <table className="data-table tabular-nums">
        <caption className="sr-only">Obračun: {title}</caption>
        <thead>
          <tr>
            <th scope="col">Prodavač</th>
            {COLUMNS.map(({ label }) => (
              <th key={label} scope="col" className="text-right">
                {label}
              </th>
            ))}
            <th scope="col" className="text-right">
              Razlika
            </th>
          </tr>
        </thead>
        <tbody>
          {!isSum &&
            rows.map((row) => (
              <tr key={row.shiftId ?? `bez ${row.seller?.id}`}>
                <td data-phone="heading">
                  <span>
                    <span className="block font-semibold">
                      {row.seller?.name ?? 'Obrisan korisnik'}
                    </span>
                    <span className="block text-sm font-normal text-muted">{formatSpan(row)}</span>
                    {row.note && (
                      <span className="block text-sm font-normal break-words">{row.note}</span>
                    )}
                  </span>
                </td>
                <Cells
                  figures={{
                    ...row,
                    expectedCents: row.shiftId === null ? null : row.expectedCents,
                  }}
                />
              </tr>
            ))}
          {(isSum || rows.length > 1) && <SumRow sum={sumOfTakings(rows)} />}
        </tbody>
      </table>
    </section>
  )
}

const SumRow = ({ sum }: { sum: TakingsSum }) => (
  <tr className="bg-panel-2 font-bold">
    <td data-phone="heading">Ukupno</td>
    <Cells figures={sum} />
  </tr>
)

function Cells({ figures }: { figures: Figures }) {
  const { differenceCents: difference } = figures
  return (
    <>
      {COLUMNS.map(({ label, text }) => (
        <td key={label} className="md:text-right">
          <span className="text-muted md:hidden">{label}</span>
          <span className="whitespace-nowrap">{text(figures)}</span>
        </td>
      ))}
      <td className="md:text-right">
        <span className="text-muted md:hidden">Razlika</span>
        <span
          className={classes(
            'font-bold whitespace-nowrap',
            difference !== null && difference < 0 && 'text-stop',
          )}
        >
          <span>{difference !== null && difference > 0 && '+'}</span>
          {orDash(difference)}
        </span>
      </td>
    </>
  )
}

function formatSpan({ shiftId, openedAt, closedAt }: Takings): string {
  if (shiftId === null || openedAt === null) return 'bez smjene'
  return `${formatTime(openedAt)} – ${closedAt === null ? 'otvorena' : formatTime(closedAt)}`
}
