import type { Edition, EndCounts, KeepOption } from './schema'

const DAY = 86_400_000
const QUARTER = 15 * 60_000

/** What an admin keeps for the next edition or clears away, and what becomes of it. */
export const KEEP_OPTIONS: Record<KeepOption, { label: string; kept: string; cleared: string }> = {
  users: {
    label: 'Osoblje',
    kept: 'Svi zadržavaju pristup i ovlasti.',
    cleared: 'Ostajete samo vi; ostale dodajete iznova.',
  },
  lineup: {
    label: 'Izvođači i pozornice',
    kept: 'Ostaju izvođači i pozornice, bez termina nastupa.',
    cleared: 'Brišu se izvođači, pozornice i termini.',
  },
  sponsors: {
    label: 'Sponzori',
    kept: 'Ostaju, s novim poveznicama i zatvorenim popisima.',
    cleared: 'Brišu se, zajedno s adresama za kontakt.',
  },
  priceList: { label: 'Cjenik', kept: 'Ostaje kakav jest.', cleared: 'Brišu se sve stavke.' },
  texts: {
    label: 'Tekstovi stranica',
    kept: 'Ostaju kakvi jesu.',
    cleared: 'Brišu se svi tekstovi javnih stranica.',
  },
  contacts: {
    label: 'Kontakti bendova',
    kept: 'Ostaju imena i brojevi telefona.',
    cleared: 'Brišu se imena i brojevi telefona.',
  },
  artwork: {
    label: 'Slike stranice',
    kept: 'Ostaju plakat, satnica, tlocrt i druge slike.',
    cleared: 'Vraćaju se slike koje dolaze s programom.',
  },
}

/** What goes in any case, and how it is told when there is none of it. */
export const ERASED: { count: keyof EndCounts; label: string }[] = [
  { count: 'guests', label: 'Gosti na popisima' },
  { count: 'signups', label: 'Prijave brucoša' },
  { count: 'mails', label: 'Poslana pošta' },
  { count: 'passages', label: 'Prolasci na ulazima' },
  { count: 'leaderboard', label: 'Rezultati igrice' },
]

/** Whether what was typed names the festival: case and spaces at the ends do not matter. */
export const matchesFestivalName = (typed: string, name: string) =>
  typed.trim().toLocaleLowerCase('hr') === name.trim().toLocaleLowerCase('hr')

/** So many days before the erasing the admin home begins to say so. */
const TOLD_DAYS = 30

/** Whole days until then when it is near enough to be told, 0 on the last one; else null. */
export function daysToTell(at: string | null, now: Date): number | null {
  if (at === null) return null
  const days = Math.floor((Date.parse(at) - now.getTime()) / DAY)
  return days > TOLD_DAYS ? null : Math.max(0, days)
}

/** 1 dan, 2 dana, 11 dana, 21 dan. */
export const daysWord = (n: number) => (n % 10 === 1 && n % 100 !== 11 ? `${n} dan` : `${n} dana`)

type Aligned = Pick<Edition, 'opensAt'>

/** Days from a Zagreb day (yyyy-mm-dd) to that of the doors. */
const daysTo = (doors: string, day: string) =>
  Math.round((Date.parse(doors) - Date.parse(day)) / DAY)

/**
 * What an earlier edition sold so many days before its doors as each of these days is before
 * ours; `dayOf` tells the Zagreb day of an instant. Null where either's doors are not known.
 */
export function alignSales(
  days: string[],
  ours: Aligned,
  earlier: Aligned & Pick<Edition, 'sold'>,
  dayOf: (at: Date) => string,
): number[] | null {
  if (!ours.opensAt || !earlier.opensAt) return null
  const doors = dayOf(new Date(ours.opensAt))
  const before = dayOf(new Date(earlier.opensAt))
  const sold = new Map(
    earlier.sold.map(({ day, before12, after12 }) => [daysTo(before, day), before12 + after12]),
  )
  return days.map((day) => sold.get(daysTo(doors, day)) ?? 0)
}

/** The same for those who came, by quarters of an hour from the doors. */
export function alignArrivals(
  quarters: string[],
  ours: Aligned,
  earlier: Aligned & Pick<Edition, 'arrivals'>,
): number[] | null {
  if (!ours.opensAt || !earlier.opensAt) return null
  const from = (doors: string, at: string) =>
    Math.floor(Date.parse(at) / QUARTER) - Math.floor(Date.parse(doors) / QUARTER)
  const doors = { ours: ours.opensAt, earlier: earlier.opensAt }
  const came = new Map(earlier.arrivals.map(({ at, came }) => [from(doors.earlier, at), came]))
  return quarters.map((at) => came.get(from(doors.ours, at)) ?? 0)
}

/** Sold tickets, and those who came, of a whole edition. */
export const sumsOf = ({ sold, arrivals }: Pick<Edition, 'sold' | 'arrivals'>) => ({
  sold: sold.reduce((all, { before12, after12 }) => all + before12 + after12, 0),
  came: arrivals.reduce((all, { came }) => all + came, 0),
})
