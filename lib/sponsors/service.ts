import { type Db, getDb, runAsLongWork } from '@/db/pool'
import { insertActivities, insertActivity, redactActivities } from '@/db/queries/activities'
import { requireRow } from '@/db/queries/rows'
import * as queries from '@/db/queries/sponsors'
import {
  listVisibleSponsors,
  PUBLIC_SPONSOR_FIELDS,
  type PublicSponsorRow,
} from '@/db/queries/sponsors'
import type { UserRow } from '@/db/queries/users'
import { randomUuidV1 } from '@/db/uuid'
import { logActivity } from '@/lib/activities/record'
import { reorderService } from '@/lib/crud/reorder'
import { notFound, requireFound } from '@/lib/http/errors'
import type { NewPositions } from '@/lib/http/fields'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { requireUnchanged } from '@/lib/http/precondition'
import { imageAddress } from '@/lib/images/schema'
import { withPicture } from '@/lib/images/service'
import { emptyIfHidden } from '@/lib/visibility/rules'
import { SPONSOR_MESSAGES } from './messages'
import { effectiveSetting, settingOf } from './rules'
import type { NewSponsor, PublicSponsor, Sponsor, SponsorChange } from './schema'

const viewPublicSponsor = ({ imageHash, ...row }: PublicSponsorRow): PublicSponsor => ({
  ...row,
  image: imageAddress(imageHash),
})

const viewSponsor = ({
  imageHash,
  isListClosed,
  guestsEnabled,
  ...row
}: queries.SponsorRow): Sponsor => ({
  ...row,
  image: imageAddress(imageHash),
  visible: row.visible ? '1' : '0',
  guestsEnabled: effectiveSetting({ isListClosed, guestsEnabled }),
  guestsSetting: settingOf(guestsEnabled),
})

/**
 * Lists the visible sponsors, with the total number of matches. If `isShown` is false, returns
 * none.
 */
export async function listPublicSponsors(query: ListQuery, isShown = true) {
  const params = listParams(query, PUBLIC_SPONSOR_FIELDS)
  const { rows, total } = await listVisibleSponsors(getDb(), params)
  return emptyIfHidden(isShown, { rows: rows.map(viewPublicSponsor), total })
}

/** Lists all sponsors, for staff. */
export async function listSponsors(query: ListQuery) {
  const { rows, total } = await queries.listSponsors(
    getDb(),
    listParams(query, queries.SPONSOR_FIELDS),
  )
  return { rows: rows.map(viewSponsor), total }
}

export async function getSponsor(id: number): Promise<Sponsor> {
  return viewSponsor(await requireSponsor(getDb(), id))
}

/**
 * Adds a sponsor at the last position, with a new slug for its list. Throws invalid for a file that
 * is not a valid image.
 */
export function createSponsor({ image, ...sponsor }: NewSponsor, user: UserRow) {
  return withPicture(image, async (tx, store) => {
    await queries.lockSponsors(tx)
    const serverFields = { slug: randomUuidV1(), imageHash: await store() }
    const row = await queries.createSponsor(tx, { ...sponsor, ...serverFields })
    await logActivity(tx, user, 'sponsors', [null, toActivityFields(row)])
    return viewSponsor(row)
  })
}

/**
 * Changes the given fields of a sponsor. A guest cap below the number of guests deletes no guest,
 * but no more can be added. Throws not_found, invalid for the image, or conflict if a field no
 * longer has its expected value. For `guestsEnabled` that is the stored state.
 */
export function updateSponsor(id: number, body: SponsorChange, user: UserRow) {
  const { image, seen, ...change } = body
  return withPicture(image, async (tx, store) => {
    await queries.lockSponsors(tx)
    const before = await requireSponsor(tx, id)
    requireUnchanged(seen, toActivityFields(before))
    const patch = { ...change, imageHash: await store() }
    const after = requireRow(await queries.updateSponsor(tx, id, patch))
    await logActivity(tx, user, 'sponsors', [toActivityFields(before), toActivityFields(after)])
    return viewSponsor(after)
  })
}

/**
 * Deletes a sponsor and its guests (rule 5.22), and redacts both in the activity log. Long work,
 * because the list of a sponsor may have 20,000 guests.
 */
export function deleteSponsor(id: number, user: UserRow): Promise<void> {
  return runAsLongWork(() =>
    getDb().transaction(async (tx) => {
      const deleted = requireFound(await queries.deleteSponsor(tx, id), SPONSOR_MESSAGES.notThere)
      const { sponsor, guestIds } = deleted
      await logActivity(tx, user, 'sponsors', [toActivityFields(sponsor), null])
      const activity = { userId: user.id, entity: 'guests' as const, action: 'deleted' }
      const changes = { sponsor: [sponsor.name, null] satisfies [string, null] }
      await insertActivities(
        tx,
        guestIds.map((entityId) => ({ ...activity, entityId, changes })),
      )
      await redactActivities(tx, 'sponsors', id)
      await redactActivities(tx, 'guests', guestIds)
    }),
  )
}

/**
 * Replaces the slug of a sponsor's list, for a link that has leaked. The guests stay, and the old
 * URL no longer works (rule 5.4).
 */
export function replaceSponsorLink(id: number, user: UserRow): Promise<Sponsor> {
  return getDb().transaction(async (tx) => {
    const row = await queries.replaceSponsorSlug(tx, id, randomUuidV1())
    if (!row) throw notFound(SPONSOR_MESSAGES.notThere)
    const action = 'link_replaced'
    await insertActivity(tx, { userId: user.id, entity: 'sponsors', entityId: id, action })
    return viewSponsor(row)
  })
}

const reorder = reorderService('sponsors', queries.reorderSponsors, SPONSOR_MESSAGES.reorderFailed)

/**
 * Sets new positions of sponsors and returns all sponsors. Throws conflict if another user has
 * moved or deleted one of these sponsors, and then changes nothing.
 */
export async function reorderSponsors(places: NewPositions, user: UserRow): Promise<Sponsor[]> {
  await reorder(places, user)
  return (await listSponsors({})).rows
}

const requireSponsor = async (db: Db, id: number) =>
  requireFound(await queries.getSponsor(db, id), SPONSOR_MESSAGES.notThere)

/**
 * Returns a sponsor for the activity log: with the stored state of its list, and without the slug,
 * which is a secret.
 */
function toActivityFields(row: queries.SponsorRow) {
  const { slug: _slug, guests: _guests, guestsSetting, ...shown } = viewSponsor(row)
  return { ...shown, guestsEnabled: guestsSetting }
}
