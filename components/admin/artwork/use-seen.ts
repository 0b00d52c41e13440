import { useState } from 'react'

/**
 * Returns the stored value that this admin last saw. It follows live updates until a change starts
 * (`isChanging`) and then stays, so that the server refuses to overwrite a change by another admin.
 * `updateSeen` takes the current value, after a conflict was shown or this admin changed it.
 */
export function useSeen(stored: string, isChanging: boolean) {
  const [seenAtStart, setSeenAtStart] = useState<string | null>(null)
  if (isChanging && seenAtStart === null) setSeenAtStart(stored)
  if (!isChanging && seenAtStart !== null) setSeenAtStart(null)
  return { seen: seenAtStart ?? stored, updateSeen: () => setSeenAtStart(null) }
}
