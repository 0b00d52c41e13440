'use client'

import { formatTime } from '@/lib/time'
import { type BriefSet, OnNow } from './on-now'
import { useNow } from './use-now'

interface Props {
  /** In order of time. */
  sets: (BriefSet & { stage: string })[]
  shown: number
}

/** The first sets; while the night is on, those that are on or come next. */
export function Upcoming({ sets, shown }: Props) {
  const now = useNow()
  const left = now === null ? sets : sets.filter(({ endsAt }) => now < Date.parse(endsAt))
  const from = sets.length - Math.max(left.length, Math.min(shown, sets.length))
  return (
    <ol className="upcoming">
      {sets.slice(from, from + shown).map(({ id, name, stage, startsAt, endsAt }) => (
        <li key={id}>
          <a href={`/satnica#nastup-${id}`}>
            <time dateTime={startsAt} className="upcoming-time">
              {formatTime(startsAt)}
            </time>
            <span className="upcoming-name">{name}</span>
            <span className="upcoming-stage">
              <OnNow startsAt={startsAt} endsAt={endsAt} /> {stage}
            </span>
          </a>
        </li>
      ))}
    </ol>
  )
}
