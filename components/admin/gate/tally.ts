import { zagrebDay } from '@/lib/time'
import { readStored, store, useStored } from './stored'

const KEY = 'gate-tally'
/** A festival's night ends in the morning, not at midnight. */
const NIGHT_ENDS = 8 * 60 * 60 * 1000

interface Tally {
  night: string
  /** Ids, so that a guest who goes out and comes back counts once. */
  guests: number[]
}

const tonight = () => zagrebDay(new Date(Date.now() - NIGHT_ENDS))

function parse(text: string | null): Tally {
  const empty = { night: tonight(), guests: [] }
  try {
    const found = JSON.parse(text ?? '') as Tally
    return found.night === empty.night && Array.isArray(found.guests) ? found : empty
  } catch {
    return empty
  }
}

/** This phone has admitted the guest, or has taken the admission back. */
export function tally(id: number, isIn: boolean) {
  const { night, guests } = parse(readStored(KEY))
  const others = guests.filter((other) => other !== id)
  store(KEY, JSON.stringify({ night, guests: isIn ? [...others, id] : others }))
}

/** How many this phone has admitted tonight. */
export function useTally(): number {
  const text = useStored(KEY)
  return text ? parse(text).guests.length : 0
}
