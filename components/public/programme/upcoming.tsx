'use client'

import { setAddress } from '@/lib/programme/address'
import type { SetSummary } from '@/lib/programme/rules'
import { OnNow } from './on-now'
import { remainingSets, useNow } from './use-now'

interface Props {
  /** Sets in order of time. */
  sets: SetSummary[]
  shown: number
}

/** List of the first sets. During the night, those that are over are left out. */
export function Upcoming({ sets, shown }: Props) {
  const now = useNow()
  return (
    <ol className="upcoming">
      {remainingSets(sets, now ?? 0)
        .slice(0, shown)
        .map(({ id, name, stage, startsAt, endsAt, from }) => (
          <li key={id}>
            <a href={setAddress(id)}>
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
