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

/** Views are counted in memory for this time, so that no search waits for a write. */
const KEPT = 5_000

/** Views that are not written yet, by user id. */
const counted = processSingleton('guest-views', () => new Map<number, number>())
let timer: NodeJS.Timeout | undefined

const isAdmin = ({ privilege }: UserRow) => hasPermission(privilege, 'admin')

/**
 * Counts what a search shows to staff below admin, and remembers it for the sign-in, which may
 * open these guests by number from now on. `signedUp` students who are on no list only count.
 */
export async function noteFound(
  user: Caller,
  guests: { id: number }[],
  signedUp = 0,
): Promise<void> {
  if (guests.length + signedUp === 0 || isAdmin(user)) return
  countGuestViews(user, guests.length + signedUp)
  await noteShown(user, guests)
}

/**
 * Lets staff below admin open these guests by number from now on, without counting a read. Never
 * throws: a failure is logged, and the search or scan that has shown the guests still answers.
 */
export async function noteShown(user: Caller, guests: { id: number }[]): Promise<void> {
  if (guests.length === 0 || isAdmin(user)) return
  const ids = guests.map(({ id }) => id)
  await addShownGuests(getDb(), user.signInId, ids).catch((error: unknown) =>
    logError(`remembering shown guests failed: ${safeErrorMessage(error)}`),
  )
}

/**
 * Lets staff below admin open a guest by number only after a search or scan has shown that guest to them.
 * Counts the guest as viewed. Throws forbidden, also for a number that no guest has.
 */
export async function openByNumber(id: number, user: Caller): Promise<void> {
  if (isAdmin(user)) return
  if (!(await wasGuestShown(getDb(), user.signInId, id)))
    throw new ServiceError('forbidden', GUEST_MESSAGES.notShown, { code: 'not_shown' })
  countGuestViews(user, 1)
}

/** Counts guests shown to staff below admin. A scan does not count, because the guest stands at the door. */
function countGuestViews(user: UserRow, guests: number): void {
  counted.set(user.id, (counted.get(user.id) ?? 0) + guests)
  timer ??= setTimeout(() => {
    flushGuestViews().catch((error: unknown) =>
      logError(`counting guests looked at failed: ${safeErrorMessage(error)}`),
    )
  }, KEPT).unref()
}

/** Writes the views counted since the last write. */
export async function flushGuestViews(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const reads = [...counted]
  counted.clear()
  if (reads.length > 0) await addGuestReads(getDb(), reads)
}

/** Returns how many guests each person has viewed today, and whose number is unusual. */
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
