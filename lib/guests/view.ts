import { createHmac } from 'node:crypto'
import type { GuestRow } from '@/db/queries/guests'
import { may } from '@/lib/auth/rules'
import { getAuthSecret } from '@/lib/config/auth-secret'
import { isSponsorTag, SLUG_LENGTH, tagLabel } from './rules'
import type { Guest } from './schema'

const flag = (at: string | null) => (at === null ? '0' : '1')

/** Who looks: each sees of a guest what their job needs (rule 4.12). */
export type Eyes = 'admin' | 'desk' | 'gate'

export const eyesOf = ({ privilege }: { privilege: number }): Eyes =>
  may(privilege, 'admin') ? 'admin' : may(privilege, 'tickets') ? 'desk' : 'gate'

/** The same at the gate, where nobody below admin sees more for working at the desk too. */
export const gateEyesOf = ({ privilege }: { privilege: number }): Eyes =>
  may(privilege, 'admin') ? 'admin' : 'gate'

/**
 * What stands in a tag for the slug of a sponsor, which is the key to its list, where staff
 * below admin read it: as stable as the list, of the slug's own shape, and it opens nothing.
 */
export function pseudonymOf(listId: number): string {
  const hex = createHmac('sha256', getAuthSecret()).update(`guest list ${listId}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `1${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** The tag of a list for whoever looks. */
export const viewTag = ({ listId, tag }: { listId: number; tag: string }, eyes: Eyes) =>
  eyes === 'admin' || !isSponsorTag(tag) ? tag : pseudonymOf(listId) + tag.slice(SLUG_LENGTH)

/**
 * A stored guest as the API shows one to whoever looks; the row itself never leaves the
 * server. The gate gets name, list, ticket, presence, note and ban, the desk of a fresher
 * JMBAG, e-mail and code beside them; what is left out looks as if it were empty.
 */
export function viewGuest(row: GuestRow, eyes: Eyes): Guest {
  const guest = whole(row)
  if (eyes === 'admin') return guest
  const shown = { ...guest, tag: viewTag(row, eyes), phone: null }
  return eyes === 'desk' && row.isBrucosi
    ? shown
    : { ...shown, jmbag: '', email: null, confCode: null }
}

function whole(row: GuestRow): Guest {
  const { listId: _list, version: _version, isBrucosi: _fresher, ...shown } = row
  const { boughtAt, enteredAt, bannedAt, deletedAt, jmbag, ...rest } = shown
  return {
    ...rest,
    jmbag: jmbag ?? '',
    bought: flag(boughtAt),
    entered: flag(enteredAt),
    boughtTicketTime: boughtAt,
    enteredTime: enteredAt,
    banned: flag(bannedAt),
    bannedTime: bannedAt,
    deleted: flag(deletedAt),
    deletedTime: deletedAt,
  }
}

/**
 * A guest as the record of who did what tells of one: the code itself and the key to a
 * sponsor's list are nobody's to read there.
 */
export function recorded(row: GuestRow) {
  const guest = whole(row)
  const { confCode: _code, boughtTicketTime: _bought, enteredTime: _entered, ...others } = guest
  const { banned: _banned, bannedTime: _since, ...known } = others
  const { deleted: _deleted, deletedTime: _at, ...rest } = known
  return { ...rest, tag: tagLabel(guest.tag) }
}
