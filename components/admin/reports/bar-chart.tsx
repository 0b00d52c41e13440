'use client'

import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { BarStack, LinePath } from '@visx/shape'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'

const MAX_AXIS_LABELS = 6
const STEPS_BY_KEY: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}
const FILLS = ['fill-chart-1', 'fill-chart-2', 'fill-chart-3']
const LEGEND_COLOURS = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3']

const DASHES = ['none', '2 5']

/** Margins in px for the labels of the axes. */
const MARGIN = { left: 44, right: 20, top: 8, bottom: 24 }

export interface Bar {
  key: string
  /** Values of the stacked parts, from bottom to top. */
  parts: number[]
  /** Label below the bar, shown if there is enough space. */
  axis: string
  /**
   * Details that are shown when the bar is selected: a heading, and the numbers with their labels.
   */
  heading: string
  numbers: [label: string, n: number][]
}

/** A line for comparison, with one value for each bar. */
export interface Line {
  label: string
  values: number[]
}

interface Props {
  title: string
  /** Accessible name of the slider that selects a bar. */
  sliderLabel: string
  bars: Bar[]
  /** Labels of the stacked parts, if there are several. */
  legend?: string[]
  lines?: Line[]
  /**
   * `card` has a frame and a visible heading. `bare` has neither and fills the height of its panel.
   */
  look?: 'card' | 'bare'
  className?: string
  children?: ReactNode
}

