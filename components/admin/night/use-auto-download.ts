import { useEffect, useRef, useState } from 'react'
import { saveFile } from '@/components/admin/data/download-button'
import { ApiError, api } from '@/lib/api-client/client'
import type { EmergencyList } from '@/lib/night/emergency-list/emergency-list-schema'

/**
 * Key in localStorage for the id of the last downloaded emergency list. There is no entry while the
 * automatic download is off.
 */
const STORAGE_KEY = 'night pack taken'

/**
 * Downloads each new emergency list while the page is open, if this is switched on in this browser.
 * A failed download is tried again after each refetch of the lists, whose time is `at`.
 */
export function useAutoDownload(newest: EmergencyList | undefined, at: number) {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isLoading = useRef(false)
  useEffect(() => setOn(localStorage.getItem(STORAGE_KEY) !== null), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each check repeats the request
  useEffect(() => {
    if (!isOn || !newest || isLoading.current) return
    if (Number(localStorage.getItem(STORAGE_KEY)) >= newest.id) return
    isLoading.current = true
    api('GET', '/night/pack', { query: { id: newest.id } })
      .then((file) => {
        saveFile(file)
        localStorage.setItem(STORAGE_KEY, String(newest.id))
        setProblem(undefined)
      })
      .catch((error) => setProblem(error instanceof ApiError ? error.detail : String(error)))
      .finally(() => {
        isLoading.current = false
      })
  }, [isOn, newest, at])

  return {
    isOn,
    problem,
    setOn(next: boolean) {
      if (next) localStorage.setItem(STORAGE_KEY, '0')
      else localStorage.removeItem(STORAGE_KEY)
      setOn(next)
    },
  }
}
