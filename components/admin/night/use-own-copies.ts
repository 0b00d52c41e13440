import { useEffect, useRef, useState } from 'react'
import { saveFile } from '@/components/admin/data/download-button'
import { ApiError, api } from '@/lib/api-client/client'
import type { EmergencyList } from '@/lib/night/emergency-list/emergency-list-schema'

/** What this browser keeps: the last pack that it has taken; nothing while it takes none. */
const PLACE = 'night pack taken'

/**
 * Whether this browser takes each new pack by itself while the page is open, and takes it; tries
 * again with every look at what there is (`at`).
 */
export function useAutoDownload(newest: EmergencyList | undefined, at: number) {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState<string>()
  const busy = useRef(false)
  useEffect(() => setOn(localStorage.getItem(PLACE) !== null), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each look is a new try
  useEffect(() => {
    if (!isOn || !newest || busy.current) return
    if (Number(localStorage.getItem(PLACE)) >= newest.id) return
    busy.current = true
    api('GET', '/night/pack', { query: { id: newest.id } })
      .then((file) => {
        saveFile(file)
        localStorage.setItem(PLACE, String(newest.id))
        setProblem(undefined)
      })
      .catch((error) => setProblem(error instanceof ApiError ? error.detail : String(error)))
      .finally(() => {
        busy.current = false
      })
  }, [isOn, newest, at])

  return {
    isOn,
    problem,
    setOn(next: boolean) {
      if (next) localStorage.setItem(PLACE, '0')
      else localStorage.removeItem(PLACE)
      setOn(next)
    },
  }
}
