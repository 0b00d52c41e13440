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
