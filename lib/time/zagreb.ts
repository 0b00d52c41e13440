import { TZDate } from '@date-fns/tz'
import { addDays, isValid, parse, startOfDay } from 'date-fns'
import { TIME_ZONE } from './format'

export {
  formatDate,
  formatDateTime,
  formatMoment,
  formatShortDate,
  formatTime,
  formatWeekday,
} from './format'

const DAY_MS = 86_400_000

/** Returns the calendar day of a time in Zagreb as yyyy-mm-dd. */
export function zagrebDay(at: Date): string {
  const local = new TZDate(at.getTime(), TIME_ZONE)
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${local.getFullYear()}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`
}

/** Returns ISO 8601 with the local time and offset of Zagreb, readable by people and programs. */
export const zagrebIso = (at: Date) => new TZDate(at.getTime(), TIME_ZONE).toISOString()

/** Formats the age of a time: `prije 8 s`, `prije 12 min`, `prije 3 h`, `prije 2 d`. */
export function formatAgo(at: Date | string, now = new Date()): string {
  const seconds = Math.max(0, Math.round((now.getTime() - new Date(at).getTime()) / 1000))
  if (seconds < 60) return `prije ${seconds} s`
  if (seconds < 3600) return `prije ${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `prije ${Math.floor(seconds / 3600)} h`
  return `prije ${Math.floor(seconds / 86_400)} d`
}

/** Formats a duration given in ms: `8 s`, `3 min 12 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  const minutes = Math.floor(seconds / 60)
  const join = (...parts: [number, string][]) =>
    parts
      .filter(([count], i) => count > 0 || i === 0)
      .map(([count, unit]) => `${count} ${unit}`)
      .join(' ')
  if (seconds < 60) return `${seconds} s`
  if (minutes < 60) return join([minutes, 'min'], [seconds % 60, 's'])
  return join([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min'])
}

/** Returns the start of the day of `at` in Zagreb, and the start of the next day. */
export function zagrebDayBounds(at: Date): { from: Date; to: Date } {
  const start = startOfDay(new TZDate(at.getTime(), TIME_ZONE))
  return { from: new Date(start.getTime()), to: new Date(addDays(start, 1).getTime()) }
}

/** Returns 12:00 in Zagreb on the day of `at`, also on days with a clock change. */
export function zagrebNoon(at: Date): Date {
  const local = new TZDate(at.getTime(), TIME_ZONE)
  return new Date(
    new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), 12, TIME_ZONE).getTime(),
  )
}

/** Returns the noon in Zagreb at which the event night of `at` started. At noon the next night starts. */
export function nightStart(at: Date): Date {
  const noon = zagrebNoon(at)
  return noon <= at ? noon : zagrebNoon(new Date(at.getTime() - DAY_MS))
}

/** Returns the next time after `after` at which the clock in Zagreb shows the full hour `hour`. */
export function nextZagrebHour(after: Date, hour: number): Date {
  const local = new TZDate(after.getTime(), TIME_ZONE)
  const inDays = (days: number) =>
    new TZDate(
      local.getFullYear(),
      local.getMonth(),
      local.getDate() + days,
      hour,
      TIME_ZONE,
    ).getTime()
  return new Date(inDays(0) > after.getTime() ? inDays(0) : inDays(1))
}

/** Returns the last time until `at` at which the clock in Zagreb showed the full hour `hour`. */
export function lastZagrebHour(at: Date, hour: number): Date {
  // Between two such times are 23 to 25 hours.
  const next = nextZagrebHour(at, hour).getTime()
  return nextZagrebHour(new Date(next - 1.5 * DAY_MS), hour)
}

const DATE_TIME = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\.?\s+(\d{1,2}):(\d{2})$/

/** Message for a text that is no date and time. */
export const MALFORMED_DATE_TIME = 'Upišite datum i vrijeme kao 21.11.2026. 20:00'

/** Parses dd.mm.yyyy. hh:mm in Zagreb. Returns null for other text, and for an hour that the clock skips. */
export function parseZagrebDateTime(text: string): Date | null {
  const found = DATE_TIME.exec(text.trim())
  if (!found) return null
  const [, day, month, year, hour, minute] = found
  const local = parse(
    `${year}-${month}-${day} ${hour}:${minute}`,
    'yyyy-M-d H:mm',
    new TZDate(0, TIME_ZONE),
  )
  if (!isValid(local) || local.getHours() !== Number(hour)) return null
  return new Date(local.getTime())
}

/** Converts dd.mm.yyyy. hh:mm to the value of a `datetime-local` input, or '' if invalid. */
export function toPickerValue(text: string): string {
  const found = DATE_TIME.exec(text.trim())
  if (!found || !parseZagrebDateTime(text)) return ''
  const [day, month, year, hour, minute] = found.slice(1).map((part) => part.padStart(2, '0'))
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/** Converts the value of a `datetime-local` input to dd.mm.yyyy. hh:mm. */
export function fromPickerValue(value: string): string {
  const [date = '', time = ''] = value.split('T')
  return `${date.split('-').reverse().join('.')}. ${time.slice(0, 5)}`
}

/** Returns the day `days` later. Counts from noon in UTC, so no clock change skips or repeats a day. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const noonOf = (day: string) => zagrebNoon(new Date(`${day}T12:00:00Z`))

/** Returns the day that names the event night of `at`. The night changes at noon in Zagreb. */
export function nightDayOf(at: Date): string {
  const day = zagrebDay(at)
  return at < noonOf(day) ? dayAfter(day, -1) : day
}

/** Returns the interval [from, to) of the event night of a day: from noon to noon in Zagreb. */
export const nightBounds = (day: string) => ({ from: noonOf(day), to: noonOf(dayAfter(day, 1)) })
