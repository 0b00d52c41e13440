import { getDb } from '@/db/client'
import { addGuestReads, sumGuestReads } from '@/db/queries/guest-reads'
import type { UserRow } from '@/db/queries/users'
import { may } from '@/lib/auth/rules'
import { logFailure, reasonOf } from '@/lib/log'
import { zagrebDayBounds } from '@/lib/time'
import type { GuestReads } from '@/lib/users/schema'
import { isUnusual } from './rules'

/** Milliseconds for which what was read is only counted here, so that no search waits for it. */
const KEPT = 5_000

const counted = new Map<number, number>()
let timer: NodeJS.Timeout | undefined

/**
 * Staff below admin have been shown so many guests by a search or by number. A scan does not
 * count: whoever has the code stands at the door.
 */
export function countReads(user: UserRow, guests: number): void {
  if (guests === 0 || may(user.privilege, 'admin')) return
  counted.set(user.id, (counted.get(user.id) ?? 0) + guests)
  timer ??= setTimeout(() => {
    writeReads().catch((error: unknown) =>
      logFailure(`counting guests looked at failed: ${reasonOf(error)}`),
    )
  }, KEPT).unref()
}

/** Writes what was counted here since the last time. */
export async function writeReads(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const reads = [...counted]
  counted.clear()
  if (reads.length > 0) await addGuestReads(getDb(), reads)
}

/** How many guests each person has looked at today, and whose number stands out. */
export async function listReads(at = new Date()): Promise<GuestReads> {
  await writeReads()
  const { from, to } = zagrebDayBounds(at)
  const reads = await sumGuestReads(getDb(), from, to)
  return reads.map(({ userId, guests }) => ({
    userId,
    guests,
    isUnusual: isUnusual(
      guests,
      reads.filter((other) => other.userId !== userId).map((other) => other.guests),
    ),
  }))
}
