import { useSyncExternalStore } from 'react'

const noChange = () => () => {}

/**
 * Whether the page is hydrated. False on the server and in the first render, when nothing is known
 * about the device.
 */
export const useIsHydrated = () =>
  useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
