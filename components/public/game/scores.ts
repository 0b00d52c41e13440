import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, api } from '@/lib/api-client/client'
import { formatPoints } from '@/lib/leaderboard/rules'
import type { PlacedEntry } from '@/lib/leaderboard/schema'
import { keptEntry, keptPlayer, keptScore, type WaitingScore } from './kept'

export interface Outcome {
  tone: 'saved' | 'waiting' | 'refused'
  text: string
}

/** First and longest delay in ms between attempts to send a stored score. */
const FIRST_PAUSE = 5_000
const LONGEST_PAUSE = 60_000

const passes = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

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
  const busy = useRef(false)
  const pause = useRef(FIRST_PAUSE)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function say(next: Outcome) {
    setOutcome(next)
    onOutcome(next)
  }

  async function send() {
    const player = keptPlayer.get()
    const waiting = keptScore.get()
    if (!player || !waiting || busy.current) return
    clearTimeout(timer.current)
    busy.current = true
    setIsSending(true)
    const { score, proof } = waiting
    try {
      const entry = await api('POST', '/gameLeaderboard', { body: { ...player, score, proof } })
      pause.current = FIRST_PAUSE
      letGo(waiting)
      // The player may have been forgotten while the score was sent.
      if (keptPlayer.get()?.email === player.email) {
        keptEntry.set(entry)
        say({ tone: 'saved', text: savedText(score, entry) })
      }
      onSaved()
    } catch (error) {
      fail(error instanceof ApiError ? error : null, waiting)
    } finally {
      busy.current = false
      setIsSending(false)
    }
    // A better score may have been stored while this one was sent.
    const left = keptScore.get()
    if (left && !isSame(left, waiting)) void send()
  }

  /** Removes everything that is stored about the player, also the score that is not sent yet. */
  function forget() {
    clearTimeout(timer.current)
    keptPlayer.set(null)
    keptEntry.set(null)
    keptScore.set(null)
    setOutcome(null)
  }

  function letGo(sent: WaitingScore) {
    const now = keptScore.get()
    if (now && isSame(now, sent)) keptScore.set(null)
  }

  function fail(error: ApiError | null, sent: WaitingScore) {
    // The player was forgotten with the score, or another tab has sent it.
    if (!keptScore.get()) return
    if (!error || passes(error)) {
      timer.current = setTimeout(() => void send(), pause.current)
      pause.current = Math.min(pause.current * 2, LONGEST_PAUSE)
      const why = error?.status ? error.detail : 'Nema veze.'
      const text = `${why} Rezultat (${formatPoints(sent.score)}) čeka na ovom uređaju i poslat ćemo ga sami.`
      return say({ tone: 'waiting', text })
    }
    if (error.fields.name || error.fields.email) return onPlayerRefused(error.fields)
    letGo(sent)
    say({ tone: 'refused', text: error.detail })
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

  return { outcome, isSending, send, say, forget }
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
  const spare = useRef<Round | null>(null)
  /** Whether the last request for a round has failed. */
  const isWithout = useRef(false)
  const fetching = useRef(false)

  async function refill() {
    if (spare.current || fetching.current) return
    fetching.current = true
    try {
      spare.current = await api('POST', '/gameLeaderboard/start')
    } catch {
      // Retried with the next round, or when the network is back.
    }
    fetching.current = false
    isWithout.current = spare.current === null
    offer()
  }

  /**
   * Sends the game the seed of the next round, or null if there is none. Also called when the game
   * has loaded, because it misses earlier messages.
   */
  function offer() {
    if (spare.current || isWithout.current) onRound(spare.current?.seed ?? null)
  }

  /**
   * Marks the prepared round as used and returns its token. Null if the game has started a round
   * with another seed.
   */
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
