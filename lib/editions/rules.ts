import type { Edition, EndCounts, KeepOption } from './schema'

const DAY = 86_400_000
const QUARTER = 15 * 60_000

/**
 * Content that an admin keeps or deletes for the next edition, with a sentence about either choice.
 */
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

/** Data that every end of an edition erases. */
export const ERASED: { count: keyof EndCounts; label: string }[] = [
  { count: 'guests', label: 'Gosti na popisima' },
  { count: 'signups', label: 'Prijave brucoša' },
  { count: 'mails', label: 'Poslana pošta' },
  { count: 'passages', label: 'Prolasci na ulazima' },
  { count: 'leaderboard', label: 'Rezultati igrice' },
]

/** Whether a typed text is the festival's name. Case and outer spaces are ignored. */
export const matchesFestivalName = (typed: string, name: string) =>
  typed.trim().toLocaleLowerCase('hr') === name.trim().toLocaleLowerCase('hr')

/** Returns the number of days from `day` to `target`, both as yyyy-mm-dd. */
const daysTo = (target: string, day: string) =>
  Math.round((Date.parse(target) - Date.parse(day)) / DAY)

/** Number of days before the automatic erasure from which the admin's home page announces it. */
const ANNOUNCED_DAYS = 30

/**
 * Returns the days from today to the day of an erasure, 0 on that day itself. `dayOf` returns the
 * Zagreb day of an instant. Null if the erasure is further away than `ANNOUNCED_DAYS`, or not
 * planned.
 */
export function daysUntilErasure(
  at: string | null,
  now: Date,
  dayOf: (at: Date) => string,
): number | null {
  if (at === null) return null
  const days = daysTo(dayOf(new Date(at)), dayOf(now))
  return days > ANNOUNCED_DAYS ? null : Math.max(0, days)
}

/** Returns a number of days in Croatian: `1 dan`, `2 dana`, `11 dana`, `21 dan`. */
export const daysLabel = (n: number) => (n % 10 === 1 && n % 100 !== 11 ? `${n} dan` : `${n} dana`)

/**
 * Whether the people of an edition are erased and its totals are stored. In the current edition the
 * reports are then empty although tickets were sold (rule 8.18).
 */
export const isErasedWithTotals = ({ erasedAt, sold, arrivals, lists }: Edition) =>
  erasedAt !== null && [sold, arrivals, lists].some((totals) => totals.length > 0)

type Aligned = Pick<Edition, 'opensAt'>

/**
 * Aligns the sales of an earlier edition with the given days: returns for each day the tickets that
 * the earlier edition sold as many days before its doors opened. `dayOf` returns the Zagreb day of
 * an instant. Null if an opening time is not known.
 */
export function alignSales(
  days: string[],
  ours: Aligned,
  earlier: Aligned & Pick<Edition, 'sold'>,
  dayOf: (at: Date) => string,
): number[] | null {
  if (!ours.opensAt || !earlier.opensAt) return null
  const openingDay = dayOf(new Date(ours.opensAt))
  const earlierOpeningDay = dayOf(new Date(earlier.opensAt))
  const sold = new Map(
    earlier.sold.map(({ day, before12, after12 }) => [
      daysTo(earlierOpeningDay, day),
      before12 + after12,
    ]),
  )
  return days.map((day) => sold.get(daysTo(openingDay, day)) ?? 0)
}

/**
 * Aligns the arrivals of an earlier edition like `alignSales`, by quarters of an hour from the
 * opening of the doors. Null if an opening time is not known.
 */
export function alignArrivals(
  quarters: string[],
  ours: Aligned,
  earlier: Aligned & Pick<Edition, 'arrivals'>,
): number[] | null {
  if (!ours.opensAt || !earlier.opensAt) return null
  const quartersAfter = (opensAt: string, at: string) =>
    Math.floor(Date.parse(at) / QUARTER) - Math.floor(Date.parse(opensAt) / QUARTER)
  const openings = { ours: ours.opensAt, earlier: earlier.opensAt }
  const arrivals = new Map(
    earlier.arrivals.map(({ at, came }) => [quartersAfter(openings.earlier, at), came]),
  )
  return quarters.map((at) => arrivals.get(quartersAfter(openings.ours, at)) ?? 0)
}

/** Returns the total of sold tickets and of arrivals of an edition. */
export const sumsOf = ({ sold, arrivals }: Pick<Edition, 'sold' | 'arrivals'>) => ({
  sold: sold.reduce((all, { before12, after12 }) => all + before12 + after12, 0),
  came: arrivals.reduce((all, { came }) => all + came, 0),
})
