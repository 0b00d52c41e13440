import { zagrebDay } from '@/lib/time/zagreb'

/** Next year in Zagreb, so that the event night of a test is always in the future. */
export const NEXT_YEAR = Number(zagrebDay(new Date()).slice(0, 4)) + 1

/** Returns the Croatian day of the week of a date such as `2027-11-20`. */
export const weekdayOf = (day: string) =>
  new Intl.DateTimeFormat('hr', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
