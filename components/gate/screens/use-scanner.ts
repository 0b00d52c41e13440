import { useCallback, useEffect, useRef, useState } from 'react'
import { useHandScanner } from './hand-scanner'
import { VERDICTS, type Verdict } from './verdicts'

/**
 * Minimum time in ms for which a verdict is shown before the verdict on another code replaces it.
 */
const SHORTEST_LOOK = 800
/**
 * Time in ms without a code in the camera after which the same code counts as a new scan (rule
 * 6.19).
 */
const GONE_AFTER = 1_000
/**
 * Delay in ms after which a code that got no decision, but stays in the camera, is scanned again.
 * It starts when the message about the code closes.
 */
const ASK_AGAIN_AFTER = 4_000

interface Known {
  seenAt: number
  /**
   * Time from which the code counts as new although the camera still sees it. Infinite for a
   * decided code.
   */
  askAgainAt: number
}

/**
 * Decides whether a code in the camera is a new scan, or the same code still in view. All times in
 * ms.
 */
export class ScanDebouncer {
  private shown: { code: string; since: number; isJudged: boolean } | null = null
  private known = new Map<string, Known>()

  /**
   * Returns the first new code of a video frame. A scanned code is ignored while the camera still
   * sees it. Only after a second without it could the code be on a copy of the ticket.
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

  /** Records that a code is being checked. */
  ask(code: string, now: number) {
    this.known.set(code, { seenAt: now, askAgainAt: Number.POSITIVE_INFINITY })
  }

  /**
   * Records that the verdict on a code is shown. `isJudged` is false if the phone could not decide.
   */
  show(code: string, now: number, isJudged = true) {
    if (this.shown?.code !== code) this.close(now)
    this.shown = { code, since: now, isJudged }
  }

  /** Records that the verdict is closed, and deletes the codes that are no longer in view. */
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

/**
 * Interval in ms at which a code is checked again while the phone has neither network nor roster.
 */
const RETRY_EVERY = 3_000

/**
 * Checks scanned codes one at a time, and shows each verdict before the next code. A phone without
 * a roster checks a code again until it gets a verdict or the user gives the code up.
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
  /**
   * Texts that a hand scanner read while another code was being checked. They are queued, because a
   * hand scanner reads each code only once.
   */
  const waiting = useRef<string[]>([])

  const ask = useCallback(
    async (text: string) => {
      if (busy.current) return
      busy.current = true
      setIsAsking(true)
      rest.ask(text, performance.now())
      const judged = await judge(text)
      busy.current = false
      setIsAsking(false)
      const isAgain = kept.current === text
      kept.current = judged.kind === 'offline' ? text : null
      rest.show(text, performance.now(), judged.kind !== 'offline' && judged.kind !== 'error')
      setVerdict(judged)
      // A repeated check that still has no roster is shown, but not announced by sound again.
      if (judged.kind === 'offline' && isAgain) return
      setLast(judged)
      onVerdict(judged)
    },
    [judge, rest, onVerdict],
  )

  /** Takes the codes of one video frame. Of several codes, the first new code counts. */
  const see = useCallback(
    (texts: string[]) => {
      const text = rest.see(texts, performance.now())
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

  // Checks the next queued text after a delay, so that the previous verdict can be seen.
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
    rest.close(performance.now())
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
