import { formatDate } from '@/lib/time/zagreb'

/** The event's hashtag (rule 7.2): the name without its spaces, and the year. */
export const hashtagOf = ({ name, year }: { name: string; year: number }) =>
  `#${name.replace(/\s+/g, '')}${year}`

interface Bound extends NightTimes {
  ticketShopUrl: string
  ticketWidgetSrc: string
}

/** What its fields say together and must not, at the field where it is said; null for nothing. */
export function editionProblem(edition: Bound): { field: keyof Bound; sentence: string } | null {
  if (edition.ticketWidgetSrc !== '' && edition.ticketShopUrl === '')
    return {
      field: 'ticketShopUrl',
      sentence: 'Upišite i trgovinu: onamo vodi poveznica kad se dodatak ne učita.',
    }
  return wrongTime(edition)
}

/** How far the sale has come, as an admin tells visitors. The desk sells by its own rules. */
export const SALES_STATES = ['open', 'last', 'sold_out', 'at_door'] as const

export type SalesState = (typeof SALES_STATES)[number]

/** The words of each state in the back office. */
export const SALES_WORDS: Record<SalesState, string> = {
  open: 'u prodaji',
  last: 'zadnje',
  sold_out: 'rasprodano',
  at_door: 'na ulazu',
}

/** The words of the sticker that visitors see; no sticker while tickets are simply on sale. */
export const SALES_STICKERS: Record<SalesState, string | null> = {
  open: null,
  last: 'Zadnje ulaznice',
  sold_out: 'Rasprodano',
  at_door: 'Još na ulazu',
}

/** Whether the shop still has tickets, as far as visitors are told. */
export const isSoldOnline = (state: SalesState) => state === 'open' || state === 'last'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Retention {
  closesAt: string | null
  retentionDays: number
}

/** When the data of people are erased by themselves. */
const erasedOn = (closesAt: Date, retentionDays: number) =>
  new Date(closesAt.getTime() + retentionDays * DAY)

/** `21 dan`, `60 dana`. */
const inDays = (days: number) => `${days} ${days % 10 === 1 && days % 100 !== 11 ? 'dan' : 'dana'}`

/** What whoever signs up is told of how long their data stay. */
export function erasureSentence({ closesAt, retentionDays }: Retention): string {
  const on = closesAt === null ? null : erasedOn(new Date(closesAt), retentionDays)
  // A date ends with the dot of the sentence.
  return `Podaci se brišu ${inDays(retentionDays)} nakon festivala${on ? `, ${formatDate(on)}` : '.'}`
}

/** What a festival needs before visitors come, in the order in which one gets to it. */
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

/** The longest night there is, in hours. */
const LONGEST_NIGHT = 36

/** From when to when it lasts, as ISO instants: both or neither. */
export interface NightTimes {
  opensAt: string | null
  closesAt: string | null
}

/** What is wrong with the times, at the field where it is said; null when nothing is. */
export function wrongTime({
  opensAt,
  closesAt,
}: NightTimes): { field: keyof NightTimes; sentence: string } | null {
  if (opensAt === null && closesAt === null) return null
  if (closesAt === null) return { field: 'closesAt', sentence: 'Upišite i kraj noći.' }
  if (opensAt === null) return { field: 'opensAt', sentence: 'Upišite i kada se vrata otvaraju.' }
  const lasts = Date.parse(closesAt) - Date.parse(opensAt)
  if (lasts <= 0) return { field: 'closesAt', sentence: 'Kraj mora biti nakon otvaranja.' }
  if (lasts > LONGEST_NIGHT * HOUR)
    return { field: 'closesAt', sentence: `Noć traje najviše ${LONGEST_NIGHT} sati.` }
  return null
}

/** When the people of an edition go by themselves; null where nobody knows, or they are gone. */
export function erasingAt(edition: {
  closesAt: Date | null
  erasedAt: Date | null
  retentionDays: number
}): Date | null {
  const { closesAt, erasedAt, retentionDays } = edition
  if (!closesAt || (erasedAt && erasedAt >= closesAt)) return null
  return erasedOn(closesAt, retentionDays)
}
