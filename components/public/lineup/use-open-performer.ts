import { useEffect, useRef, useSyncExternalStore } from 'react'
import { performerAnchor } from '@/lib/lineup/rules'

const PREFIX = `#${performerAnchor('')}`

/** Returns the performer's slug in a URL hash, decoded; null if the hash names no performer. */
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
 * Returns the slug of the performer whose dialog is open, from the URL hash `#izvodac=slug`.
 * `close` removes the hash: by going back if the visitor came from the grid, else in place.
 */
export function useOpenPerformer(): { slug: string | null; close: () => void } {
  const slug = useSyncExternalStore(
    subscribe,
    () => slugOf(location.hash),
    () => null,
  )
  const leadsBackToGrid = useRef(false)
  useEffect(() => {
    const onHashChange = ({ oldURL }: HashChangeEvent) => {
      // Moving from one performer to another adds no history entry, so Back still leads to the
      // grid.
      if (!slugOf(new URL(oldURL || location.href).hash)) leadsBackToGrid.current = true
    }
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [])

  function close() {
    if (!slugOf(location.hash)) return
    if (leadsBackToGrid.current) return history.back()
    history.replaceState(null, '', location.pathname + location.search)
    // `replaceState` fires no event, so this notifies the subscribers that the hash has changed.
    dispatchEvent(new HashChangeEvent('hashchange', { oldURL: location.href }))
    leadsBackToGrid.current = false
  }
  return { slug, close }
}
