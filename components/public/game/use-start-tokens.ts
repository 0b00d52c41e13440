import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '@/lib/http/client'

/**
 * Start tokens, one ahead: the next round's is fetched as soon as one is in use, so that a
 * round can begin where there is no network just then.
 */
export function useStartTokens() {
  const spare = useRef<string | null>(null)
  const fetching = useRef(false)

  async function refill() {
    if (spare.current || fetching.current) return
    fetching.current = true
    try {
      spare.current = (await api('POST', '/gameLeaderboard/start')).token
    } catch {
      // Tried again with the next round, or when the network is back.
    } finally {
      fetching.current = false
    }
  }

  /** A token for the round that begins now, if there is one. */
  function take(): string | null {
    const token = spare.current
    spare.current = null
    void refill()
    return token
  }

  const prepare = useEffectEvent(() => void refill())
  useEffect(() => {
    const onOnline = () => prepare()
    onOnline()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])

  return take
}
