// What is shown of a list that others change while a hand is on it: nothing moves.

export type Id = string | number

/** A stretch of a list in its order: the place of its first, and whether more come behind it. */
export interface Stretch {
  offset: number
  ids: Id[]
  isLast: boolean
}

/**
 * Those of a stretch that are no longer there. What stands at an end where the list goes on may
 * only have been pushed beyond it, and is not counted.
 */
export function goneOf({ offset, ids, isLast }: Stretch, isThere: (id: Id) => boolean): Id[] {
  const first = ids.findIndex(isThere)
  const last = ids.findLastIndex(isThere)
  const isNone = first === -1
  return ids.filter((id, i) => {
    if (isThere(id)) return false
    const isBehindOne = offset === 0 || (!isNone && i > first)
    const isBeforeOne = isLast || (!isNone && i < last)
    return isBehindOne && isBeforeOne
  })
}

/** How a list has become another than the one that is shown. */
export interface Difference {
  fresh: number
  gone: number
}

/** How many have come, of what there were and are in all, and of those that went. */
export const freshOf = (before: number, now: number, gone: number) =>
  Math.max(0, now - before + gone)

export const isSameOrder = (a: Id[], b: Id[]) =>
  a.length === b.length && a.every((id, i) => id === b[i])

/** The words of the pill that shows what has come, and takes away what is gone. */
export function pillWords({ fresh, gone }: Difference): string {
  const news = [
    fresh > 0 && `${fresh} ${neuter(fresh, ['novo', 'nova', 'novih'])}`,
    gone > 0 && `${gone} ${neuter(gone, ['uklonjeno', 'uklonjena', 'uklonjenih'])}`,
  ].filter(Boolean)
  return `${news.length > 0 ? news.join(', ') : 'Poredak se promijenio'} – pokaži`
}

const RULES = new Intl.PluralRules('hr')

const neuter = (n: number, [one, few, many]: [string, string, string]) =>
  ({ one, few })[RULES.select(n) as string] ?? many
