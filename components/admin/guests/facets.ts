import type { GuestCounts } from '@/lib/guests/schema'
import type { Flag } from '@/lib/http/fields'
import type { GuestQuestion } from './question'

type List = GuestCounts['lists'][number]
type Filters = Pick<GuestQuestion, 'tag' | 'sponsor' | 'bought' | 'entered'>

export interface Facets {
  /** All who match search and filters. */
  total: number
  /** Each list with those who would be left if it were chosen. */
  lists: (List & { count: number })[]
  /** All lists together. */
  everywhere: number
  bought: Record<Flag, number>
  entered: Record<Flag, number>
}

const isChosen = ({ tag, sponsor }: Filters, list: List) =>
  sponsor ? list.sponsorId === Number(sponsor) : !tag || list.tag === tag

const countIn = (list: List, bought: Flag | null, entered: Flag | null) =>
  list.cells
    .filter((cell) => (bought ?? cell.bought) === cell.bought)
    .filter((cell) => (entered ?? cell.entered) === cell.entered)
    .reduce((sum, { count }) => sum + count, 0)

/** What each choice of a filter would leave, beside all the others as they are. */
export function facetsOf({ lists }: GuestCounts, filters: Filters): Facets {
  const { bought, entered } = filters
  const chosen = lists.filter((list) => isChosen(filters, list))
  const sum = (of: List[], b: Flag | null, e: Flag | null) =>
    of.reduce((all, list) => all + countIn(list, b, e), 0)
  return {
    total: sum(chosen, bought, entered),
    lists: lists.map((list) => ({ ...list, count: countIn(list, bought, entered) })),
    everywhere: sum(lists, bought, entered),
    bought: { '1': sum(chosen, '1', entered), '0': sum(chosen, '0', entered) },
    entered: { '1': sum(chosen, bought, '1'), '0': sum(chosen, bought, '0') },
  }
}
