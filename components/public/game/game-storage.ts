import { useSyncExternalStore } from 'react'
import type { NewScore, PlacedEntry } from '@/lib/leaderboard/schema'

export interface Player {
  name: string
  email: string
}

/** A score that is not on the server yet, with its proof: token and button presses of the round. */
export type WaitingScore = Pick<NewScore, 'score' | 'proof'>

/** A value stored in the browser. Without storage it lasts only as long as the page is open. */
function createStored<T extends object>(key: string, isValid: (value: Partial<T>) => boolean) {
  const listeners = new Set<() => void>()
  let value: T | null | undefined

  function read(): T | null {
    try {
      const parsed = JSON.parse(localStorage.getItem(key) ?? 'null')
      return parsed && isValid(parsed) ? parsed : null
    } catch {
      return null
    }
  }
  const get = () => {
    if (value === undefined) value = read()
    return value
  }
  function set(next: T | null) {
    value = next
    try {
      if (next) localStorage.setItem(key, JSON.stringify(next))
      else localStorage.removeItem(key)
    } catch {
      // Storage is blocked or full: the value lasts only until the page is closed.
    }
    for (const changed of listeners) changed()
  }
  function subscribe(changed: () => void) {
    // Another tab has changed the value.
    const onStorage = (event: StorageEvent) => {
      if (event.key !== key) return
      value = undefined
      changed()
    }
    listeners.add(changed)
    window.addEventListener('storage', onStorage)
    return () => {
      listeners.delete(changed)
      window.removeEventListener('storage', onStorage)
    }
  }
  return { get, set, subscribe }
}

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => Number.isSafeInteger(value)

export const storedPlayer = createStored<Player>(
  'igrica.player',
  (p) => isText(p.name) && isText(p.email),
)
export const storedScore = createStored<WaitingScore>(
  'igrica.score',
  // Rejects a score of an older version of the game, whose proof is no longer valid.
  ({ score, proof, ...rest }) =>
    isNumber(score) &&
    Object.keys(rest).length === 0 &&
    (!proof || (isText(proof.token) && Array.isArray(proof.presses))),
)
/** The player's leaderboard entry in the last response of the server. */
export const storedEntry = createStored<PlacedEntry>(
  'igrica.entry',
  (e) => isText(e.name) && isNumber(e.id) && isNumber(e.score),
)

const nothing = () => null

/** Returns a stored value and follows its changes. Null on the server and if nothing is stored. */
export const useStored = <T extends object>(stored: ReturnType<typeof createStored<T>>): T | null =>
  useSyncExternalStore<T | null>(stored.subscribe, stored.get, nothing)
