'use client'

import '../poster/game.css'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { formatPoints, OWN_GAME, SCORE_DEBOUNCE_MS } from '@/lib/leaderboard/rules'
import type { LeaderboardEntry } from '@/lib/leaderboard/schema'
import { Leaderboard, useTopScores } from '../leaderboard/leaderboard'
import { keptEntry, keptPlayer, keptScore, useKept, type WaitingScore } from './kept'
import { PlayerCard } from './player-card'
import { useRounds, useSubmission } from './scores'
import { GameFrame, type GameMessage, shouldGoFullscreen, useGameFrame } from './stage'

interface Props {
  title: string
  gameUrl: string
  top: LeaderboardEntry[]
  /** Path of the terms of the prize game; null while that page is hidden. */
  termsAddress: string | null
  /** Header of the page, shown above the game. */
  children: ReactNode
}

const NO_TOKEN = 'Runda je počela bez veze, pa se ovaj rezultat ne može upisati.'
const SIGN_UP = 'Upiši se na ljestvicu'

/**
 * Page `/igrica`: the game, the player's name, and the leaderboard. Stores and sends the scores.
 */
export function GamePage({ title, gameUrl, top, termsAddress, children }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const player = useKept(keptPlayer)
  const own = useKept(keptEntry)
  const [isFull, setIsFull] = useState(false)
  const [form, setForm] = useState<{ faults: Record<string, string[]> } | null>(null)
  const rounds = useRounds((seed) => tell({ type: 'igrica:round', seed }))
  /**
   * Whether the player has left full screen by hand. The next round then does not enter it again.
   */
  const hasLeft = useRef(false)
  const token = useRef<string | null>(null)
  const last = useRef<WaitingScore | 'unproved' | null>(null)
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scores = useTopScores(top, gameUrl)
  const { outcome, isSending, send, say, forget } = useSubmission({
    onSaved: scores.refresh,
    onPlayerRefused: (faults) => openForm(faults),
    onOutcome: ({ text }) => note(text),
  })
  const tell = useGameFrame(frame, gameUrl, onMessage)
  const note = (text: string, action?: string) => tell({ type: 'igrica:note', text, action })

  function onMessage(message: GameMessage) {
    if (message.type === 'igrica:sign-up') return openForm()
    if (message.type === 'igrica:ready') return begin()
    if (message.type === 'igrica:start') {
      token.current = rounds.take(message.seed)
      if (!hasLeft.current && shouldGoFullscreen()) setIsFull(true)
      // Scrolls the whole game into view. The statement below gives it the keyboard focus.
      else frame.current?.scrollIntoView({ block: 'nearest' })
      return frame.current?.focus({ preventScroll: true })
    }
    const { score, presses } = message
    if (gameUrl !== OWN_GAME) last.current = { score }
    else if (!token.current || !presses) last.current = 'unproved'
    else last.current = { score, proof: { token: token.current, presses } }
    token.current = null
    clearTimeout(debounce.current)
    debounce.current = setTimeout(() => submit(score), SCORE_DEBOUNCE_MS)
  }

  /**
   * Called when the game is ready: sends it the next round. On a device with a mouse it also gets
   * the keyboard focus, unless another element has it.
   */
  function begin() {
    tell({ type: 'igrica:here' })
    rounds.offer()
    const hasKeys = matchMedia('(hover: hover) and (pointer: fine)').matches
    if (hasKeys && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true })
  }

  /**
   * Stores the best score that is not on the server yet, and sends it if the player's name is
   * known.
   */
  function submit(score: number) {
    const ended = last.current
    last.current = null
    if (!ended || score === 0) return
    const waiting = keptScore.get()
    if (ended === 'unproved') {
      say({ tone: 'refused', text: NO_TOKEN })
      if (!waiting) return
    } else if (!waiting || ended.score > waiting.score) keptScore.set(ended)
    if (keptPlayer.get()) void send()
    else note(`${formatPoints(score)} bodova čeka na tvoj nadimak.`, SIGN_UP)
  }

  const fill = useCallback((full: boolean) => {
    hasLeft.current = !full
    setIsFull(full)
  }, [])

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
      <GameFrame ref={frame} title={title} src={gameUrl} isFull={isFull} onFull={fill} />
      <PlayerCard
        player={player}
        form={form}
        onOpen={() => setForm({ faults: {} })}
        onClose={() => setForm(null)}
        onPlayer={onPlayer}
        onForget={forget}
        outcome={outcome}
        isSending={isSending}
        onRetry={() => void send()}
        termsAddress={termsAddress}
      />
      <Leaderboard rows={scores.rows} own={player ? own : null} isStale={scores.isStale} />
    </div>
  )
}
