'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { classes } from '@/components/ui/classes'
import { type TimeLeft, timeLeft } from '@/lib/visibility/rules'

const UNITS: [keyof TimeLeft, string][] = [
  ['days', 'dana'],
  ['hours', 'sati'],
  ['minutes', 'minuta'],
  ['seconds', 'sekundi'],
]
const UNKNOWN: TimeLeft = { days: '--', hours: '--', minutes: '--', seconds: '--' }

/** Looked at four times a second, so that no second is skipped; draws only when it changes. */
function subscribe(changed: () => void) {
  const timer = setInterval(changed, 250)
  return () => clearInterval(timer)
}
const currentSecond = () => Math.floor(Date.now() / 1000)
const noClock = () => null

/** The seconds since 1970; null on the server, which has no clock here. */
export const useSecond = () =>
  useSyncExternalStore<number | null>(subscribe, currentSecond, noClock)

interface Props {
  /** An ISO instant. */
  target: string
  /** The same in words; once it has begun, 'Počelo je!' says all there is to say. */
  children: ReactNode
}

/** Counts down to `target`. The server, which has no clock here, draws dashes. */
export function Countdown({ target, children }: Props) {
  const second = useSecond()
  const left = second === null ? UNKNOWN : timeLeft(new Date(target), new Date(second * 1000))
  return (
    <>
      <div role="timer" aria-label="Odbrojavanje do početka" className="relative">
        <dl className={classes('flex flex-wrap gap-1.5 sm:gap-3', !left && 'invisible')}>
          {UNITS.map(([unit, label]) => (
            <div key={unit} className="poster-count">
              <dt className="pb-1.5 text-xs font-semibold sm:text-sm">{label}</dt>
              <dd className="poster-digits">
                <Digits text={(left ?? UNKNOWN)[unit]} />
              </dd>
            </div>
          ))}
        </dl>
        {!left && <p className="poster-begun">Počelo je!</p>}
      </div>
      <div className={left ? undefined : 'invisible'}>{children}</div>
    </>
  )
}

/** Each figure in a cell of its own, so that a narrow 1 moves nothing. */
function Digits({ text }: { text: string }) {
  const cells = [...text].map((figure, place) => ({ figure, key: text.length - place }))
  return (
    <>
      <span className="sr-only">{text}</span>
      {cells.map(({ figure, key }) => (
        <span key={key} aria-hidden="true" className="inline-block w-[0.54em] text-center">
          {figure}
        </span>
      ))}
    </>
  )
}
