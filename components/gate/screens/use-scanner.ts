import { useCallback, useEffect, useRef, useState } from 'react'
import { useHandScanner } from './hand-scanner'
import { VERDICTS, type Verdict } from './verdicts'

/**
 * Minimum time in ms for which a verdict is shown before the verdict on another code replaces it.
 */
const MIN_VERDICT_MS = 800
/**
 * Time in ms without a code in the camera after which the same code counts as a new scan (rule
 * 6.19).
 */
const GONE_AFTER_MS = 1_000
/**
 * Delay in ms after which a code that got no decision, but stays in the camera, is scanned again.
 * It starts when the message about the code closes.
 */
const RESCAN_DELAY_MS = 4_000

interface KnownCode {
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
  private known = new Map<string, KnownCode>()

  /**
   * Returns the first new code of a video frame. A scanned code is ignored while the camera still
   * sees it. Only after a second without it could the code be on a copy of the ticket.
   */
  see(codes: string[], now: number): string | undefined {
    const news = codes.filter((code) => this.isNew(code, now))
    for (const code of codes) {
      const known = this.known.get(code)
      if (known && !news.includes(code)) known.seenAt = now
    }
    const isTooSoon = this.shown !== null && now - this.shown.since < MIN_VERDICT_MS
    return isTooSoon ? undefined : news[0]
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
    if (known && !this.shown.isJudged) known.askAgainAt = now + RESCAN_DELAY_MS
    this.shown = null
    for (const [code, known] of this.known) if (this.isGone(known, now)) this.known.delete(code)
  }

  private isNew(code: string, now: number) {
    const known = this.known.get(code)
    return !known || this.isGone(known, now) || now >= known.askAgainAt
  }

  private isGone({ seenAt }: KnownCode, now: number) {
    return now - seenAt >= GONE_AFTER_MS
  }
}

/**
 * Interval in ms at which a code is checked again while the phone has neither network nor roster.
 */
const RETRY_INTERVAL_MS = 3_000

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
  const [debouncer] = useState(() => new ScanDebouncer())
  const busy = useRef(false)
  const pendingCode = useRef<string | null>(null)
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
      debouncer.ask(text, performance.now())
      const judged = await judge(text)
      busy.current = false
      setIsAsking(false)
      const isAgain = pendingCode.current === text
      pendingCode.current = judged.kind === 'offline' ? text : null
      debouncer.show(text, performance.now(), judged.kind !== 'offline' && judged.kind !== 'error')
      setVerdict(judged)
      // A repeated check that still has no roster is shown, but not announced by sound again.
      if (judged.kind === 'offline' && isAgain) return
      setLast(judged)
      onVerdict(judged)
    },
    [judge, debouncer, onVerdict],
  )

  /** Takes the codes of one video frame. Of several codes, the first new code counts. */
  const see = useCallback(
    (texts: string[]) => {
      const text = debouncer.see(texts, performance.now())
      if (text !== undefined && !busy.current && !pendingCode.current) void ask(text)
    },
    [ask, debouncer],
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
    }, MIN_VERDICT_MS)
    return () => clearTimeout(timer)
  }, [isAsking, read])

  const retry = useCallback(() => {
    if (pendingCode.current) void ask(pendingCode.current)
  }, [ask])

  const dismiss = useCallback(() => {
    pendingCode.current = null
    debouncer.close(performance.now())
    setVerdict(null)
  }, [debouncer])

  useEffect(() => {
    if (!verdict || !Number.isFinite(VERDICTS[verdict.kind].stays)) return
    const timer = setTimeout(dismiss, VERDICTS[verdict.kind].stays)
    return () => clearTimeout(timer)
  }, [verdict, dismiss])

  useEffect(() => {
    if (verdict?.kind !== 'offline' || isAsking) return
    const timer = setTimeout(retry, RETRY_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [verdict, isAsking, retry])

  useHandScanner(read)
  return { verdict, last, isAsking, see, retry, dismiss }
}
