/** Repeatable random values. The same seed gives the same values on every machine. */
export interface Random {
  /** Returns a number in [0, 1). */
  next: () => number
  /** Returns an integer in [0, below). */
  int: (below: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** Returns a random item. The sum of the weights is arbitrary. */
  weighted: <T>(list: readonly (readonly [item: T, weight: number])[]) => T
  /** Returns a normally distributed number (Box-Muller). */
  normal: (mean: number, deviation: number) => number
}

/** Mulberry32, with 32 bits of state: for plausible data, not for secrets. Uses the seed modulo 2^32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  const notEmpty = <T>(list: readonly T[]) => {
    if (list.length === 0) throw new RangeError('Nothing to pick from: the list is empty.')
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => {
      notEmpty(list)
      return list[int(list.length)] as (typeof list)[number]
    },
    weighted: (list) => {
      notEmpty(list)
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of list) {
        left -= weight
        if (left < 0) return item
      }
      return (list.at(-1) as (typeof list)[number])[0]
    },
    normal: (mean, deviation) => {
      const radius = Math.sqrt(-2 * Math.log(1 - next()))
      return mean + deviation * radius * Math.cos(2 * Math.PI * next())
    },
  }
}
