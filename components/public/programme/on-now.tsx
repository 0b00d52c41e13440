'use client'

import { useNow } from './use-now'

/** The mark of a set that is on; nothing before it and after it. */
export function OnNow({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const now = useNow()
  const isOn = now !== null && Date.parse(startsAt) <= now && now < Date.parse(endsAt)
  return isOn && <strong className="set-now">Sada</strong>
}
