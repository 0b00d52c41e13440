import { formatDate } from '@/lib/time/zagreb'

/**
 * Returns the hashtag of the event (rule 7.2): the festival's name without spaces, and the year.
 */
export const hashtagOf = ({ name, year }: { name: string; year: number }) =>
  `#${name.replace(/\s+/g, '')}${year}`

interface CheckedFields extends NightTimes {
  ticketShopUrl: string
  ticketWidgetSrc: string
}

/**
 * Returns the first contradiction between fields of an edition, with the field that shows the
 * message; null if there is none.
 */
export function editionProblem(
  edition: CheckedFields,
): { field: keyof CheckedFields; sentence: string } | null {
  if (edition.ticketWidgetSrc !== '' && edition.ticketShopUrl === '')
    return {
      field: 'ticketShopUrl',
      sentence: 'Upišite i trgovinu: onamo vodi poveznica kad se dodatak ne učita.',
    }
  return nightTimesProblem(edition)
}

/**
 * States of the ticket sale, which an admin shows to visitors (rule 1.18). The desk sells by its
 * own rules.
 */
export const SALES_STATES = ['open', 'last', 'sold_out', 'at_door'] as const

export type SalesState = (typeof SALES_STATES)[number]

/** Croatian labels of the states, for the back office. */
export const SALES_LABELS: Record<SalesState, string> = {
  open: 'u prodaji',
  last: 'zadnje',
  sold_out: 'rasprodano',
  at_door: 'na ulazu',
}

/** Texts of the sticker that visitors see; null (no sticker) while tickets are simply on sale. */
export const SALES_STICKERS: Record<SalesState, string | null> = {
  open: null,
  last: 'Zadnje ulaznice',
  sold_out: 'Rasprodano',
  at_door: 'Još na ulazu',
}

/**
 * Whether visitors can buy tickets in the shop in this state of the sale. In other states the site
 * does not link to the shop (rule 1.19).
 */
export const isSoldOnline = (state: SalesState) => state === 'open' || state === 'last'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Retention {
  closesAt: string | null
  retentionDays: number
}

/** Returns the time at which personal data are erased automatically. */
const erasedOn = (closesAt: Date, retentionDays: number) =>
  new Date(closesAt.getTime() + retentionDays * DAY)

/** Formats a number of days in Croatian: `21 dan`, `60 dana`. */
const formatDays = (days: number) =>
  `${days} ${days % 10 === 1 && days % 100 !== 11 ? 'dan' : 'dana'}`

/** Returns the sentence of the sign-up form about when the data are erased (rule 2.12). */
export function erasureSentence({ closesAt, retentionDays }: Retention): string {
  const on = closesAt === null ? null : erasedOn(new Date(closesAt), retentionDays)
  // A formatted date already ends with a dot.
  return `Podaci se brišu ${formatDays(retentionDays)} nakon festivala${on ? `, ${formatDate(on)}` : '.'}`
}

/**
 * Steps that a festival needs before visitors come, in the order of the list on the admin's home
 * page (rule 8.13).
 */
export const FIRST_STEPS = [
  'doors',
  'contact',
  'texts',
  'programme',
  'prices',
  'consent',
  'mail',
  'second-admin',
  'opening',
] as const

export type FirstStep = (typeof FIRST_STEPS)[number]

/** Maximum length of a night in hours (rule 8.5). */
const MAX_NIGHT_HOURS = 36

/** Opening time and end of the night, as ISO instants. Both are set or both are null. */
export interface NightTimes {
  opensAt: string | null
  closesAt: string | null
}

/**
 * Returns the validation error of the times, with the field that shows it; null if they are valid.
 */
export function nightTimesProblem({
  opensAt,
  closesAt,
}: NightTimes): { field: keyof NightTimes; sentence: string } | null {
  if (opensAt === null && closesAt === null) return null
  if (closesAt === null) return { field: 'closesAt', sentence: 'Upišite i kraj noći.' }
  if (opensAt === null) return { field: 'opensAt', sentence: 'Upišite i kada se vrata otvaraju.' }
  const durationMs = Date.parse(closesAt) - Date.parse(opensAt)
  if (durationMs <= 0) return { field: 'closesAt', sentence: 'Kraj mora biti nakon otvaranja.' }
  if (durationMs > MAX_NIGHT_HOURS * HOUR)
    return { field: 'closesAt', sentence: `Noć traje najviše ${MAX_NIGHT_HOURS} sati.` }
  return null
}

/** Fields of an edition that determine when its personal data are erased automatically. */
interface ErasureFields {
  closesAt: Date | null
  erasedAt: Date | null
  retentionDays: number
}

/**
 * Returns the time at which the personal data of an edition are erased automatically; null if the
 * end of the night is not set, or if they are already erased.
 */
export function erasingAt(edition: ErasureFields): Date | null {
  const { closesAt, erasedAt, retentionDays } = edition
  if (!closesAt || (erasedAt && erasedAt >= closesAt)) return null
  return erasedOn(closesAt, retentionDays)
}

/**
 * Returns the validation error of a change after which the personal data would be erased at once,
 * with the changed field; null if they are not erased by this change. A wrong year would otherwise
 * erase all guests (rule 8.18).
 */
export function erasureProblem(
  before: ErasureFields,
  after: ErasureFields,
): { field: 'closesAt' | 'retentionDays'; sentence: string } | null {
  const isDue = (edition: ErasureFields) =>
    (erasingAt(edition)?.getTime() ?? Infinity) <= Date.now()
  if (isDue(before) || !isDue(after)) return null
  return {
    field: after.closesAt?.getTime() === before.closesAt?.getTime() ? 'retentionDays' : 'closesAt',
    sentence:
      'S tim bi se podaci gostiju obrisali odmah. Provjerite godinu i dane do brisanja; za brisanje služi Kraj festivala.',
  }
}
