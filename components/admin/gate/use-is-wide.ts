import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 1024px)'

function subscribe(onChange: () => void) {
  const media = matchMedia(WIDE)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether there is room for list and panel side by side. */
export const useIsWide = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  )
