import { createHmac } from 'node:crypto'
import type { ColumnFacts } from '@/db/catalogue/facts'
import { GUEST_COLUMNS, GUEST_TEXT_FIELDS, GUESTS } from '@/db/catalogue/guests'
import type { GuestRow } from '@/db/queries/guests'
import { hasPermission } from '@/lib/auth/rules'
import { getAuthSecret } from '@/lib/config/auth-secret'
import { isSendingMail } from '@/lib/config/settings'
import { recordOf } from '@/lib/text/keys'
import { isSponsorTag, SLUG_LENGTH, tagLabel } from './rules'
import type { ChangedGuest, Guest } from './schema'

const flag = (at: string | null) => (at === null ? '0' : '1')

/** For whom a guest is shown. Each viewer sees only the fields that its work needs (rule 4.12). */
export type Viewer = 'admin' | 'desk' | 'gate'

export const viewerOf = ({ privilege }: { privilege: number }): Viewer =>
  hasPermission(privilege, 'admin')
    ? 'admin'
    : hasPermission(privilege, 'tickets')
      ? 'desk'
      : 'gate'

/**
 * Returns the viewer at the gate: `admin` for admins, `gate` for all other staff. Desk staff see no
 * more there than gate staff.
 */
export const gateViewerOf = ({ privilege }: { privilege: number }): Viewer =>
  hasPermission(privilege, 'admin') ? 'admin' : 'gate'

/**
 * Returns a pseudonym of a sponsor's slug for staff below admin, because anyone with the slug can
 * change the sponsor's list (rule 4.14). The pseudonym has the form of a UUID and is always the
 * same for a list. It gives no access.
 */
export function maskedSlug(listId: number): string {
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

/**
 * Returns the tag of a list for a viewer. Below admin, the slug in a sponsor's tag is replaced by
 * its pseudonym.
 */
export const visibleTag = ({ listId, tag }: { listId: number; tag: string }, viewer: Viewer) =>
  viewer === 'admin' || !isSponsorTag(tag) ? tag : maskedSlug(listId) + tag.slice(SLUG_LENGTH)

/** Columns of a guest that each viewer may see. */
const VISIBLE_COLUMNS = recordOf(['admin', 'desk', 'gate'], (viewer) =>
  GUEST_COLUMNS.filter((column) => (GUESTS[column] as ColumnFacts).viewers.includes(viewer)),
)

/**
 * Converts a guest row to the response for a viewer. Columns that the catalogue does not show to
 * the viewer are empty. For guests who are not freshers, the desk sees the same columns as the
 * gate.
 */
export function toGuestResponse(row: GuestRow, viewer: Viewer): Guest {
  const visible = VISIBLE_COLUMNS[viewer === 'desk' && !row.isBrucosi ? 'gate' : viewer]
  const shown = <C extends keyof typeof GUESTS & keyof GuestRow>(column: C) =>
    visible.includes(column) ? row[column] : null
  const { id } = row
  const [boughtAt, enteredAt] = [shown('boughtAt'), shown('enteredAt')]
  const [bannedAt, deletedAt] = [shown('bannedAt'), shown('deletedAt')]
  return {
    id,
    ...recordOf(GUEST_TEXT_FIELDS, shown),
    name: shown('name') ?? '',
    surname: shown('surname') ?? '',
    jmbag: shown('jmbag') ?? '',
    tag: shown('listId') === null ? '' : visibleTag(row, viewer),
    bought: flag(boughtAt),
    entered: flag(enteredAt),
    confCode: shown('confCode'),
    boughtTicketTime: boughtAt,
    enteredTime: enteredAt,
    banned: flag(bannedAt),
    bannedTime: bannedAt,
    deleted: flag(deletedAt),
    deletedTime: deletedAt,
  }
}

/**
 * Returns the response to a change of a guest. `mailedTo` is the e-mail address of a mail that the
 * change has queued.
 */
export const toChangedGuest = (
  row: GuestRow,
  user: { privilege: number },
  { changed, mailedTo = null }: { changed: boolean; mailedTo?: string | null },
): ChangedGuest => ({
  ...toGuestResponse(row, viewerOf(user)),
  mailedTo,
  isMailSet: isSendingMail(),
  changed,
})

const LOGGED_FIELDS = GUEST_COLUMNS.flatMap((column) => {
  const { privacy, viewers, fields = [column] }: ColumnFacts = GUESTS[column]
  return viewers.length > 0 && privacy?.inActivityLog !== 'never' ? fields : []
})

/**
 * Returns the fields of a guest for the activity log. The catalogue names the fields; ticket and
 * presence are always included. The slug in a sponsor's tag is left out, because it is secret.
 */
export function toActivityFields(row: GuestRow): { id: number } & Record<string, unknown> {
  const guest = toGuestResponse(row, 'admin')
  const logged = Object.entries(guest).filter(([field]) => LOGGED_FIELDS.includes(field))
  const { id, bought, entered } = guest
  return { ...Object.fromEntries(logged), id, bought, entered, tag: tagLabel(guest.tag) }
}
