'use client'

import { useNow } from './use-now'

/** Label 'Sada' (now) of a set that is being played. Empty before and after the set. */
export function OnNow({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const now = useNow()
  const isPlaying = now !== null && Date.parse(startsAt) <= now && now < Date.parse(endsAt)
  return isPlaying && <strong className="set-now">Sada</strong>
}
