'use client'

import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { axisTicks, chartDays, type SalesOfDay } from '@/lib/reports/rules'
import { formatDate, formatShortDate } from '@/lib/time'

const LABELS = 6
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}

const noonOf = (day: string) => `${day}T12:00:00Z`
const inWords = (row: SalesOfDay) =>
  `${formatDate(noonOf(row.day))} prodano ${row.total}, prije 12:00 ${row.before12}, nakon 12:00 ${row.after12}`

/** Sales by day, before and after noon stacked. The arrows, or a finger, choose a day to read. */
export function SalesChart({ rows }: { rows: SalesOfDay[] }) {
  const days = chartDays(rows)
  const [chosen, setChosen] = useState<number | null>(null)
  const last = days.length - 1
  const at = Math.min(chosen ?? last, last)
  const current = days[at]
  if (!current) return null
  const ticks = axisTicks(Math.max(...days.map((row) => row.total)))
  const top = ticks.at(-1) ?? 1
  const share = (n: number) => `${(n / top) * 100}%`
  const every = Math.ceil(days.length / LABELS)

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, at + step)))
  }

  function onPointer(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - box.left) / box.width) * days.length)
    setChosen(Math.max(0, Math.min(last, index)))
  }

  return (
    <figure className="min-w-0 rounded-lg border border-edge bg-panel p-4 md:p-5 lg:sticky lg:top-20">
      <figcaption className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-lg font-bold">Prodaja po danima</h2>
          <ul className="mt-1 flex gap-4 text-sm text-muted">
            <Key colour="bg-chart-1">prije 12:00</Key>
            <Key colour="bg-chart-2">nakon 12:00</Key>
          </ul>
        </div>
        <Reading row={current} />
      </figcaption>
      <div className="flex gap-2">
        <div aria-hidden="true" className="relative w-8 text-right text-xs text-muted tabular-nums">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2"
              style={{ bottom: share(tick) }}
            >
              {tick}
            </span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label="Dan na grafu prodaje"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={at + 1}
          aria-valuetext={inWords(current)}
          onKeyDown={onKeyDown}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          className="relative h-52 flex-1 cursor-crosshair touch-pan-y rounded-sm md:h-64"
        >
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute inset-x-0 border-t border-edge"
              style={{ bottom: share(tick) }}
            />
          ))}
          <div className="absolute inset-0 flex">
            {days.map((row, i) => (
              <div
                key={row.day}
                className={`flex h-full min-w-0 flex-1 flex-col justify-end gap-px rounded-t-sm ${
                  i === at ? 'bg-panel-2' : ''
                }`}
              >
                <div
                  className="mx-[10%] rounded-t-xs bg-chart-2"
                  style={{ height: share(row.after12) }}
                />
                <div className="mx-[10%] bg-chart-1" style={{ height: share(row.before12) }} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <div aria-hidden="true" className="mt-2 ml-10 flex text-xs text-muted tabular-nums">
        {days.map((row, i) => (
          <span key={row.day} className="min-w-0 flex-1">
            {(last - i) % every === 0 && (
              <span className="flex justify-center whitespace-nowrap">
                {formatShortDate(noonOf(row.day))}
              </span>
            )}
          </span>
        ))}
      </div>
    </figure>
  )
}

function Key({ colour, children }: { colour: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className={`size-3 rounded-xs ${colour}`} />
      {children}
    </li>
  )
}

function Reading({ row }: { row: SalesOfDay }) {
  const numbers = [
    ['prodano', row.total],
    ['prije 12:00', row.before12],
    ['nakon 12:00', row.after12],
  ] as const
  return (
    <div aria-hidden="true" className="w-full rounded-md bg-panel-2 px-3 py-2 sm:w-auto">
      <p className="text-sm font-semibold tabular-nums">{formatDate(noonOf(row.day))}</p>
      <p className="flex flex-wrap gap-x-3 text-sm">
        {numbers.map(([word, n]) => (
          <span key={word} className="whitespace-nowrap">
            {word} <strong className="inline-block min-w-5 tabular-nums">{n}</strong>
          </span>
        ))}
      </p>
    </div>
  )
}
