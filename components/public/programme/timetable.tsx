import type { CSSProperties } from 'react'
import { performerAnchor } from '@/lib/lineup/rules'
import { briefOf, byDayAndStage, festivalDay, formatRange, momentOn } from '@/lib/programme/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import { formatShortDate, formatTime, formatWeekday } from '@/lib/time'
import { OnNow, StageNow } from './on-now'

const MINUTE = 60_000
/** Minutes of a unit, of which the heights of a wide timetable are made. */
const UNIT = 5
const HOUR_UNITS = 60 / UNIT

type Day = ReturnType<typeof byDayAndStage<ProgrammeSet>>[number]

/** `subota 21.11.` of dd.mm.yyyy. */
function dayWords(day: string): string {
  const noon = momentOn(day, '12:00') as Date
  return `${formatWeekday(noon)} ${formatShortDate(noon)}`
}

/** Each stage with what is on there, as the way to its sets. */
export function StageBoard({ sets }: { sets: ProgrammeSet[] }) {
  const days = byDayAndStage(sets)
  const stages = new Map(sets.map(({ stageId, stage }) => [stageId, stage]))
  return (
    <nav aria-label="Pozornice" className="poster-column pt-6">
      <ul className="stage-board">
        {[...stages].map(([id, name]) => {
          const its = sets.filter(({ stageId }) => stageId === id)
          return (
            <li key={id}>
              <a href={`#pozornica-${id}`}>
                <span className="stage-board-name">{name}</span>
                <span className="stage-board-now">
                  <StageNow sets={its.map(briefOf)} hours={hoursOf(its, days.length > 1)} />
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function hoursOf(sets: ProgrammeSet[], hasDays: boolean): string {
  const [first, last] = [sets[0], sets.at(-1)]
  if (!first || !last) return ''
  if (!hasDays) return formatRange({ startsAt: first.startsAt, endsAt: last.endsAt })
  const days = new Set([first, last].map(({ startsAt }) => festivalDay(startsAt)))
  return [...days].map(dayWords).join(' – ')
}

interface Props {
  sets: ProgrammeSet[]
  /** Whether names lead to the line-up. */
  isLineupOpen: boolean
}

/** Who plays when: lists on a phone, and where there is room the stages side by side on one axis of time. */
export function Timetable({ sets, isLineupOpen }: Props) {
  const days = byDayAndStage(sets)
  return (
    <div className="timetable">
      {days.map((day, i) => (
        <section key={day.day} aria-label={days.length > 1 ? dayWords(day.day) : 'Tko kada svira'}>
          {days.length > 1 && (
            <h2 className="poster-type mb-6 text-5xl text-signal md:text-7xl">
              {dayWords(day.day)}
            </h2>
          )}
          <DayTimetable
            day={day}
            isFirst={i === 0}
            Heading={days.length > 1 ? 'h3' : 'h2'}
            isLineupOpen={isLineupOpen}
          />
        </section>
      ))}
      <p>
        <a href="/api/programme/calendar.ics" className="poster-button bg-paper text-ink">
          Sve u kalendar
        </a>
      </p>
    </div>
  )
}

interface DayProps {
  day: Day
  isFirst: boolean
  Heading: 'h2' | 'h3'
  isLineupOpen: boolean
}

function DayTimetable({ day, isFirst, Heading, isLineupOpen }: DayProps) {
  const all = day.stages.flatMap(({ sets }) => sets)
  const axis = axisOf(all)
  return (
    <div className="timetable-day" style={axis.style}>
      <ol aria-hidden="true" className="timetable-hours">
        {axis.hours.map(({ at, clock }) => (
          <li key={at} style={{ '--from': at } as CSSProperties}>
            {clock}
          </li>
        ))}
      </ol>
      {day.stages.map((stage) => (
        <div
          key={stage.id}
          id={isFirst ? `pozornica-${stage.id}` : undefined}
          className="timetable-stage"
        >
          <Heading className="timetable-stage-name">{stage.name}</Heading>
          <ol>
            {stage.sets.map((set) => (
              <SetLine key={set.id} set={set} style={axis.place(set)} isLineupOpen={isLineupOpen} />
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

/** The axis of a day: whole hours around its sets, and a scale in which the shortest can be read. */
function axisOf(sets: ProgrammeSet[]) {
  const starts = sets.map(({ startsAt }) => Date.parse(startsAt))
  const ends = sets.map(({ endsAt }) => Date.parse(endsAt))
  const hour = 60 * MINUTE
  const from = Math.floor(Math.min(...starts) / hour) * hour
  const to = Math.ceil(Math.max(...ends) / hour) * hour
  const unitsTo = (at: number) => (at - from) / MINUTE / UNIT
  const shortest = Math.min(...sets.map((_, i) => ((ends[i] ?? 0) - (starts[i] ?? 0)) / MINUTE))
  const unit = Math.min(1.2, Math.max(0.55, (4.25 * UNIT) / shortest))
  return {
    style: { '--units': unitsTo(to), '--unit': `${unit.toFixed(2)}rem` } as CSSProperties,
    hours: Array.from({ length: (to - from) / hour + 1 }, (_, i) => ({
      at: i * HOUR_UNITS,
      clock: formatTime(new Date(from + i * hour)),
    })),
    place: (set: ProgrammeSet) =>
      ({
        '--from': unitsTo(Date.parse(set.startsAt)),
        '--to': unitsTo(Date.parse(set.endsAt)),
      }) as CSSProperties,
  }
}

interface LineProps {
  set: ProgrammeSet
  style: CSSProperties
  isLineupOpen: boolean
}

function SetLine({ set, style, isLineupOpen }: LineProps) {
  const { id, name, slug, startsAt, endsAt } = set
  return (
    <li id={`nastup-${id}`} className="timetable-set" style={style}>
      <p className="timetable-time">
        <time dateTime={startsAt}>{formatTime(startsAt)}</time>
        <span>
          –<time dateTime={endsAt}>{formatTime(endsAt)}</time>
        </span>
      </p>
      <p className="timetable-name">
        {slug && isLineupOpen ? <a href={`/lineup#${performerAnchor(slug)}`}>{name}</a> : name}
        <OnNow startsAt={startsAt} endsAt={endsAt} />
      </p>
      <a href={`/api/programme/${id}/calendar.ics`} title="U kalendar" className="timetable-keep">
        <span className="sr-only">U kalendar: {name}</span>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 6h18v15H3zM3 11h18M8 2v6M16 2v6M12 13.5v5M9.5 16h5" />
        </svg>
      </a>
    </li>
  )
}
