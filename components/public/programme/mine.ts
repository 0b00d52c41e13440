import { useSyncExternalStore } from 'react'

// Which sets a visitor has marked, kept on the phone by their numbers: a set that is renamed or
// moved stays marked, and one that is gone is shown nowhere any more.

const KEY = 'moji-nastupi'

/** So many are kept, the last marked first. */
const MOST = 200

/** What was kept, as numbers; nothing of what this site did not write. */
export function readMine(text: string | null): number[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    const ids = Array.isArray(kept) ? kept : []
    return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MOST)
  } catch {
    return []
  }
}

export const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [id, ...ids].slice(0, MOST)

interface Timed {
  id: number
  startsAt: string
  endsAt: string
}

/** Of sets that somebody wants to see, with which others each is on at once. */
export function overlaps<S extends Timed>(sets: S[]): Map<number, S[]> {
  const isTogether = (a: S, b: S) =>
    Date.parse(a.startsAt) < Date.parse(b.endsAt) && Date.parse(b.startsAt) < Date.parse(a.endsAt)
  return new Map(
    sets.map((set) => [
      set.id,
      sets.filter((other) => other.id !== set.id && isTogether(set, other)),
    ]),
  )
}

const NONE: readonly number[] = []
const listeners = new Set<() => void>()
/** What is shown; all there is where the browser keeps nothing. */
let shown: { text: string | null; ids: readonly number[] } = { text: null, ids: NONE }

function current(): readonly number[] {
  let { text } = shown
  try {
    text = localStorage.getItem(KEY)
  } catch {
    // Kept in this tab alone.
  }
  if (text !== shown.text) shown = { text, ids: readMine(text) }
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

/** Marks a set, or takes the mark away, in every tab. */
export function toggleMine(id: number): void {
  const ids = toggled(current(), id)
  shown = { text: JSON.stringify(ids), ids }
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // Shown until the page is left.
  }
  for (const changed of listeners) changed()
}

/** The marked sets' numbers; none on the server, which knows nobody. */
export const useMarkedSets = () => useSyncExternalStore(subscribe, current, () => NONE)
