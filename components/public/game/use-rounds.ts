import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '@/lib/http/client'

interface Round {
  token: string
  seed: number
}

/**
 * Rounds as the server draws them, one ahead: the next one is fetched as soon as one is in
 * use, so that a round can begin where there is no network just then.
 */
export function useRounds(onRound: (seed: number) => void) {
  const spare = useRef<Round | null>(null)
  const fetching = useRef(false)

  async function refill() {
    if (spare.current || fetching.current) return
    fetching.current = true
    try {
      spare.current = await api('POST', '/gameLeaderboard/start')
      offer()
    } catch {
      // Tried again with the next round, or when the network is back.
    } finally {
      fetching.current = false
    }
  }

  /** Tells the game which round is next; it may not have been there to hear it before. */
  function offer() {
    if (spare.current) onRound(spare.current.seed)
  }

  /** The token of the round that begins now, if the game plays the one it was given. */
  function take(seed: number | undefined): string | null {
    const round = spare.current
    if (round?.seed === seed) spare.current = null
    void refill()
    return round && round.seed === seed ? round.token : null
  }

  const prepare = useEffectEvent(() => void refill())
  useEffect(() => {
    const onOnline = () => prepare()
    onOnline()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])

  return { take, offer }
}
