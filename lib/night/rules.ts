import { fillLevel } from '@/lib/admission/capacity'

const HOUR = 3_600_000

/** The longest night there is, in hours. */
const LONGEST_NIGHT = 36

/** From when to when it lasts, as ISO instants: both or neither. */
export interface NightTimes {
  opensAt: string | null
  closesAt: string | null
}

/** Whether the night is on: from an hour before the doors open until its end. */
export function isOn({ opensAt, closesAt }: NightTimes, now: Date): boolean {
  if (opensAt === null || closesAt === null) return false
  return now.getTime() >= Date.parse(opensAt) - HOUR && now.getTime() < Date.parse(closesAt)
}

/** What is wrong with the times, at the field where it is said; null when nothing is. */
export function wrongTime({
  opensAt,
  closesAt,
}: NightTimes): { field: keyof NightTimes; sentence: string } | null {
  if (opensAt === null && closesAt === null) return null
  if (closesAt === null) return { field: 'closesAt', sentence: 'Upišite i kraj noći.' }
  if (opensAt === null) return { field: 'opensAt', sentence: 'Upišite i kada se vrata otvaraju.' }
  const lasts = Date.parse(closesAt) - Date.parse(opensAt)
  if (lasts <= 0) return { field: 'closesAt', sentence: 'Kraj mora biti nakon otvaranja.' }
  if (lasts > LONGEST_NIGHT * HOUR)
    return { field: 'closesAt', sentence: `Noć traje najviše ${LONGEST_NIGHT} sati.` }
  return null
}

/** From this share of the places on visitors are told that it fills. */
const FILLING = 0.7

/** How full it is, for everybody to know. */
export function publicLevel(
  inside: number,
  capacity: number,
): 'room' | 'filling' | 'nearly_full' | 'full' {
  const level = fillLevel({ inside, capacity }) ?? 'room'
  return level === 'room' && inside >= capacity * FILLING ? 'filling' : level
}
