/** How many are inside, of how many who may be; a null capacity is no limit. */
interface Filled {
  inside: number
  capacity: number | null
}

/** From this share of the places on everybody at the gates is told. */
const NEARLY = 0.95

/** How near somewhere is to its limit; null where it has none. */
export function occupancyLevel({
  inside,
  capacity,
}: Filled): 'room' | 'nearly_full' | 'full' | null {
  if (capacity === null) return null
  if (inside >= capacity) return 'full'
  return inside >= capacity * NEARLY ? 'nearly_full' : 'room'
}

interface Limited {
  inside: number
  capacity: number
  /** Of one gate, not of the house. */
  isGate: boolean
}

/** Of the house and a gate, where fewer places are left; null where neither has a limit. */
export function lowestAvailability(
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
export const occupancySentence = ({ inside, capacity, isGate }: Limited) =>
  `${isGate ? 'Kroz ovaj ulaz unutra je' : 'Unutra je'} ${grouped.format(inside)} od ${grouped.format(capacity)}.`
