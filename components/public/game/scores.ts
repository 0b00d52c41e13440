import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, api } from '@/lib/api-client/client'
import { formatPoints } from '@/lib/leaderboard/rules'
import type { PlacedEntry } from '@/lib/leaderboard/schema'
import { storedEntry, storedPlayer, storedScore, type WaitingScore } from './game-storage'

export interface Outcome {
  tone: 'saved' | 'waiting' | 'refused'
  text: string
}

/** First and longest delay in ms between attempts to send a stored score. */
const FIRST_RETRY_DELAY_MS = 5_000
const MAX_RETRY_DELAY_MS = 60_000

const isTemporary = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

interface Props {
  onSaved: () => void
  /** Called when the server rejects the nickname or the e-mail address. */
  onPlayerRefused: (fields: Record<string, string[]>) => void
  onOutcome: (outcome: Outcome) => void
}

/**
 * Sends the stored score, and retries while the network or the server fails. The score is removed
 * only after the server has stored it or has rejected it for good.
 */
export function useSubmission({ onSaved, onPlayerRefused, onOutcome }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSending, setIsSending] = useState(false)
  const isBusy = useRef(false)
  const retryDelayMs = useRef(FIRST_RETRY_DELAY_MS)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function showOutcome(next: Outcome) {
    setOutcome(next)
    onOutcome(next)
  }

  async function send() {
    const player = storedPlayer.get()
    const waiting = storedScore.get()
    if (!player || !waiting || isBusy.current) return
    clearTimeout(timer.current)
    isBusy.current = true
    setIsSending(true)
    const { score, proof } = waiting
    try {
      const entry = await api('POST', '/gameLeaderboard', { body: { ...player, score, proof } })
      retryDelayMs.current = FIRST_RETRY_DELAY_MS
      removeScore(waiting)
      // The player may have been forgotten while the score was sent.
      if (storedPlayer.get()?.email === player.email) {
        storedEntry.set(entry)
        showOutcome({ tone: 'saved', text: savedText(score, entry) })
      }
      onSaved()
    } catch (error) {
      handleFailure(error instanceof ApiError ? error : null, waiting)
    } finally {
      isBusy.current = false
      setIsSending(false)
    }
    // A better score may have been stored while this one was sent.
    const newerScore = storedScore.get()
    if (newerScore && !isSame(newerScore, waiting)) void send()
  }

  /** Removes everything that is stored about the player, also the score that is not sent yet. */
  function removePlayer() {
    clearTimeout(timer.current)
    storedPlayer.set(null)
    storedEntry.set(null)
    storedScore.set(null)
    setOutcome(null)
  }

  function removeScore(sent: WaitingScore) {
    const stored = storedScore.get()
    if (stored && isSame(stored, sent)) storedScore.set(null)
  }

  function handleFailure(error: ApiError | null, sent: WaitingScore) {
    // The player was forgotten with the score, or another tab has sent it.
    if (!storedScore.get()) return
    if (!error || isTemporary(error)) {
      timer.current = setTimeout(() => void send(), retryDelayMs.current)
      retryDelayMs.current = Math.min(retryDelayMs.current * 2, MAX_RETRY_DELAY_MS)
      const reason = error?.status ? error.detail : 'Nema veze.'
      const text = `${reason} Rezultat (${formatPoints(sent.score)}) čeka na ovom uređaju i poslat ćemo ga sami.`
      return showOutcome({ tone: 'waiting', text })
    }
    if (error.fields.name || error.fields.email) return onPlayerRefused(error.fields)
    removeScore(sent)
    showOutcome({ tone: 'refused', text: error.detail })
  }

  const retry = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void send()
  })
  useEffect(() => {
    const onEvent = () => retry()
    onEvent()
    window.addEventListener('online', onEvent)
    document.addEventListener('visibilitychange', onEvent)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('online', onEvent)
      document.removeEventListener('visibilitychange', onEvent)
    }
  }, [])

  return { outcome, isSending, send, showOutcome, removePlayer }
}

const isSame = (a: WaitingScore, b: WaitingScore) =>
  a.score === b.score && a.proof?.token === b.proof?.token

function savedText(score: number, entry: PlacedEntry): string {
  const place = entry.rank === null ? '' : `, ${entry.rank}. mjesto`
  if (score < entry.score)
    return `${formatPoints(score)} bodova. Tvoj najbolji je ${formatPoints(entry.score)}${place}.`
  return `Upisano: ${formatPoints(entry.score)} bodova${place}!`
}

interface Round {
  token: string
  seed: number
}

/**
 * Gets rounds from the server, one in advance: the next round is requested as soon as one starts,
 * so that a round can start while there is no network.
 */
export function useRounds(onRound: (seed: number | null) => void) {
  const nextRound = useRef<Round | null>(null)
  /** Whether the last request for a round has failed. */
  const hasFailed = useRef(false)
  const isFetching = useRef(false)

  async function fetchRound() {
    if (nextRound.current || isFetching.current) return
    isFetching.current = true
    try {
      nextRound.current = await api('POST', '/gameLeaderboard/start')
    } catch {
      // Retried with the next round, or when the network is back.
    }
    isFetching.current = false
    hasFailed.current = nextRound.current === null
    sendNext()
  }

  /**
   * Sends the game the seed of the next round, or null if there is none. Also called when the game
   * has loaded, because it misses earlier messages.
   */
  function sendNext() {
    if (nextRound.current || hasFailed.current) onRound(nextRound.current?.seed ?? null)
  }

  /**
   * Marks the prepared round as used and returns its token. Null if the game has started a round
   * with another seed.
   */
  function consume(seed: number | undefined): string | null {
    const round = nextRound.current
    if (round?.seed === seed) nextRound.current = null
    void fetchRound()
    return round && round.seed === seed ? round.token : null
  }

  const prepare = useEffectEvent(() => void fetchRound())
  useEffect(() => {
    const onOnline = () => prepare()
    onOnline()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])

  return { consume, sendNext }
}
