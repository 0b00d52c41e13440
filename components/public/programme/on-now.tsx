'use client'

import type { BriefSet } from '@/lib/programme/rules'
import { nowAndNext, useNow } from './use-now'

/** The mark of a set that is on; nothing before it and after it. */
export function OnNow({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const now = useNow()
  const isOn = now !== null && Date.parse(startsAt) <= now && now < Date.parse(endsAt)
  return isOn && <strong className="set-now">Sada</strong>
}

/** Sets further away than this are no news of tonight. */
const SOON = 12 * 3_600_000

/** What is on at a stage and what comes next; on any other day, from when to when it plays. */
export function StageNow({ sets, hours }: { sets: BriefSet[]; hours: string }) {
  const at = useNow()
  const { now, next } = at === null ? {} : nowAndNext(sets, at)
  if (now)
    return (
      <>
        <strong className="set-now">Sada</strong> {now.name} do {now.until}
      </>
    )
  if (at !== null && next && Date.parse(next.startsAt) - at < SOON)
    return `U ${next.from}: ${next.name}`
  return hours
}
