import { useCallback, useSyncExternalStore } from 'react'

const CHANGED = 'gate-store'

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A text this phone remembers; a browser that refuses to store forgets it, no more. */
export function store(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    return
  }
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(onChange: () => void) {
  window.addEventListener(CHANGED, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(CHANGED, onChange)
    window.removeEventListener('storage', onChange)
  }
}

export function useStored(key: string): string | null {
  const snapshot = useCallback(() => readStored(key), [key])
  return useSyncExternalStore(subscribe, snapshot, () => null)
}
