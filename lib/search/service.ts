import { getDb } from '@/db/pool'
import { listLineup } from '@/db/queries/lineup'
import { listSponsors } from '@/db/queries/sponsors'
import { listUsers } from '@/db/queries/users'
import type { Caller } from '@/lib/api/caller'
import { hasPermission, PRIVILEGE_LABELS } from '@/lib/auth/rules'
import { bandContacts } from '@/lib/band-contacts/service'
import { findGuests, searchBrucosi } from '@/lib/guests/guest-queries'
import { isSearchable, tagLabel } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { MIN_SEARCH_LENGTH } from './rules'
import type { Found } from './schema'

/** Maximum number of guests in the result, and of records of each other kind. */
const MAX_GUESTS = 6
const MAX_OTHERS = 4

/**
 * Finds the records that match a search text, among those that the user may open (rule 13.22).
 * Guests are found by the searches of their own screens (rule 9.17), other records only for an
 * admin.
 */
export async function findAnything(q: string, user: Caller): Promise<{ found: Found[] }> {
  if (q.length < MIN_SEARCH_LENGTH) return { found: [] }
  const kinds = [
    findAmongGuests(q, user),
    ...(hasPermission(user.privilege, 'admin')
      ? [findPerformers(q), findSponsors(q), findContacts(q), findUsers(q)]
      : []),
  ]
  return { found: (await Promise.all(kinds)).flat() }
}

const JMBAG = /^\d{1,10}$/

async function findAmongGuests(q: string, user: Caller): Promise<Found[]> {
  const search = (search_fields: string) =>
    findGuests({ search: q, search_fields, limit: MAX_GUESTS, total: '0' }, user)
  const { privilege } = user
  const isAdmin = hasPermission(privilege, 'admin')
  // A user of the ticket desk finds freshers by digits of the JMBAG.
  if (!isAdmin && hasPermission(privilege, 'tickets') && JMBAG.test(q))
    return (await searchBrucosi(q, user)).guests.slice(0, MAX_GUESTS).map(toFound)
  if (!hasPermission(privilege, 'entry') || !isSearchable(q)) return []
  const isEmail = q.includes('@') && isAdmin
  return (await search(isEmail ? 'email' : 'name,surname,jmbag')).rows.map(toFound)
}

const toFound = (guest: Guest): Found => ({
  kind: 'guests',
  id: guest.id,
  title: `${guest.name} ${guest.surname}`.trim() || 'Bez imena',
  detail: [
    guest.jmbag,
    tagLabel(guest.tag),
    guest.bought === '1' ? 'ima kartu' : 'nema kartu',
    guest.entered === '1' && 'unutra',
    guest.banned === '1' && 'ne smije ući',
  ]
    .filter(Boolean)
    .join(' · '),
  key: guest.jmbag,
})

/** Search parameters for the first rows of a small list, in the list's own order. */
const firstRows = (search: string, searchFields: string[]) => ({
  search,
  searchFields,
  ordering: null,
  limit: MAX_OTHERS,
  offset: 0,
})

async function findPerformers(q: string): Promise<Found[]> {
  const { rows } = await listLineup(getDb(), { ...firstRows(q, ['name']), visibleOnly: false })
  return rows.map(({ id, name, slug, visible }) => ({
    kind: 'lineup',
    id,
    title: name,
    key: slug,
    detail: visible ? 'Izvođač' : 'Izvođač · nije prikazan',
  }))
}

async function findSponsors(q: string): Promise<Found[]> {
  const { rows } = await listSponsors(getDb(), firstRows(q, ['name', 'email']))
  return rows.map(({ id, name, slug, email }) => ({
    kind: 'sponsors',
    id,
    title: name,
    key: slug,
    detail: ['Sponzor', email].filter(Boolean).join(' · '),
  }))
}

async function findContacts(q: string): Promise<Found[]> {
  const { rows } = await bandContacts.list({ search: q, limit: MAX_OTHERS })
  return rows.map(({ id, bandName, bookerName, bookerPhone }) => ({
    kind: 'band-contacts',
    id,
    title: bandName,
    key: bandName,
    detail: ['Kontakt', bookerName, bookerPhone].join(' · '),
  }))
}

async function findUsers(q: string): Promise<Found[]> {
  const { rows } = await listUsers(getDb(), firstRows(q, ['name', 'email']))
  return rows.map(({ id, name, email, privilege }) => ({
    kind: 'users',
    id,
    title: name || email,
    key: email,
    detail: [PRIVILEGE_LABELS[privilege], email].join(' · '),
  }))
}
