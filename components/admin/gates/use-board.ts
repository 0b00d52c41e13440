import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '@/lib/api-client/client'

/** The board is read anew this often, in ms: a double is seen within seconds of its arrival. */
const EVERY = 3_000

export const useBoard = () =>
  useQuery({
    queryKey: ['gates', 'board'],
    queryFn: ({ signal }) => api('GET', '/gates/board', { signal }),
    refetchInterval: EVERY,
    // The board stands open on a laptop behind the gate, under other windows.
    refetchIntervalInBackground: true,
    staleTime: 0,
  })

/** The time, anew every second, for what runs down before one's eyes. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
