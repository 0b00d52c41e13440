import { useSyncExternalStore } from 'react'

const noChange = () => () => {}

/** False on the server and in the first picture, where nothing of this device is known. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
