'use client'

import type { BriefSet } from '@/lib/programme/rules'
import { OnNow } from './on-now'
import { useNow } from './use-now'

interface Props {
  /** In order of time. */
  sets: BriefSet[]
  shown: number
}

/** The first sets; while the night is on, those that are on or come next. */
export function Upcoming({ sets, shown }: Props) {
  const now = useNow()
  const left = now === null ? sets : sets.filter(({ endsAt }) => now < Date.parse(endsAt))
  const first = sets.length - Math.max(left.length, Math.min(shown, sets.length))
  return (
    <ol className="upcoming">
      {sets.slice(first, first + shown).map(({ id, name, stage, startsAt, endsAt, from }) => (
        <li key={id}>
          <a href={`/satnica#nastup-${id}`}>
            <time dateTime={startsAt} className="upcoming-time">
              {from}
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
