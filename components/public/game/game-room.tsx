'use client'

import { type ReactNode, useRef, useState } from 'react'
import { formatPoints, SCORE_DEBOUNCE_MS } from '@/lib/leaderboard/rules'
import type { LeaderboardEntry } from '@/lib/leaderboard/schema'
import { Leaderboard } from '../leaderboard/leaderboard'
import { useTopScores } from '../leaderboard/use-top-scores'
import { keptEntry, keptPlayer, keptScore, useKept, type WaitingScore } from './kept'
import type { GameMessage } from './messages'
import { PlayerCard } from './player-card'
import { Stage } from './stage'
import { useGameFrame } from './use-game-frame'
import { useStartTokens } from './use-start-tokens'
import { useSubmission } from './use-submission'

interface Props {
  title: string
  gameUrl: string
  top: LeaderboardEntry[]
  /** Where the rules of the prize game stand, while that page is open. */
  termsAddress: string | null
  /** What stands at the head of the page. */
  children: ReactNode
}

const NO_TOKEN = 'Runda je počela bez veze, pa se ovaj rezultat ne može upisati.'
const SIGN_UP = 'Upiši se na ljestvicu'

/** The game, who plays it, and the best twenty; knows what becomes of a score. */
export function GameRoom({ title, gameUrl, top, termsAddress, children }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const player = useKept(keptPlayer)
  const own = useKept(keptEntry)
  const [isFull, setIsFull] = useState(false)
  const [form, setForm] = useState<{ faults: Record<string, string[]> } | null>(null)
  const takeToken = useStartTokens()
  const round = useRef<string | null>(null)
  const last = useRef<(Omit<WaitingScore, 'token'> & { token: string | null }) | null>(null)
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scores = useTopScores(top)
  const { outcome, isSending, send, say } = useSubmission({
    onSaved: scores.refresh,
    onPlayerRefused: (faults) => openForm(faults),
    onOutcome: ({ text }) => note(text),
  })
  const note = useGameFrame(frame, gameUrl, onMessage)

  function onMessage(message: GameMessage) {
    if (message.type === 'igrica:sign-up') return openForm()
    if (message.type === 'igrica:start') {
      round.current = takeToken()
      return
    }
    const { type: _, ...score } = message
    // A game that does not say when it starts began at the latest with the spare token.
    const token = round.current ?? last.current?.token ?? takeToken()
    round.current = null
    last.current = { ...score, token }
    clearTimeout(debounce.current)
    debounce.current = setTimeout(submit, SCORE_DEBOUNCE_MS)
  }

  /** Keeps the best score that is not on the server yet, and sends it. */
  function submit() {
    const ended = last.current
    last.current = null
    if (!ended || ended.score === 0) return
    const waiting = keptScore.get()
    // Its own token, or that of the waiting score, which it then replaces.
    const token = ended.token ?? waiting?.token
    if (!token) return say({ tone: 'refused', text: NO_TOKEN })
    if (!waiting || ended.score > waiting.score) keptScore.set({ ...ended, token })
    if (keptPlayer.get()) void send()
    else note(`${formatPoints(ended.score)} bodova čeka na tvoj nadimak.`, SIGN_UP)
  }

  function openForm(faults: Record<string, string[]> = {}) {
    setIsFull(false)
    setForm({ faults })
  }

  function onPlayer() {
    setForm(null)
    void send()
  }

  return (
    <div className="poster-game">
      <div className="poster-game-head">{children}</div>
      <Stage ref={frame} title={title} src={gameUrl} isFull={isFull} onFull={setIsFull} />
      <PlayerCard
        player={player}
        form={form}
        onOpen={() => setForm({ faults: {} })}
        onClose={() => setForm(null)}
        onPlayer={onPlayer}
        outcome={outcome}
        isSending={isSending}
        onRetry={() => void send()}
        termsAddress={termsAddress}
      />
      <Leaderboard rows={scores.rows} own={player ? own : null} isStale={scores.isStale} />
    </div>
  )
}
