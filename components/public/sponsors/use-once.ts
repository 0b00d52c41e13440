'use client'

import { useRef, useState } from 'react'

/** Runs one thing at a time: the second of two quick presses comes before it can be drawn. */
export function useOnce() {
  const busy = useRef(false)
  const [isBusy, setBusy] = useState(false)
  async function once(run: () => Promise<void>) {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    try {
      await run()
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  return { isBusy, once }
}
