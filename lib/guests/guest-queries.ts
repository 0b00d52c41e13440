import { getDb } from '@/db/pool'
import { getSeller, listFreshersByName } from '@/db/queries/desk'
import { listFreshersByJmbag, listGuestsByName } from '@/db/queries/guest-search'
import {
  countMatching,
  countSales,
  GATE_GUEST_FIELDS,
  GUEST_FIELDS,
  type GuestRow,
  listGuests,
} from '@/db/queries/guests'
import { countGuestsByList } from '@/db/queries/guests-counts'
import { listLists } from '@/db/queries/guests-lists'
import type { UserRow } from '@/db/queries/users'
import type { Caller } from '@/lib/api/caller'
import { ServiceError } from '@/lib/http/errors'
import { type ListParams, type ListQuery, listParams } from '@/lib/http/list-params'
import { listSignups } from '@/lib/signups/service'
import { foldText } from '@/lib/text/fold'
import { formatDate, zagrebDayBounds, zagrebNoon } from '@/lib/time/zagreb'
import { recordFoundGuests } from './access-log'
import { mayAddSignedUp } from './desk-adding'
import {
  DESK_MESSAGES,
  ENTRY_SHOWN_AT_MOST,
  GUEST_MESSAGES,
  isSearchable,
  isSponsorTag,
  isWholeJmbag,
  JMBAG_LENGTH,
  SLUG_LENGTH,
  TOO_MANY_MATCHES,
  tagLabel,
} from './rules'
import type {
  BrucosiSearch,
  FreshersByName,
  GateLists,
  Guest,
  GuestCounts,
  GuestListQuery,
  TodayStats,
} from './schema'
import { gateViewerOf, maskedSlug, toGuestResponse, viewerOf, visibleTag } from './viewers'

export interface GuestPage {
  rows: Guest[]
  /**
   * Number of all matching guests, also beyond the limit. Null if the request asks for no total.
   */
  total: number | null
}

/** Returns a page of the guest list. Users below admin must search (rule 9.17). */
export async function findGuests(query: GuestListQuery, user: Caller): Promise<GuestPage> {
  const viewer = gateViewerOf(user)
  if (query.deleted === '1' && viewer !== 'admin') throw refuseField()
  const isGate = viewer !== 'admin'
  if (isGate) requireGateFields(query)
  const requested = { ...listParams(query, GUEST_FIELDS), tag: query.tag }
  const params = isGate ? await restrictToGate(requested) : requested
  if (!params) return { rows: [], total: 0 }
  const { tag, limit } = params
  const { sponsor, bought, entered } = query
  const deleted = query.deleted === '1'
  const isWhole = !deleted && [sponsor, bought, entered].every((filter) => filter === undefined)
  const view = (row: GuestRow) => toGuestResponse(row, viewer)
  const isCounted = query.total === '1'
  // The search by name ranks its matches, so its order does not continue on later pages. The paged
  // list of admins, which asks for the total, does not use it.
  if (isNameSearch(params) && isWhole && !(isCounted && viewer === 'admin') && limit !== null) {
    const words = params.search.split(/\s+/).filter(Boolean)
    const withJmbag = params.searchFields.includes('jmbag')
    const rows = await listGuestsByName(getDb(), {
      words: words.map(foldText),
      tag,
      limit,
      withJmbag,
    })
    await recordFoundGuests(user, rows)
    const count = () => (rows.length < limit ? rows.length : countMatching(getDb(), params))
    return { rows: rows.map(view), total: isCounted ? await count() : null }
  }
  const { rows, total } = await listGuests(getDb(), {
    ...params,
    isGate,
    sponsor,
    bought,
    entered,
    deleted,
    withTotal: query.total === '1',
  })
  await recordFoundGuests(user, rows)
  return { rows: rows.map(view), total }
}

type SearchParams = ListParams & { tag?: string }

const refuseField = () =>
  new ServiceError('forbidden', GUEST_MESSAGES.adminField, { code: 'admin_field' })

/**
 * Throws forbidden for a search or sort field that the gate may not see. Fields that do not exist
 * at all are reported later.
 */
function requireGateFields({ search_fields, ordering }: GuestListQuery): void {
  const hidden = (known: string[], seen: string[], field: string) =>
    known.includes(field) && !seen.includes(field)
  const { search, order } = GATE_GUEST_FIELDS
  const isHidden =
    search_fields?.split(',').some((field) => hidden(GUEST_FIELDS.search, search, field.trim())) ||
    hidden(GUEST_FIELDS.order, order, ordering?.replace(/^-/, '') ?? '')
  if (isHidden) throw refuseField()
}

/**
 * Returns the search parameters that staff below admin may use: at least three letters of a name, a
 * whole JMBAG or a whole code, and only the first page. A tag that a response showed under a pseudonym
 * becomes the stored tag. Null if no guest can match. Throws forbidden without a search text, invalid for a text that is too
 * short and for a later page.
 */
