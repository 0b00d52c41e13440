// Formats times without a calendar library, so that pages of visitors stay small. All other
// functions for times are in lib/time/zagreb.ts.

/** Time zone in which all times are shown and reports group them. */
export const TIME_ZONE = 'Europe/Zagreb'

/** Creates a formatter on first use: it costs a phone 50 ms, and most pages show no time. */
function createFormatter(options: Intl.DateTimeFormatOptions) {
  let formatter: Intl.DateTimeFormat | undefined
  return (at: Date | string) => {
    formatter ??= new Intl.DateTimeFormat('hr-HR', { timeZone: TIME_ZONE, ...options })
    return formatter.format(new Date(at))
  }
}

const twoDigits = { day: '2-digit', month: '2-digit' } as const
const dateFormat = createFormatter({ ...twoDigits, year: 'numeric' })
const shortDateFormat = createFormatter({ day: 'numeric', month: 'numeric' })

/** Removes the spaces that most engines put into dates: `21. 11. 2026.` becomes `21.11.2026.`. */
const withoutSpaces = (text: string) => text.replace(/\s/g, '')

/** Formats a date in Zagreb as dd.mm.yyyy. */
export const formatDate = (at: Date | string) => withoutSpaces(dateFormat(at))

/** Formats a time in Zagreb as hh:mm. */
export const formatTime = createFormatter({ hour: '2-digit', minute: '2-digit' })

/** Formats date and time in Zagreb as dd.mm.yyyy. hh:mm, the format of the date-time pickers. */
export const formatDateTime = (at: Date | string) => `${formatDate(at)} ${formatTime(at)}`

/** Formats a date in Zagreb as d.m. for the axis of a chart. */
export const formatShortDate = (at: Date | string) => withoutSpaces(shortDateFormat(at))

/** Returns the Croatian name of the weekday in Zagreb, such as `subota`. */
export const formatWeekday = createFormatter({ weekday: 'long' })

/** Formats a time in Zagreb as hh:mm if it is today, otherwise with its date. */
export const formatMoment = (at: Date | string, now = new Date()) =>
  formatDate(at) === formatDate(now) ? formatTime(at) : formatDateTime(at)
