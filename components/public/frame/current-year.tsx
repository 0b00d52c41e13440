'use client'

import { useSyncExternalStore } from 'react'

const yearFormat = new Intl.DateTimeFormat('hr-HR', { timeZone: 'Europe/Zagreb', year: 'numeric' })
const thisYear = () => Number.parseInt(yearFormat.format(Date.now()), 10)
const noChange = () => () => {}

/** The current year in Zagreb; `cached` until the page is awake, since it may be an hour old. */
export function CurrentYear({ cached }: { cached: number }) {
  return useSyncExternalStore(noChange, thisYear, () => cached)
}
