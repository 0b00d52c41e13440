'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'

const tick = (changed: () => void) => {
  const timer = setInterval(changed, 250)
  return () => clearInterval(timer)
}
const second = () => Math.floor(Date.now() / 1000)
const none = () => null

/** The server's clock, second by second, by what it said last; null before the script is awake. */
export function useServerClock(serverNow: string): Date | null {
  const [skew, setSkew] = useState(0)
  useEffect(() => setSkew(new Date(serverNow).getTime() - Date.now()), [serverNow])
  const at = useSyncExternalStore<number | null>(tick, second, none)
  return at === null ? null : new Date(at * 1000 + skew)
}
