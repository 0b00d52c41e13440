'use client'

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { axisTicks } from '@/lib/reports/rules'
import { ChartReading } from './chart-reading'

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
const COLOURS = ['bg-chart-1', 'bg-chart-2']

export interface Bar {
  key: string
  /** From the bottom up. */
  parts: number[]
  /** Below the bar, where there is room. */
  axis: string
  /** What is read of it: a heading and numbers with their words. */
  heading: string
  numbers: [word: string, n: number][]
}

interface Props {
  title: string
  /** Names what the arrows move. */
  sliderLabel: string
  bars: Bar[]
  /** The parts of a bar in words, when there are several. */
  legend?: string[]
  className?: string
  children?: ReactNode
}

/** Stacked bars over time. The arrows, or a finger, choose one to read. */
export function BarChart({ title, sliderLabel, bars, legend, className, children }: Props) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = bars.length - 1
  const at = Math.min(chosen ?? last, last)
  const current = bars[at]
  if (!current) return null
  const sum = ({ parts }: Bar) => parts.reduce((all, n) => all + n, 0)
  const ticks = axisTicks(Math.max(...bars.map(sum)))
  const top = ticks.at(-1) ?? 1
  const share = (n: number) => `${(n / top) * 100}%`
  const every = Math.ceil(bars.length / LABELS)

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, at + step)))
  }

  function onPointer(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - box.left) / box.width) * bars.length)
    setChosen(Math.max(0, Math.min(last, index)))
  }

  return (
    <figure
      className={`min-w-0 rounded-lg border border-edge bg-panel p-4 md:p-5 ${className ?? ''}`}
    >
      <figcaption className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-lg font-bold">{title}</h2>
          {legend && (
            <ul className="mt-1 flex gap-4 text-sm text-muted">
              {legend.map((word, i) => (
                <li key={word} className="flex items-center gap-2">
                  <span className={`size-3 rounded-xs ${COLOURS[i]}`} />
                  {word}
                </li>
              ))}
            </ul>
          )}
        </div>
        <ChartReading heading={current.heading} numbers={current.numbers} />
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
          aria-label={sliderLabel}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={at + 1}
          aria-valuetext={`${current.heading} ${current.numbers.map(([word, n]) => `${word} ${n}`).join(', ')}`}
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
            {bars.map((bar, i) => (
              <div
                key={bar.key}
                className={`flex h-full min-w-0 flex-1 flex-col-reverse gap-px rounded-t-sm ${
                  i === at ? 'bg-panel-2' : ''
                }`}
              >
                {bar.parts.map((n, part) => (
                  <div
                    key={COLOURS[part]}
                    className={`mx-[10%] last:rounded-t-xs ${COLOURS[part]}`}
                    style={{ height: share(n) }}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
      <div aria-hidden="true" className="mt-2 ml-10 flex text-xs text-muted tabular-nums">
        {bars.map((bar, i) => (
          <span key={bar.key} className="min-w-0 flex-1">
            {(last - i) % every === 0 && (
              <span className="flex justify-center whitespace-nowrap">{bar.axis}</span>
            )}
          </span>
        ))}
      </div>
      {children}
    </figure>
  )
}
