import { type NightTimes, wrongTime } from '@/lib/night/rules'
import { formatDate } from '@/lib/time/zagreb'

/** The event's hashtag (spec section 9): the name without its spaces, and the year. */
export const hashtagOf = ({ name, year }: { name: string; year: number }) =>
  `#${name.replace(/\s+/g, '')}${year}`

interface Bound extends NightTimes {
  ticketShopUrl: string
  ticketWidgetSrc: string
}

/** What its fields say together and must not, at the field where it is said; null for nothing. */
export function wrongEdition(edition: Bound): { field: keyof Bound; sentence: string } | null {
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

const DAY = 24 * 3_600_000

interface Retention {
  closesAt: string | null
  retentionDays: number
}

/** When its people's data are erased by themselves; null while nobody has said when it ends. */
const erasedOn = ({ closesAt, retentionDays }: Retention): Date | null =>
  closesAt === null ? null : new Date(Date.parse(closesAt) + retentionDays * DAY)

/** `21 dan`, `60 dana`. */
const inDays = (days: number) => `${days} ${days % 10 === 1 && days % 100 !== 11 ? 'dan' : 'dana'}`

/** What whoever signs up is told of how long their data stay. */
export function erasureSentence(edition: Retention): string {
  const on = erasedOn(edition)
  // A date ends with the dot of the sentence.
  return `Podaci se brišu ${inDays(edition.retentionDays)} nakon festivala${on ? `, ${formatDate(on)}` : '.'}`
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
