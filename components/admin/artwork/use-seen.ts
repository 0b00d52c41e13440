import { useState } from 'react'

/**
 * Returns the stored value that this admin last saw. It follows live updates until a change begins
 * (`isChanging`) and then stays, so that the server refuses to overwrite a change by another admin.
 * `seeAgain` takes the current value, after a conflict was shown or this admin changed it.
 */
export function useSeen(stored: string, isChanging: boolean) {
  const [kept, setKept] = useState<string | null>(null)
  if (isChanging && kept === null) setKept(stored)
  if (!isChanging && kept !== null) setKept(null)
  return { seen: kept ?? stored, seeAgain: () => setKept(null) }
}
