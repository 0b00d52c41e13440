import { useEffect, useRef, useSyncExternalStore } from 'react'
import { performerAnchor } from '@/lib/lineup/rules'

const PREFIX = `#${performerAnchor('')}`

/** Whom an address shows; null where it shows nobody. Addresses write a letter such as č encoded. */
function slugOf(hash: string): string | null {
  if (!hash.startsWith(PREFIX)) return null
  try {
    return decodeURIComponent(hash.slice(PREFIX.length))
  } catch {
    return null
  }
}

function subscribe(changed: () => void) {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/**
 * Whose dialog the address opens: `#izvodac=ime`. `close` takes it out of the address again, by
 * the way back where the line-up is what one came from.
 */
export function useOpened(): { slug: string | null; close: () => void } {
  const slug = useSyncExternalStore(
    subscribe,
    () => slugOf(location.hash),
    () => null,
  )
  const isBackTheWall = useRef(false)
  useEffect(() => {
    const note = ({ oldURL }: HashChangeEvent) => {
      // From one performer to the next the way back stays the same.
      if (!slugOf(new URL(oldURL || location.href).hash)) isBackTheWall.current = true
    }
    addEventListener('hashchange', note)
    return () => removeEventListener('hashchange', note)
  }, [])

  function close() {
    if (!slugOf(location.hash)) return
    if (isBackTheWall.current) return history.back()
    history.replaceState(null, '', location.pathname + location.search)
    // Which the browser tells nobody.
    dispatchEvent(new HashChangeEvent('hashchange', { oldURL: location.href }))
    isBackTheWall.current = false
  }
  return { slug, close }
}
