import type { TimetableDay } from '@/components/public/programme/timetable-values'
import { setAnchor } from '@/lib/programme/address'
import type { TimetableSet } from './set-block'
import { nowAndNext, useNow } from './use-now'

/** Sets further away than this are no news of tonight. */
const SOON = 12 * 3_600_000

/** Each stage with what is on there and what comes next, as the way to it. */
export function StageBoard({ days }: { days: TimetableDay[] }) {
  const all = days.flatMap(({ stages }) => stages)
  const stages = new Map(all.map(({ id, name }) => [id, name]))
  return (
    <nav aria-label="Pozornice" className="poster-column pt-6">
      <ul className="stage-board">
        {[...stages].map(([id, name]) => {
          const its = all.filter((stage) => stage.id === id)
          const hours = days.length > 1 ? daysOf(id, days) : (its[0]?.hours ?? '')
          return (
            <Plank
              key={id}
              id={id}
              name={name}
              sets={its.flatMap((one) => one.sets)}
              hours={hours}
            />
          )
        })}
      </ul>
    </nav>
  )
}

function daysOf(stage: number, days: TimetableDay[]): string {
  const its = days.filter(({ stages }) => stages.some(({ id }) => id === stage))
  const ends = new Set([its[0]?.title, its.at(-1)?.title])
  return [...ends].join(' – ')
}

interface PlankProps {
  id: number
  name: string
  sets: TimetableSet[]
  /** What is said on any other day: from when to when somebody plays there. */
  hours: string
}

function Plank({ id, name, sets, hours }: PlankProps) {
  const at = useNow()
  const { now, next } = at === null ? {} : nowAndNext(sets, at)
  const isSoon = at !== null && next !== undefined && Date.parse(next.startsAt) - at < SOON
  return (
    <li>
      <a href={now ? `#${setAnchor(now.id)}` : `#pozornica-${id}`}>
        <span className="stage-board-name">{name}</span>
        <span className="stage-board-now">
          {now && (
            <span>
              <strong className="set-now">Sada</strong> {now.name} do {now.until}
            </span>
          )}
          <span>{!now && (isSoon ? `U ${next.from}: ${next.name}` : hours)}</span>
        </span>
        {now && isSoon && (
          <span className="stage-board-next">
            Zatim u {next.from}: {next.name}
          </span>
        )}
      </a>
    </li>
  )
}
