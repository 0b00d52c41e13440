import { occupancyLevel } from '@/lib/admission/capacity'
import type { NightTimes } from '@/lib/festival/rules'

const HOUR_MS = 3_600_000

/** Whether the night is on: from an hour before the doors open until its end. */
export function isNightOn({ opensAt, closesAt }: NightTimes, now: Date): boolean {
  if (opensAt === null || closesAt === null) return false
  return now.getTime() >= Date.parse(opensAt) - HOUR_MS && now.getTime() < Date.parse(closesAt)
}

/** Share of the capacity from which visitors see that the venue is filling up. */
const FILLING_SHARE = 0.7

/** Returns the crowd level that visitors see. */
export function crowdLevel(
  inside: number,
  capacity: number,
): 'room' | 'filling' | 'nearly_full' | 'full' {
  const level = occupancyLevel({ inside, capacity }) ?? 'room'
  return level === 'room' && inside >= capacity * FILLING_SHARE ? 'filling' : level
}
