'use client'

import { useSyncExternalStore } from 'react'

/**
 * Returns the current year in Zagreb, which is one hour ahead of UTC at New Year. Computed without
 * `Intl`, whose first use takes 50 ms on a phone.
 */
const thisYear = () => new Date(Date.now() + 3_600_000).getUTCFullYear()
const noChange = () => () => {}

/**
 * Current year in Zagreb. Shows `cached` until React has hydrated the page, because it may be an
 * hour old.
 */
export function CurrentYear({ cached }: { cached: number }) {
  return useSyncExternalStore(noChange, thisYear, () => cached)
}
