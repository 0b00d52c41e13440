import { zagrebDay } from '@/lib/time/zagreb'

/** The year after this one in Zagreb, so that a test's night lies ahead whenever it runs. */
export const NEXT_YEAR = Number(zagrebDay(new Date()).slice(0, 4)) + 1

/** The day of the week in Croatian, of a date as `2027-11-20`. */
export const weekdayOf = (day: string) =>
  new Intl.DateTimeFormat('hr', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
