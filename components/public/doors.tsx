import { formatDate, formatTime, formatWeekday } from '@/lib/time/zagreb'

/** When the doors open, in the words of a poster: `petak, 04.12.2026. u 20:00`. */
export function DoorsOpenTime({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      {formatWeekday(at)}, {formatDate(at)} u {formatTime(at)}
    </time>
  )
}
