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

/** How many are inside, of how many who may be; a null capacity is no limit. */
interface Filled {
  inside: number
  capacity: number | null
}

/** From this share of the places on everybody at the gates is told. */
const NEARLY = 0.95

/** How near somewhere is to its limit; null where it has none. */
export function fillLevel({ inside, capacity }: Filled): 'room' | 'nearly_full' | 'full' | null {
  if (capacity === null) return null
  if (inside >= capacity) return 'full'
  return inside >= capacity * NEARLY ? 'nearly_full' : 'room'
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

interface Limited {
  inside: number
  capacity: number
  /** Of one gate, not of the house. */
  isGate: boolean
}

/** Of the house and a gate, where fewer places are left; null where neither has a limit. */
export function tightest(
  fill: Filled & { gates: (Filled & { id: number })[] },
  gateId?: number,
): Limited | null {
  const [first] = [fill, ...fill.gates.filter(({ id }) => id === gateId)]
    .flatMap(({ inside, capacity }, i) =>
      capacity === null ? [] : { inside, capacity, isGate: i > 0 },
    )
    .sort((a, b) => a.capacity - a.inside - (b.capacity - b.inside))
  return first ?? null
}

const grouped = new Intl.NumberFormat('hr-HR')

/** How full it is, in words. */
export const fillSentence = ({ inside, capacity, isGate }: Limited) =>
  `${isGate ? 'Kroz ovaj ulaz unutra je' : 'Unutra je'} ${grouped.format(inside)} od ${grouped.format(capacity)}.`
