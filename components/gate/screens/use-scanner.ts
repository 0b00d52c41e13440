import { useCallback, useEffect, useRef, useState } from 'react'
import { useHandScanner } from './hand-scanner'
import { VERDICTS, type Verdict } from './verdicts'

/** A new person may take over from a verdict that was shown this long, in ms. */
const SHORTEST_LOOK = 800
/** A code that the camera has not seen for this long is read again, in ms. */
const GONE_AFTER = 1_000
/** A code without an answer is asked about again this long after its verdict, in ms. */
const ASK_AGAIN_AFTER = 4_000

interface Known {
  seenAt: number
  /** From then on the code is news even where it is: it got no answer. */
  askAgainAt: number
}

/** Decides whether a code that the camera sees is news. All times in ms. */
export class ScanDebouncer {
  private shown: { code: string; since: number; isJudged: boolean } | null = null
  private known = new Map<string, Known>()

  /**
   * The first news among the codes of one picture. A code that was asked about rests for as long
   * as the camera sees it: a copy of it can only come after a moment without it.
   */
  see(codes: string[], now: number): string | undefined {
    const news = codes.filter((code) => this.isNews(code, now))
    for (const code of codes) {
      const known = this.known.get(code)
      if (known && !news.includes(code)) known.seenAt = now
    }
    const isLookedAt = this.shown !== null && now - this.shown.since < SHORTEST_LOOK
    return isLookedAt ? undefined : news[0]
  }

  /** The code is being asked about. */
  ask(code: string, now: number) {
    this.known.set(code, { seenAt: now, askAgainAt: Number.POSITIVE_INFINITY })
  }

  /** The verdict on a code is on the screen; without `isJudged` it was no answer. */
  show(code: string, now: number, isJudged = true) {
    if (this.shown?.code !== code) this.close(now)
    this.shown = { code, since: now, isJudged }
  }

  /** The screen is free again. */
  close(now: number) {
    if (!this.shown) return
    const known = this.known.get(this.shown.code)
    if (known && !this.shown.isJudged) known.askAgainAt = now + ASK_AGAIN_AFTER
    this.shown = null
    for (const [code, one] of this.known) if (this.isGone(one, now)) this.known.delete(code)
  }

  private isNews(code: string, now: number) {
    const known = this.known.get(code)
    return !known || this.isGone(known, now) || now >= known.askAgainAt
  }

  private isGone({ seenAt }: Known, now: number) {
    return now - seenAt >= GONE_AFTER
  }
}

/** A code that the phone could not judge at all is tried again this often, in ms. */
const RETRY_EVERY = 3_000

/**
 * From a scanned text to a verdict and on to the next person, one code at a time. Only a phone
 * without any roster ever keeps a code waiting, until it has one or the code is given up.
 */
export function useScanner(
  judge: (code: string) => Promise<Verdict>,
  onVerdict: (verdict: Verdict) => void,
) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [last, setLast] = useState<Verdict | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [rest] = useState(() => new ScanDebouncer())
  const busy = useRef(false)
  const kept = useRef<string | null>(null)
  /** Read by hand while another code was being asked about: a hand scanner reads each code once. */
  const waiting = useRef<string[]>([])

  const ask = useCallback(
    async (text: string) => {
      if (busy.current) return
      busy.current = true
      setIsAsking(true)
      rest.ask(text, Date.now())
      const judged = await judge(text)
      busy.current = false
      setIsAsking(false)
      const isAgain = kept.current === text
      kept.current = judged.kind === 'offline' ? text : null
      rest.show(text, Date.now(), judged.kind !== 'offline' && judged.kind !== 'error')
      setVerdict(judged)
      // Being still without a roster is no news: it is shown, not sounded again.
      if (judged.kind === 'offline' && isAgain) return
      setLast(judged)
      onVerdict(judged)
    },
    [judge, rest, onVerdict],
  )

  /** Takes the codes of one picture of the camera. Of several codes, the first new one counts. */
  const see = useCallback(
    (texts: string[]) => {
      const text = rest.see(texts, Date.now())
      if (text !== undefined && !busy.current && !kept.current) void ask(text)
    },
    [ask, rest],
  )

  const read = useCallback(
    (text: string) => {
      if (busy.current) waiting.current.push(text)
      else void ask(text)
      return true
    },
    [ask],
  )

  // The previous verdict stays long enough to be seen.
  useEffect(() => {
    if (isAsking || waiting.current.length === 0) return
    const timer = setTimeout(() => {
      const next = waiting.current.shift()
      if (next !== undefined) read(next)
    }, SHORTEST_LOOK)
    return () => clearTimeout(timer)
  }, [isAsking, read])

  const retry = useCallback(() => {
    if (kept.current) void ask(kept.current)
  }, [ask])

  const dismiss = useCallback(() => {
    kept.current = null
    rest.close(Date.now())
    setVerdict(null)
  }, [rest])

  useEffect(() => {
    if (!verdict || !Number.isFinite(VERDICTS[verdict.kind].stays)) return
    const timer = setTimeout(dismiss, VERDICTS[verdict.kind].stays)
    return () => clearTimeout(timer)
  }, [verdict, dismiss])

  useEffect(() => {
    if (verdict?.kind !== 'offline' || isAsking) return
    const timer = setTimeout(retry, RETRY_EVERY)
    return () => clearTimeout(timer)
  }, [verdict, isAsking, retry])

  useHandScanner(read)
  return { verdict, last, isAsking, see, retry, dismiss }
}
