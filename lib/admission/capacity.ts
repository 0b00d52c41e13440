/** Number of guests inside the venue or a gate, and the capacity; null means unlimited. */
interface CountedPlace {
  inside: number
  capacity: number | null
}

/** Share of the capacity from which all gate devices show the number of free places (rule 6.23). */
const NEARLY_FULL_SHARE = 0.95

/** Returns how full the venue or a gate is; null without a capacity. */
export function occupancyLevel({
  inside,
  capacity,
}: CountedPlace): 'room' | 'nearly_full' | 'full' | null {
  if (capacity === null) return null
  if (inside >= capacity) return 'full'
  return inside >= capacity * NEARLY_FULL_SHARE ? 'nearly_full' : 'room'
}

interface LimitedPlace {
  inside: number
  capacity: number
  /** True for a gate, false for the whole venue. */
  isGate: boolean
}

/** Levels of `occupancyLevel`, the fullest first. */
const LEVELS = ['full', 'nearly_full', 'room', null]

/**
 * Returns the venue or the gate, whichever has the higher `occupancyLevel`, or at the same level
 * fewer free places. A large venue that is nearly full may have more free places than a gate with
 * room. Returns null if neither has a capacity.
 */
export function lowestAvailability(
  fill: CountedPlace & { gates: (CountedPlace & { id: number })[] },
  gateId?: number,
): LimitedPlace | null {
  const [first] = [fill, ...fill.gates.filter(({ id }) => id === gateId)]
    .flatMap(({ inside, capacity }, i) =>
      capacity === null ? [] : { inside, capacity, isGate: i > 0 },
    )
    .sort(
      (a, b) =>
        LEVELS.indexOf(occupancyLevel(a)) - LEVELS.indexOf(occupancyLevel(b)) ||
        a.capacity - a.inside - (b.capacity - b.inside),
    )
  return first ?? null
}

const numberFormat = new Intl.NumberFormat('hr-HR')

/** Describes the occupancy in Croatian. */
export const occupancySentence = ({ inside, capacity, isGate }: LimitedPlace) =>
  `${isGate ? 'Kroz ovaj ulaz unutra je' : 'Unutra je'} ${numberFormat.format(inside)} od ${numberFormat.format(capacity)}.`
