'use client'

import '../poster/game.css'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { formatPoints, OWN_GAME, SCORE_DEBOUNCE_MS } from '@/lib/leaderboard/rules'
import type { LeaderboardEntry } from '@/lib/leaderboard/schema'
import { Leaderboard, useTopScores } from '../leaderboard/leaderboard'
import { GameFrame, type GameMessage, shouldGoFullscreen, useGameFrame } from './game-frame'
import {
  storedEntry,
  storedPlayer,
  storedScore,
  useStored,
  type WaitingScore,
} from './game-storage'
import { PlayerCard } from './player-card'
import { useRounds, useSubmission } from './scores'

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
  const player = useStored(storedPlayer)
  const own = useStored(storedEntry)
  const [isFullscreen, setIsFullscreen] = useState(false)
  const [form, setForm] = useState<{ serverErrors: Record<string, string[]> } | null>(null)
  const rounds = useRounds((seed) => sendToGame({ type: 'igrica:round', seed }))
  /**
   * Whether the player has left full screen by hand. The next round then does not enter it again.
   */
  const hasLeftFullscreen = useRef(false)
  const token = useRef<string | null>(null)
  const last = useRef<WaitingScore | 'unproved' | null>(null)
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scores = useTopScores(top, gameUrl)
  const { outcome, isSending, send, showOutcome, removePlayer } = useSubmission({
    onSaved: scores.refresh,
    onPlayerRefused: (serverErrors) => openForm(serverErrors),
    onOutcome: ({ text }) => showNote(text),
  })
  const sendToGame = useGameFrame(frame, gameUrl, onMessage)
  const showNote = (text: string, action?: string) =>
    sendToGame({ type: 'igrica:note', text, action })

  function onMessage(message: GameMessage) {
    if (message.type === 'igrica:sign-up') return openForm()
    if (message.type === 'igrica:ready') return onGameReady()
    if (message.type === 'igrica:start') {
      token.current = rounds.consume(message.seed)
      if (!hasLeftFullscreen.current && shouldGoFullscreen()) setIsFullscreen(true)
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
  function onGameReady() {
    sendToGame({ type: 'igrica:here' })
    rounds.sendNext()
    const hasKeys = matchMedia('(hover: hover) and (pointer: fine)').matches
    if (hasKeys && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true })
  }

  /**
   * Stores the best score that is not on the server yet, and sends it if the player's name is
   * known.
   */
  function submit(score: number) {
    const lastScore = last.current
    last.current = null
    if (!lastScore || score === 0) return
    const waiting = storedScore.get()
    if (lastScore === 'unproved') {
      showOutcome({ tone: 'refused', text: NO_TOKEN })
      if (!waiting) return
    } else if (!waiting || lastScore.score > waiting.score) storedScore.set(lastScore)
    if (storedPlayer.get()) void send()
    else showNote(`${formatPoints(score)} bodova čeka na tvoj nadimak.`, SIGN_UP)
  }

  const changeFullscreen = useCallback((full: boolean) => {
    hasLeftFullscreen.current = !full
    setIsFullscreen(full)
  }, [])

  function openForm(serverErrors: Record<string, string[]> = {}) {
    setIsFullscreen(false)
    setForm({ serverErrors })
  }

  function onPlayer() {
    setForm(null)
    void send()
  }

  return (
    <div className="poster-game">
      <div className="poster-game-head">{children}</div>
      <GameFrame
        ref={frame}
        title={title}
        src={gameUrl}
        isFullscreen={isFullscreen}
        onFullscreen={changeFullscreen}
      />
      <PlayerCard
        player={player}
        form={form}
        onOpen={() => setForm({ serverErrors: {} })}
        onClose={() => setForm(null)}
        onPlayer={onPlayer}
        onForget={removePlayer}
        outcome={outcome}
        isSending={isSending}
        onRetry={() => void send()}
        termsAddress={termsAddress}
      />
      <Leaderboard rows={scores.rows} own={player ? own : null} isStale={scores.isStale} />
    </div>
  )
}
