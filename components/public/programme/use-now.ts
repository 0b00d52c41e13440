'use client'

import { useSyncExternalStore } from 'react'

/** Milliseconds by which what is shown may be late. */
const EVERY = 15_000

function subscribe(changed: () => void) {
  const timer = setInterval(changed, EVERY / 3)
  return () => clearInterval(timer)
}
const current = () => Math.floor(Date.now() / EVERY) * EVERY
const noClock = () => null

/** This moment, in steps; null on the server, which has no clock here. */
export const useNow = (): number | null =>
  useSyncExternalStore<number | null>(subscribe, current, noClock)

interface Times {
  startsAt: string
  endsAt: string
}

/** What a visitor looks for first: of sets in order of time, what is on at this moment, and what comes next. */
export function nowAndNext<S extends Times>(sets: S[], at: number): { now?: S; next?: S } {
  return {
    now: sets.find((set) => Date.parse(set.startsAt) <= at && at < Date.parse(set.endsAt)),
    next: sets.find((set) => Date.parse(set.startsAt) > at),
  }
}

/** Those that are not over at this moment; all of them once the last one is. */
export function stillToCome<S extends Times>(sets: S[], at: number): S[] {
  const left = sets.filter(({ endsAt }) => at < Date.parse(endsAt))
  return left.length > 0 ? left : sets
}
