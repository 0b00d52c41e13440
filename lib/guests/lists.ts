import { getDb } from '@/db/client'
import { listBrucosiByJmbag, listGuestsByName } from '@/db/queries/gate'
import { countSales, GUEST_FIELDS, listGuests } from '@/db/queries/guests'
import { countGuestsByList } from '@/db/queries/guests-counts'
import type { UserRow } from '@/db/queries/users'
import { ServiceError } from '@/lib/http/errors'
import { type ListParams, type ListQuery, listParams } from '@/lib/http/list-params'
import { listSignups } from '@/lib/signups/service'
import { formatDate, zagrebDayBounds, zagrebNoon } from '@/lib/time'
import { GUEST_MESSAGES } from './messages'
import { TOO_MANY_MATCHES } from './rules'
import type { BrucosiSearch, Guest, GuestCounts, GuestListQuery, TodayStats } from './schema'
import { viewGuest } from './view'

/** At the gate nobody reads the whole list: at most this many, and only what was searched for. */
const SEARCH_LIMIT = 100

export interface GuestPage {
  rows: Guest[]
  /** All that match, also those beyond the limit; null when the count was not asked for. */
  total: number | null
}

/** The guest list; whoever is not an admin must search (decisions.md, The API). */
export async function findGuests(query: GuestListQuery, user: UserRow): Promise<GuestPage> {
  const params = listParams(query, GUEST_FIELDS)
  const isAdmin = user.privilege === 1
  if (!isAdmin && params.search === '')
    throw new ServiceError('forbidden', GUEST_MESSAGES.searchNeeded, { code: 'search_needed' })
  const limit = isAdmin ? params.limit : Math.min(params.limit ?? SEARCH_LIMIT, SEARCH_LIMIT)
  const { tag, sponsor, bought, entered } = query
  const isWhole = [sponsor, bought, entered].every((filter) => filter === undefined)
  if (isNameSearch(params) && isWhole && query.total === '0' && limit !== null) {
    const words = params.search.split(/\s+/).filter(Boolean)
    const rows = await listGuestsByName(getDb(), { words, tag, limit })
    return { rows: rows.map(viewGuest), total: null }
  }
  const { rows, total } = await listGuests(getDb(), {
    ...params,
    tag,
    sponsor,
    bought,
    entered,
    limit,
    withTotal: query.total === '1',
  })
  return { rows: rows.map(viewGuest), total }
}

/** How many guests match a search, per list, ticket and presence: what its filters would leave. */
export async function countGuests(query: ListQuery): Promise<GuestCounts> {
  const lists = await countGuestsByList(getDb(), listParams(query, GUEST_FIELDS))
  const flag = (isOn: boolean) => (isOn ? '1' : '0')
  return {
    lists: lists.map(({ cells, ...list }) => ({
      ...list,
      cells: cells.map(({ bought, entered, count }) => ({
        bought: flag(bought),
        entered: flag(entered),
        count,
      })),
    })),
  }
}

/** The gate's own search: by name and surname, from the start, in the usual order. */
const isNameSearch = ({ search, searchFields, ordering, offset }: ListParams) =>
  search !== '' && !ordering && offset === 0 && [...searchFields].sort().join() === 'name,surname'

/**
 * The ticket desk's search: freshers whose JMBAG holds these digits, at most as many as
 * the desk tells apart, and for a single one what was sent in with its JMBAG.
 */
export async function searchBrucosi(digits: string): Promise<BrucosiSearch> {
  const rows = await listBrucosiByJmbag(getDb(), digits, TOO_MANY_MATCHES)
  const only = rows.length === 1 ? rows[0] : undefined
  const submissions = only?.jmbag ? await listSignups(only.jmbag, only.email) : []
  return {
    guests: rows.map(viewGuest),
    submissions: submissions.map(({ submittedAt, ...rest }) => ({
      ...rest,
      submitted_at: submittedAt.toISOString(),
    })),
  }
}

/** Tickets sold today, Zagreb's today (spec section 3, Today stats). */
export async function todayStats(at = new Date()): Promise<TodayStats> {
  const { from, to } = zagrebDayBounds(at)
  const { total, before } = await countSales(getDb(), from, to, zagrebNoon(at))
  return {
    date: formatDate(at),
    totalEntries: total,
    ticketsBefore12: before,
    ticketsAfter12: total - before,
  }
}
