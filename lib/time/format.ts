// The part of lib/time/zagreb.ts that is light enough for every visitor's phone: no calendar is needed to
// read a clock.

/** The zone in which every person reads and every report groups a time. */
export const ZONE = 'Europe/Zagreb'

/** Made at its first use: the first of a page costs a phone 50 ms, and most pages show no time. */
function format(options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined
  return (at: Date | string) => {
    made ??= new Intl.DateTimeFormat('hr-HR', { timeZone: ZONE, ...options })
    return made.format(new Date(at))
  }
}

const two = { day: '2-digit', month: '2-digit' } as const
const dateFormat = format({ ...two, year: 'numeric' })
const shortDateFormat = format({ day: 'numeric', month: 'numeric' })

/** `21. 11. 2026.` in most engines becomes `21.11.2026.` everywhere. */
const tight = (text: string) => text.replace(/\s/g, '')

/** dd.mm.yyyy. in Zagreb. */
export const formatDate = (at: Date | string) => tight(dateFormat(at))

/** hh:mm in Zagreb. */
export const formatTime = format({ hour: '2-digit', minute: '2-digit' })

/** dd.mm.yyyy. hh:mm in Zagreb, the form of the date-time pickers. */
export const formatDateTime = (at: Date | string) => `${formatDate(at)} ${formatTime(at)}`

/** d.m. in Zagreb, for the axis of a chart. */
export const formatShortDate = (at: Date | string) => tight(shortDateFormat(at))

/** `subota`, in Zagreb. */
export const formatWeekday = format({ weekday: 'long' })

/** hh:mm in Zagreb today, with the date on any other day. */
export const formatMoment = (at: Date | string, now = new Date()) =>
  formatDate(at) === formatDate(now) ? formatTime(at) : formatDateTime(at)
