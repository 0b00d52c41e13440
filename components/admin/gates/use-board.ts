import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '@/lib/api-client/client'

/** Polling interval of the gate board in ms. A duplicate admission must be shown within seconds. */
const POLL_INTERVAL_MS = 3_000

export const useBoard = () =>
  useQuery({
    queryKey: ['gates', 'board'],
    queryFn: ({ signal }) => api('GET', '/gates/board', { signal }),
    refetchInterval: POLL_INTERVAL_MS,
    // The gate board is often open on a laptop at the gate, under other windows.
    refetchIntervalInBackground: true,
    staleTime: 0,
  })

/** Returns the current time in ms, updated every second, for countdowns. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
