import type { TimetableDay } from '@/components/public/programme/timetable-values'
import { setAnchor } from '@/lib/programme/address'
import type { TimetableSet } from './set-block'
import { nowAndNext, useNow } from './use-now'

/**
 * Time in ms before its start from which a set is announced as the next one. Later sets do not
 * belong to tonight.
 */
const NEXT_SET_WINDOW_MS = 12 * 3_600_000

/** Fragment of the URL, without the #, that shows a stage on the timetable. */
export const stageAnchor = (id: number) => `pozornica-${id}`

interface Props {
  days: TimetableDay[]
  /** Whether the timetable shows a set; false for the sets that its filter leaves out. */
  isShown: (set: TimetableSet) => boolean
}

/** Links to the stages on the timetable, each with the current and the next set of the stage. */
export function StageBoard({ days, isShown }: Props) {
  const all = days.flatMap(({ stages }) => stages)
  const stages = new Map(all.map(({ id, name }) => [id, name]))
  return (
    <nav aria-label="Pozornice" className="poster-column pt-6">
      <ul className="stage-board">
        {[...stages].map(([id, name]) => {
          const parts = all.filter((stage) => stage.id === id)
          const hours = days.length > 1 ? daysOf(id, days) : (parts[0]?.hours ?? '')
          return (
            <StageLink
              key={id}
              id={id}
              name={name}
              sets={parts.flatMap((part) => part.sets)}
              hours={hours}
              isShown={isShown}
            />
          )
        })}
      </ul>
    </nav>
  )
}

function daysOf(stage: number, days: TimetableDay[]): string {
  const parts = days.filter(({ stages }) => stages.some(({ id }) => id === stage))
  const ends = new Set([parts[0]?.title, parts.at(-1)?.title])
  return [...ends].join(' – ')
}

interface StageLinkProps {
  id: number
  name: string
  sets: TimetableSet[]
  /** Text shown on any other day: the hours or days at which there are sets on this stage. */
  hours: string
  isShown: Props['isShown']
}

function StageLink({ id, name, sets, hours, isShown }: StageLinkProps) {
  const at = useNow()
  const { now, next } = at === null ? {} : nowAndNext(sets, at)
  const isSoon =
    at !== null && next !== undefined && Date.parse(next.startsAt) - at < NEXT_SET_WINDOW_MS
  const announced = now ?? (isSoon ? next : undefined)
  return (
    <li>
      <a href={`#${announced && isShown(announced) ? setAnchor(announced.id) : stageAnchor(id)}`}>
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
