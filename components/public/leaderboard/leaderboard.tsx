import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '@/lib/api-client/client'
import { formatPoints, topScoresQuery } from '@/lib/leaderboard/rules'
import type { LeaderboardEntry, PlacedEntry } from '@/lib/leaderboard/schema'

/**
 * Polling interval of the leaderboard in ms. Up to a third is added at random, so that many phones
 * do not poll at the same time.
 */
const POLL_INTERVAL_MS = 20_000

/**
 * Returns the best twenty scores: first those in the page, then those that it polls while the page
 * is visible.
 */
export function useTopScores(initial: LeaderboardEntry[], gameUrl: string) {
  const [rows, setRows] = useState(initial)
  const [isStale, setIsStale] = useState(false)
  const requestCount = useRef(0)

  async function refresh() {
    const requestNumber = ++requestCount.current
    try {
      const list = await api('GET', '/gameLeaderboard', { query: topScoresQuery(gameUrl) })
      if (requestNumber !== requestCount.current) return
      setRows(list.rows)
      setIsStale(false)
    } catch {
      if (requestNumber === requestCount.current) setIsStale(true)
    }
  }

  const poll = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void refresh()
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      timer = setTimeout(
        () => {
          poll()
          next()
        },
        POLL_INTERVAL_MS * (1 + Math.random() / 3),
      )
    }
    const onVisible = () => poll()
    next()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  return { rows, isStale, refresh: () => void refresh() }
}

interface Props {
  rows: LeaderboardEntry[]
  /** The player's own entry: marked in the list, or shown below it. */
  own: PlacedEntry | null
  /** Whether the last attempt to refresh the list failed. */
  isStale: boolean
}

/** Leaderboard of the game with the best twenty scores (rule 12.16). */
export function Leaderboard({ rows, own, isStale }: Props) {
  const isListed = rows.some((row) => row.id === own?.id)
  return (
    <section aria-labelledby="poredak" className="poster-board">
      <h2 id="poredak" className="poster-type text-4xl lg:text-5xl">
        Najboljih dvadeset
      </h2>
      {rows.length === 0 ? (
        <p className="mt-3 text-lg">Još nitko nije stigao na ljestvicu. Prvo je mjesto slobodno.</p>
      ) : (
        <ol className="poster-board-list">
          {rows.map((row, i) => (
            <EntryRow key={row.id} rank={i + 1} entry={row} isOwn={row.id === own?.id} />
          ))}
        </ol>
      )}
      {own?.rank && !isListed && own.rank > rows.length && (
        <ol className="poster-board-list mt-3" start={own.rank}>
          <EntryRow rank={own.rank} entry={own} isOwn />
        </ol>
      )}
      <div role="status" className="text-paper-2">
        {isStale && <p className="mt-3">Poredak se trenutačno ne osvježava. Pokušavamo ponovno.</p>}
      </div>
    </section>
  )
}

interface EntryRowProps {
  rank: number
  entry: Pick<LeaderboardEntry, 'name' | 'score'>
  isOwn: boolean
}

function EntryRow({ rank, entry, isOwn }: EntryRowProps) {
  return (
    <li data-own={isOwn || undefined}>
      <span aria-hidden="true" className="poster-board-rank">
        {rank}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <bdi>{entry.name}</bdi>
        {isOwn && <strong className="poster-board-you">ti</strong>}
      </span>
      <span className="poster-board-score">{formatPoints(entry.score)}</span>
    </li>
  )
}
