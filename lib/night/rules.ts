import { occupancyLevel } from '@/lib/admission/capacity'
import type { NightTimes } from '@/lib/festival/rules'

const HOUR = 3_600_000

/** Whether the night is on: from an hour before the doors open until its end. */
export function isOn({ opensAt, closesAt }: NightTimes, now: Date): boolean {
  if (opensAt === null || closesAt === null) return false
  return now.getTime() >= Date.parse(opensAt) - HOUR && now.getTime() < Date.parse(closesAt)
}

/** From this share of the places on visitors are told that it fills. */
const FILLING = 0.7

/** How full it is, for everybody to know. */
export function crowdLevel(
  inside: number,
  capacity: number,
): 'room' | 'filling' | 'nearly_full' | 'full' {
  const level = occupancyLevel({ inside, capacity }) ?? 'room'
  return level === 'room' && inside >= capacity * FILLING ? 'filling' : level
}
