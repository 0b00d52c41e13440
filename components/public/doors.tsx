import { formatDate, formatTime, formatWeekday } from '@/lib/time/zagreb'

/** Opening time with weekday, date and time of day: `petak, 04.12.2026. u 20:00`. */
export function DoorsOpenTime({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      {formatWeekday(at)}, {formatDate(at)} u {formatTime(at)}
    </time>
  )
}
