import { TZDate } from '@date-fns/tz'
import { addDays, isValid, parse, startOfDay } from 'date-fns'
import { ZONE } from './format'

export {
  formatDate,
  formatDateTime,
  formatMoment,
  formatShortDate,
  formatTime,
  formatWeekday,
} from './format'

const DAY_MS = 86_400_000

/** The Zagreb calendar day of an instant as yyyy-mm-dd. */
export function zagrebDay(at: Date): string {
  const local = new TZDate(at.getTime(), ZONE)
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${local.getFullYear()}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`
}

/** An instant as ISO text with Zagreb's time and offset: for a person and a program alike. */
export const zagrebIso = (at: Date) => new TZDate(at.getTime(), ZONE).toISOString()

/** How long ago, for a glance: `prije 8 s`, `prije 12 min`, `prije 3 h`, `prije 2 d`. */
export function formatAgo(at: Date | string, now = new Date()): string {
  const seconds = Math.max(0, Math.round((now.getTime() - new Date(at).getTime()) / 1000))
  if (seconds < 60) return `prije ${seconds} s`
  if (seconds < 3600) return `prije ${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `prije ${Math.floor(seconds / 3600)} h`
  return `prije ${Math.floor(seconds / 86_400)} d`
}

/** How long something took or lasts, in ms: `8 s`, `3 min 12 s`, `2 h 5 min`. */
export function formatSpan(ms: number): string {
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

/** First instant of the Zagreb day that `at` falls in, and of the day after it. */
export function zagrebDayBounds(at: Date): { from: Date; to: Date } {
  const start = startOfDay(new TZDate(at.getTime(), ZONE))
  return { from: new Date(start.getTime()), to: new Date(addDays(start, 1).getTime()) }
}

/** 12:00 in Zagreb on the day that `at` falls in, also on the days when the clock moves. */
export function zagrebNoon(at: Date): Date {
  const local = new TZDate(at.getTime(), ZONE)
  return new Date(
    new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), 12, ZONE).getTime(),
  )
}

/** The noon in Zagreb with which the night of `at` began: at noon it becomes the next one. */
export function nightStart(at: Date): Date {
  const noon = zagrebNoon(at)
  return noon <= at ? noon : zagrebNoon(new Date(at.getTime() - DAY_MS))
}

/** The next time that a clock in Zagreb shows this full hour. */
export function nextZagrebHour(after: Date, hour: number): Date {
  const local = new TZDate(after.getTime(), ZONE)
  const inDays = (days: number) =>
    new TZDate(local.getFullYear(), local.getMonth(), local.getDate() + days, hour, ZONE).getTime()
  return new Date(inDays(0) > after.getTime() ? inDays(0) : inDays(1))
}

const DATE_TIME = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\.?\s+(\d{1,2}):(\d{2})$/

/** What is said of a text that is none. */
export const MALFORMED_DATE_TIME = 'Upišite datum i vrijeme kao 21.11.2026. 20:00'

/** The instant a person means by dd.mm.yyyy. hh:mm in Zagreb, or null; also for an hour the clock skips. */
export function parseZagrebDateTime(text: string): Date | null {
  const found = DATE_TIME.exec(text.trim())
  if (!found) return null
  const [, day, month, year, hour, minute] = found
  const local = parse(
    `${year}-${month}-${day} ${hour}:${minute}`,
    'yyyy-M-d H:mm',
    new TZDate(0, ZONE),
  )
  if (!isValid(local) || local.getHours() !== Number(hour)) return null
  return new Date(local.getTime())
}

/** dd.mm.yyyy. hh:mm as the browser's own picker writes it (no zone in either), or ''. */
export function toPickerValue(text: string): string {
  const found = DATE_TIME.exec(text.trim())
  if (!found || !parseZagrebDateTime(text)) return ''
  const [day, month, year, hour, minute] = found.slice(1).map((part) => part.padStart(2, '0'))
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/** What the browser's own picker wrote, as dd.mm.yyyy. hh:mm. */
export function fromPickerValue(value: string): string {
  const [date = '', time = ''] = value.split('T')
  return `${date.split('-').reverse().join('.')}. ${time.slice(0, 5)}`
}

/** From noon to noon in UTC, so that no clock change can skip or repeat a day. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const noonOf = (day: string) => zagrebNoon(new Date(`${day}T12:00:00Z`))

/** The day by which a night is called: at noon in Zagreb it becomes the next one. */
export function nightDayOf(at: Date): string {
  const day = zagrebDay(at)
  return at < noonOf(day) ? dayAfter(day, -1) : day
}

/** The instants [from, to) of the night of a day: from noon to noon in Zagreb. */
export const nightBounds = (day: string) => ({ from: noonOf(day), to: noonOf(dayAfter(day, 1)) })
