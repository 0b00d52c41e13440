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

/**
 * Checks the clock four times a second, so that no second is skipped. React renders only when the
 * second has changed.
 */
function subscribe(changed: () => void) {
  const timer = setInterval(changed, 250)
  return () => clearInterval(timer)
}
const currentSecond = () => Math.floor(Date.now() / 1000)
const noClock = () => null

/** Returns the current time in seconds since 1970; null on the server and until hydration. */
export const useSecond = () =>
  useSyncExternalStore<number | null>(subscribe, currentSecond, noClock)

interface Props {
  /** Time to count down to, in ISO 8601. */
  target: string
  /** The target time as text. Hidden after the start, when the countdown says 'Počelo je!'. */
  children: ReactNode
}

/** Countdown to `target` (rule 12.1). Shows dashes until React has hydrated the page. */
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

/** Digits in cells of equal width, so that a narrow 1 does not shift the other digits. */
function Digits({ text }: { text: string }) {
  const cells = [...text].map((figure, position) => ({ figure, key: text.length - position }))
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
