import { useSyncExternalStore } from 'react'

// Sets that a visitor has marked, stored on the phone by id (rule 12.21). A set stays marked when
// it is renamed or moved. A deleted set is no longer shown.

const KEY = 'moji-nastupi'

/** Maximum number of stored marks. The last marked set is first. */
const MAX_MARKS = 200

/** Parses the stored ids. Ignores everything that is not a positive integer. */
export function parseMarkedIds(text: string | null): number[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    const ids = Array.isArray(parsed) ? parsed : []
    return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MAX_MARKS)
  } catch {
    return []
  }
}

export const toggleId = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [id, ...ids].slice(0, MAX_MARKS)

interface Timed {
  id: number
  startsAt: string
  endsAt: string
}

/** Returns for each set, by its id, the other sets of the list that overlap with it in time. */
export function overlaps<S extends Timed>(sets: S[]): Map<number, S[]> {
  const areSimultaneous = (a: S, b: S) =>
    Date.parse(a.startsAt) < Date.parse(b.endsAt) && Date.parse(b.startsAt) < Date.parse(a.endsAt)
  return new Map(
    sets.map((set) => [
      set.id,
      sets.filter((other) => other.id !== set.id && areSimultaneous(set, other)),
    ]),
  )
}

const NONE: readonly number[] = []
const listeners = new Set<() => void>()
/** Marks that this tab shows. Where the browser stores nothing, they exist only here. */
let shown: { text: string | null; ids: readonly number[] } = { text: null, ids: NONE }

function current(): readonly number[] {
  let { text } = shown
  try {
    text = localStorage.getItem(KEY)
  } catch {
    // Storage is blocked: the marks exist only in this tab.
  }
  if (text !== shown.text) shown = { text, ids: parseMarkedIds(text) }
  return shown.ids
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}

/** Marks a set or removes its mark, in every tab. */
export function toggleMarkedSet(id: number): void {
  const ids = toggleId(current(), id)
  shown = { text: JSON.stringify(ids), ids }
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // Storage is blocked: the mark lasts until the page is closed.
  }
  for (const changed of listeners) changed()
}

/** Returns the ids of the marked sets; none on the server, which does not know the visitor. */
export const useMarkedSets = () => useSyncExternalStore(subscribe, current, () => NONE)
