'use client'

import { useSyncExternalStore } from 'react'

/** Step of the clock in ms. The time that a page shows may be late by this step. */
const STEP_MS = 15_000

function subscribe(changed: () => void) {
  const timer = setInterval(changed, STEP_MS / 3)
  return () => clearInterval(timer)
}
const current = () => Math.floor(Date.now() / STEP_MS) * STEP_MS
const noClock = () => null

/**
 * Returns the current time in ms since 1970, in steps of 15 s. Null on the server and until
 * hydration.
 */
export const useNow = (): number | null =>
  useSyncExternalStore<number | null>(subscribe, current, noClock)

interface Times {
  startsAt: string
  endsAt: string
}

/** Returns the current and the next set at a time. The sets must be in order of time. */
export function nowAndNext<S extends Times>(sets: S[], at: number): { now?: S; next?: S } {
  return {
    now: sets.find((set) => Date.parse(set.startsAt) <= at && at < Date.parse(set.endsAt)),
    next: sets.find((set) => Date.parse(set.startsAt) > at),
  }
}

/**
 * Returns the sets that are not over at a time. Returns all of them after the last one has ended.
 */
export function remainingSets<S extends Times>(sets: S[], at: number): S[] {
  const remaining = sets.filter(({ endsAt }) => at < Date.parse(endsAt))
  return remaining.length > 0 ? remaining : sets
}
