import { useCallback, useEffect, useRef, useState } from 'react'
import { VERDICTS, type Verdict } from './verdicts'

/** A new person may take over from a verdict that was shown this long, in ms. */
const SHORTEST_LOOK = 800
/** So long a judged code must be out of the picture before it is news again, in ms. */
const REST = 4_000

/** Decides whether a code that the camera sees is news. All times in ms. */
export class ScanRest {
  private shown: { code: string; since: number; isJudged: boolean } | null = null
  private resting = new Map<string, { until: number; isJudged: boolean }>()

  /** The first news among the codes of one picture. A judged one rests for as long as it is seen. */
  see(codes: string[], now: number): string | undefined {
    const news = codes.find((code) => this.isNews(code, now))
    for (const code of codes) {
      const rest = this.resting.get(code)
      if (rest?.isJudged && now < rest.until) rest.until = now + REST
    }
    return news
  }

  /**
   * The verdict on a code is on the screen, and takes the place of the one before. Without
   * `isJudged` it was no answer, and the code may be asked about again where it is.
   */
  show(code: string, now: number, isJudged = true) {
    if (this.shown?.code !== code) this.close(now)
    this.shown = { code, since: now, isJudged }
  }

  /** The screen is free again; the code that was on it rests. */
  close(now: number) {
    for (const [code, { until }] of this.resting) if (until <= now) this.resting.delete(code)
    if (this.shown)
      this.resting.set(this.shown.code, { until: now + REST, isJudged: this.shown.isJudged })
    this.shown = null
  }

  private isNews(code: string, now: number) {
    if (this.shown?.code === code) return false
    if (this.shown && now - this.shown.since < SHORTEST_LOOK) return false
    return now >= (this.resting.get(code)?.until ?? 0)
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
  const [rest] = useState(() => new ScanRest())
  const busy = useRef(false)
  const kept = useRef<string | null>(null)

  const ask = useCallback(
    async (text: string) => {
      if (busy.current) return
      busy.current = true
      setIsAsking(true)
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

  /** What the camera sees in one picture; of several codes the first that is news. */
  const see = useCallback(
    (texts: string[]) => {
      const text = rest.see(texts, Date.now())
      if (text !== undefined && !busy.current && !kept.current) void ask(text)
    },
    [ask, rest],
  )

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

  useHandScanner(ask)
  return { verdict, last, isAsking, see, retry, dismiss }
}

/** Nobody types faster than this, in ms between two keys. */
const FASTEST_HAND = 100
/** Shorter is no code of anything. */
const SHORTEST_CODE = 8

/** A scanner in the hand is a keyboard: it types what it reads, faster than any hand, and Enter. */
function useHandScanner(onRead: (text: string) => void) {
  useEffect(() => {
    let text = ''
    let at = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.timeStamp - at > FASTEST_HAND) text = ''
      at = event.timeStamp
      if (event.key.length === 1) text += event.key
      if (event.key !== 'Enter' || text.length < SHORTEST_CODE) return
      // The Enter ends the code; it presses no button.
      event.preventDefault()
      onRead(text)
      text = ''
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onRead])
}