async function restrictToGate(params: SearchParams): Promise<SearchParams | null> {
  const { search, limit, offset } = params
  if (search === '')
    throw new ServiceError('forbidden', GUEST_MESSAGES.searchNeeded, { code: 'search_needed' })
  // A search by parts of a JMBAG would reveal the JMBAG digit by digit.
  const searchFields = params.searchFields.filter(
    (field) => field !== 'jmbag' || isWholeJmbag(search),
  )
  const refuse = (field: string, sentence: string, code: string) =>
    new ServiceError('invalid', sentence, { code, fields: { [field]: [sentence] } })
  if (offset > 0) throw refuse('offset', GUEST_MESSAGES.noPages, 'no_pages')
  const isEnough = searchFields.every((field) =>
    field === 'tag' ? true : field === 'confCode' || isSearchable(search),
  )
  const isCodeAlone = searchFields.every((field) => field === 'confCode')
  if (searchFields.length === 0 || !isEnough || (isCodeAlone && !UUID.test(search)))
    throw refuse('search', GUEST_MESSAGES.searchTooShort, 'search_too_short')

  const [tag, storedTag] = await readTags([
    params.tag,
    searchFields.includes('tag') ? search : undefined,
  ])
  if (tag === null) return null
  const fields = storedTag === null ? searchFields.filter((field) => field !== 'tag') : searchFields
  if (fields.length === 0) return null
  const isSponsors = storedTag !== null && storedTag !== undefined && storedTag !== search
  return {
    ...params,
    tag,
    search: isSponsors ? storedTag : search,
    searchFields: isSponsors ? ['tag'] : fields,
    limit: Math.min(limit ?? ENTRY_SHOWN_AT_MOST, ENTRY_SHOWN_AT_MOST),
  }
}

/**
 * Converts tags as staff below admin see them to stored tags. In the tag of a sponsor, the
 * pseudonym from `maskedSlug` is replaced by the slug. Null for a tag with an unknown pseudonym or
 * with a real slug.
 */
async function readTags(tags: (string | undefined)[]): Promise<(string | null | undefined)[]> {
  if (!tags.some((tag) => tag && isSponsorTag(tag))) return tags
  const lists = (await listLists(getDb())).filter(({ isSponsor }) => isSponsor)
  const byPseudonym = new Map(lists.map((list) => [maskedSlug(list.listId), list.tag]))
  return tags.map((tag) =>
    tag && isSponsorTag(tag)
      ? (byPseudonym.get(tag.slice(0, SLUG_LENGTH).toLowerCase()) ?? null)
      : tag,
  )
}

/** Lists the guest lists for the selector at the gate, with tags as the user may see them. */
export async function findLists(user: UserRow): Promise<GateLists> {
  const viewer = gateViewerOf(user)
  return (await listLists(getDb())).map((list) => ({
    tag: visibleTag(list, viewer),
    name: tagLabel(list.tag),
    isSponsor: list.isSponsor,
  }))
}

/** Counts the guests that match a search, per guest list, ticket and presence. */
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

/**
 * Whether a query is the search of the entry screen: by name and surname, with or without JMBAG,
 * from the first match, in the default order.
 */
const isNameSearch = ({ search, searchFields, ordering, offset }: ListParams) =>
  search !== '' &&
  !ordering &&
  offset === 0 &&
  /^(jmbag,)?name,surname$/.test([...searchFields].sort().join())

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Search of the ticket desk: lists freshers whose JMBAG contains these digits, at most
 * TOO_MANY_MATCHES. For a single match, also returns the sign-ups with the JMBAG and the seller of
 * the ticket. For several matches, users below admin get no e-mail and no code. For a whole JMBAG
 * without a match, only its sign-ups are returned.
 */
export async function searchBrucosi(digits: string, user: Caller): Promise<BrucosiSearch> {
  const rows = await listFreshersByJmbag(getDb(), digits, TOO_MANY_MATCHES)
  const [first] = rows
  const only = rows.length === 1 ? first : undefined
  const jmbag = first ? only?.jmbag : digits.length === JMBAG_LENGTH && digits
  const submissions = jmbag ? await listSignups(jmbag, only?.email ?? null) : []
  await recordFoundGuests(user, rows, first ? 0 : submissions.length)
  const viewer = viewerOf(user)
  const guests = rows.map((row) => toGuestResponse(row, viewer))
  const isUnlisted = !first && submissions.length > 0
  return {
    guests: only || viewer === 'admin' ? guests : guests.map(withoutContact),
    submissions: submissions.map(({ submittedAt, ...rest }) => ({
      ...rest,
      submitted_at: submittedAt.toISOString(),
    })),
    soldBy: only?.boughtAt ? await getSeller(getDb(), only.id) : null,
    mayAdd: isUnlisted && (await mayAddSignedUp(user)) ? '1' : '0',
  }
}

/**
 * Search of the ticket desk by name: lists freshers, and students who signed up and are on no list,
 * at most TOO_MANY_MATCHES. Throws invalid for less than three letters.
 */
export async function findFreshersByName(name: string, user: Caller): Promise<FreshersByName> {
  if (!isSearchable(name))
    throw new ServiceError('invalid', DESK_MESSAGES.nameTooShort, {
      code: 'search_too_short',
      fields: { name: [DESK_MESSAGES.nameTooShort] },
    })
  const words = foldText(name).split(/\s+/).filter(Boolean)
  const rows = await listFreshersByName(getDb(), words, TOO_MANY_MATCHES)
  const guests = rows.flatMap(({ guest }) => (guest === null ? [] : [{ id: guest }]))
  await recordFoundGuests(user, guests, rows.length - guests.length)
  return rows.map(({ isBought, ...row }) => ({ ...row, bought: isBought ? '1' : '0' }))
}

const withoutContact = (guest: Guest): Guest => ({ ...guest, email: null, confCode: null })

/** Returns the number of tickets sold today, in Zagreb time (rules 1.22 and 3.12). */
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
