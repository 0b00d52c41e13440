import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '@/lib/http/client'
import { TOP } from '@/lib/leaderboard/rules'
import type { LeaderboardEntry } from '@/lib/leaderboard/schema'

const BEST = { ordering: '-score', limit: TOP }
/** Milliseconds; up to a third more, so that a hall full of phones does not ask as one. */
const EVERY = 20_000

/** The best twenty, as the page brought them and then as they are: asked for while somebody looks. */
export function useTopScores(initial: LeaderboardEntry[]) {
  const [rows, setRows] = useState(initial)
  const [isStale, setIsStale] = useState(false)
  const asked = useRef(0)

  async function refresh() {
    const mine = ++asked.current
    try {
      const list = await api('GET', '/gameLeaderboard', { query: BEST })
      if (mine !== asked.current) return
      setRows(list.rows)
      setIsStale(false)
    } catch {
      if (mine === asked.current) setIsStale(true)
    }
  }

  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void refresh()
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      timer = setTimeout(
        () => {
          look()
          next()
        },
        EVERY * (1 + Math.random() / 3),
      )
    }
    const onVisible = () => look()
    next()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  return { rows, isStale, refresh: () => void refresh() }
}
