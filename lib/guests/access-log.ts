import { getDb } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import {
  addGuestReads,
  addShownGuests,
  sumGuestReads,
  wasGuestShown,
} from '@/db/queries/guest-reads'
import type { UserRow } from '@/db/queries/users'
import type { Caller } from '@/lib/api/caller'
import { hasPermission } from '@/lib/auth/rules'
import type { GuestReads } from '@/lib/guests/access-log-schema'
import { ServiceError } from '@/lib/http/errors'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { zagrebDayBounds } from '@/lib/time/zagreb'
import { GUEST_MESSAGES, isUnusualViewCount } from './rules'

/**
 * Interval in ms at which counted views are written to the database. Until then they are counted in
 * memory, so that no search waits for a write.
 */
const FLUSH_INTERVAL_MS = 5_000

/** Number of views that are not written yet, by user id. */
const viewCounts = processSingleton('guest-views', () => new Map<number, number>())
let timer: NodeJS.Timeout | undefined

const isAdmin = ({ privilege }: UserRow) => hasPermission(privilege, 'admin')

/**
 * Counts the guests that a search shows to staff below admin (rule 4.16). From then on their
 * session may open these guests by id (rule 4.15). `signedUp` is the number of shown students who
 * are on no list; they are only counted.
 */
export async function recordFoundGuests(
  user: Caller,
  guests: { id: number }[],
  signedUp = 0,
): Promise<void> {
  if (guests.length + signedUp === 0 || isAdmin(user)) return
  countGuestViews(user, guests.length + signedUp)
  await recordShownGuests(user, guests)
}

/**
 * Lets the session of staff below admin open these guests by id, without counting a view. Never
 * throws: a failed write is logged, and the search or scan still gets its response.
 */
export async function recordShownGuests(user: Caller, guests: { id: number }[]): Promise<void> {
  if (guests.length === 0 || isAdmin(user)) return
  const ids = guests.map(({ id }) => id)
  await addShownGuests(getDb(), user.signInId, ids).catch((error: unknown) =>
    logError(`guests: storing the shown guests failed: ${safeErrorMessage(error)}`),
  )
}

/**
 * Checks that a search or scan has shown the guest to the user, and counts a view (rule 4.15).
 * Admins may open every guest. Throws forbidden otherwise, also for an id that no guest has.
 */
export async function requireShownGuest(id: number, user: Caller): Promise<void> {
  if (isAdmin(user)) return
  if (!(await wasGuestShown(getDb(), user.signInId, id)))
    throw new ServiceError('forbidden', GUEST_MESSAGES.notShown, { code: 'not_shown' })
  countGuestViews(user, 1)
}

/**
 * Counts guests shown to staff below admin. A scan is not counted, because the guest is present at
 * the gate.
 */
function countGuestViews(user: UserRow, guests: number): void {
  viewCounts.set(user.id, (viewCounts.get(user.id) ?? 0) + guests)
  timer ??= setTimeout(() => {
    flushGuestViews().catch((error: unknown) =>
      logError(`guests: storing the counts of guest views failed: ${safeErrorMessage(error)}`),
    )
  }, FLUSH_INTERVAL_MS).unref()
}

/** Writes the views counted since the last write to the database. */
export async function flushGuestViews(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const reads = [...viewCounts]
  viewCounts.clear()
  if (reads.length > 0) await addGuestReads(getDb(), reads)
}

/** Returns how many guests each user has viewed today, and whether the number is unusually high. */
export async function listReads(): Promise<GuestReads> {
  await flushGuestViews()
  const { from, to } = zagrebDayBounds(new Date())
  const reads = await sumGuestReads(getDb(), from, to)
  return reads.map(({ userId, guests }) => ({
    userId,
    guests,
    isUnusual: isUnusualViewCount(
      guests,
      reads.filter((other) => other.userId !== userId).map((other) => other.guests),
    ),
  }))
}