/** Chart of stacked bars over time. The arrow keys or a pointer select a bar to read its values. */
export function BarChart(props: Props) {
  const { title, sliderLabel, bars, legend, lines = [], look = 'card', className, children } = props
  /**
   * Key of the selected bar, so that the selection follows the bar when new bars are added. Null
   * selects the last bar.
   */
  const [chosen, setChosen] = useState<string | null>(null)
  const last = bars.length - 1
  const found = bars.findIndex(({ key }) => key === chosen)
  const selected = found < 0 ? last : found
  const current = bars[selected]
  if (!current) return null
  const { heading } = current
  const numbers = [
    ...current.numbers,
    ...lines.map(({ label, values }): [string, number] => [label, values[selected] ?? 0]),
  ]
  const isBare = look === 'bare'
  const choose = (index: number) => {
    const target = Math.max(0, Math.min(last, index))
    setChosen(target === last ? null : (bars[target]?.key ?? null))
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS_BY_KEY[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose(selected + step)
  }

  function onPointer(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const width = box.width - MARGIN.left - MARGIN.right
    choose(Math.floor(((event.clientX - box.left - MARGIN.left) / width) * bars.length))
  }

  return (
    <figure
      className={classes(
        'min-w-0',
        isBare
          ? 'flex h-full min-h-0 flex-col gap-2'
          : 'rounded-lg border border-edge bg-panel p-4 md:p-5',
        className,
      )}
    >
      <figcaption
        className={classes(
          'flex flex-wrap items-end justify-between gap-x-6',
          isBare ? 'gap-y-1' : 'mb-4 gap-y-3',
        )}
      >
        <div>
          {isBare ? (
            <span className="sr-only">{title}</span>
          ) : (
            <h2 className="text-lg font-bold">{title}</h2>
          )}
          {legend && !isBare && (
            <ul className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
              {legend.map((label, i) => (
                <li key={label} className="flex items-center gap-2">
                  <span className={`size-3 rounded-xs ${LEGEND_COLOURS[i]}`} />
                  {label}
                </li>
              ))}
              {lines.map(({ label }, i) => (
                <li key={label} className="flex items-center gap-2">
                  <svg aria-hidden="true" width="20" height="4" className="stroke-chart-3">
                    <line x2="20" y1="2" y2="2" strokeWidth="2.5" strokeDasharray={DASHES[i]} />
                  </svg>
                  {label}
                </li>
              ))}
            </ul>
          )}
        </div>
        {/* Hidden from screen readers, which read these numbers from the bars themselves. */}
        <div
          aria-hidden="true"
          className={classes(
            'rounded-md bg-panel-2 px-3',
            isBare ? 'flex w-full items-baseline gap-x-3 py-1' : 'w-full py-2 sm:w-auto',
          )}
        >
          <p className="text-sm font-semibold tabular-nums">{heading}</p>
          <p className="flex flex-wrap gap-x-3 text-sm">
            {numbers.map(([label, n]) => (
              <span key={label} className="whitespace-nowrap">
                {label}{' '}
                <strong className="inline-block min-w-5 tabular-nums">{formatNumber(n)}</strong>
              </span>
            ))}
          </p>
        </div>
      </figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-label={sliderLabel}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={selected + 1}
        aria-valuetext={`${heading} ${numbers.map(([label, n]) => `${label} ${formatNumber(n)}`).join(', ')}`}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        className={classes(
          'cursor-crosshair touch-pan-y rounded-sm',
          isBare ? 'min-h-0 flex-1' : 'h-58 md:h-70',
        )}
      >
        <Bars bars={bars} lines={lines} selected={selected} />
      </div>
      {children}
    </figure>
  )
}

/**
 * Draws the bars and lines. Colours are CSS classes, so that they follow the theme and the forced
 * colours of the system.
 */
function Bars({ bars, lines, selected }: { bars: Bar[]; lines: Line[]; selected: number }) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 50 })
  const right = width - MARGIN.right
  const bottom = height - MARGIN.bottom
  const sums = bars.map(({ parts }) => parts.reduce((all, n) => all + n, 0))
  const highest = Math.max(...sums, ...lines.flatMap(({ values }) => values), 1)
  const xScale = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [MARGIN.left, right],
    padding: 0.2,
  })
  const yScale = scaleLinear({ domain: [0, highest], range: [bottom, MARGIN.top], nice: 4 })
  const ticks = yScale.ticks(4).filter(Number.isInteger)
  const labelInterval = Math.ceil(bars.length / MAX_AXIS_LABELS)
  const chosen = bars[selected]
  return (
    <div ref={parentRef} className="h-full">
      {width > 0 && (
        <svg aria-hidden="true" width={width} height={height} className="text-muted tabular-nums">
          {chosen && (
            <rect
              x={(xScale(chosen.key) ?? 0) - (xScale.step() - xScale.bandwidth()) / 2}
              y={MARGIN.top}
              width={xScale.step()}
              height={Math.max(0, bottom - MARGIN.top)}
              className="fill-panel-2"
            />
          )}
          <GridRows
            scale={yScale}
            tickValues={ticks}
            left={MARGIN.left}
            width={Math.max(0, right - MARGIN.left)}
            stroke="var(--edge)"
          />
          <BarStack
            data={bars}
            keys={FILLS.slice(0, bars[0]?.parts.length)}
            x={({ key }) => key}
            value={({ parts }, fill) => parts[FILLS.indexOf(fill)] ?? 0}
            xScale={xScale}
            yScale={yScale}
            color={(fill) => fill}
          >
            {(stacks) =>
              stacks.flatMap(({ key: fill, bars: stack }) =>
                stack.map(({ index, x, y, width, height }) => (
                  <rect
                    key={`${fill} ${index}`}
                    x={x}
                    y={y}
                    width={width}
                    height={height}
                    className={fill}
                  />
                )),
              )
            }
          </BarStack>
          {/* Lines have an outline in the background colour, which shows them over the bars. */}
          {lines.flatMap(({ label, values }, i) =>
            ['stroke-panel opacity-80', 'stroke-chart-3'].map((strokeClasses, layer) => (
              <LinePath
                key={`${label} ${strokeClasses}`}
                data={bars}
                x={({ key }) => (xScale(key) ?? 0) + xScale.bandwidth() / 2}
                y={(_, index) => yScale(values[index] ?? 0)}
                className={strokeClasses}
                strokeWidth={layer === 0 ? 6 : 2.5}
                strokeDasharray={layer === 0 ? 'none' : DASHES[i]}
                strokeLinejoin="round"
                strokeLinecap="round"
                fill="none"
              />
            )),
          )}
          <AxisLeft
            scale={yScale}
            left={MARGIN.left}
            tickValues={ticks}
            tickFormat={(n) => formatNumber(Number(n))}
            hideAxisLine
            hideTicks
            tickLabelProps={{ ...LABEL_PROPS, textAnchor: 'end', dx: -4, dy: '0.3em' }}
          />
          <AxisBottom
            scale={xScale}
            top={bottom}
            tickValues={bars.flatMap(({ key }, i) =>
              (bars.length - 1 - i) % labelInterval === 0 ? [key] : [],
            )}
            tickFormat={(key) => bars.find((bar) => bar.key === key)?.axis}
            hideAxisLine
            hideTicks
            tickLabelProps={{ ...LABEL_PROPS, textAnchor: 'middle' }}
          />
        </svg>
      )}
    </div>
  )
}

const LABEL_PROPS = { fill: 'currentColor', fontSize: 12, fontFamily: 'inherit' }
