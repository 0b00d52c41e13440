import { useCallback, useEffect, useRef, useState } from 'react'
import { VERDICTS } from '../verdict/kinds'
import { judgeScan, type Verdict } from '../verdict/verdict'
import { ScanGate } from './scan-gate'

/** A code that could not be asked about is tried again this often, in ms. */
const RETRY_EVERY = 3_000

/**
 * From a scanned text to a verdict and on to the next person. One code at a time: while
 * the network is away the code is kept and tried again until it gets an answer or is given up.
 */
export function useCheckIn(onVerdict: (verdict: Verdict) => void) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [last, setLast] = useState<Verdict | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [gate] = useState(() => new ScanGate())
  const busy = useRef(false)
  const kept = useRef<{ text: string; firstTry: number } | null>(null)

  const ask = useCallback(
    async (text: string) => {
      if (busy.current) return
      busy.current = true
      setIsAsking(true)
      const lost = kept.current?.text === text ? kept.current : null
      const asked = Date.now()
      const judged = await judgeScan(text, lost?.firstTry ?? null)
      busy.current = false
      setIsAsking(false)
      kept.current = judged.kind === 'offline' ? { text, firstTry: lost?.firstTry ?? asked } : null
      gate.show(text, Date.now(), judged.kind !== 'offline' && judged.kind !== 'error')
      setVerdict(judged)
      // Being still without network is no news: it is shown, not sounded again.
      if (judged.kind === 'offline' && lost) return
      setLast(judged)
      onVerdict(judged)
    },
    [gate, onVerdict],
  )

  /** What the camera sees in one picture; of several codes the first that is news. */
  const see = useCallback(
    (texts: string[]) => {
      const text = gate.see(texts, Date.now())
      if (text !== undefined && !busy.current && !kept.current) void ask(text)
    },
    [ask, gate],
  )

  const retry = useCallback(() => {
    if (kept.current) void ask(kept.current.text)
  }, [ask])

  const dismiss = useCallback(() => {
    kept.current = null
    gate.close(Date.now())
    setVerdict(null)
  }, [gate])

  useEffect(() => {
    if (!verdict || !Number.isFinite(VERDICTS[verdict.kind].stays)) return
    const timer = setTimeout(dismiss, VERDICTS[verdict.kind].stays)
    return () => clearTimeout(timer)
  }, [verdict, dismiss])

  useEffect(() => {
    if (verdict?.kind !== 'offline' || isAsking) return
    const timer = setTimeout(retry, RETRY_EVERY)
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [verdict, isAsking, retry])

  return { verdict, last, isAsking, see, retry, dismiss }
}
