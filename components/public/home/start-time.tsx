import { formatDate, formatTime } from '@/lib/time'
import { Countdown } from './countdown'

/** When it begins: the countdown, and the day and hour in words for who reads no script. */
export function StartTime({ target }: { target: string | null }) {
  if (!target) return null
  return (
    <div className="w-full max-w-md sm:w-fit sm:max-w-none">
      <Countdown target={target} />
      <p className="mt-2 -ml-2 w-fit bg-ink px-2 py-1 font-semibold">
        Počinjemo{' '}
        <time dateTime={target}>
          {formatDate(target)} u {formatTime(target)}
        </time>
      </p>
    </div>
  )
}
