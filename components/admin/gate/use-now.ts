import { useEffect, useState } from 'react'

const TICK = 5_000

/** The time, anew every few seconds, for what tells how long ago something was. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}
