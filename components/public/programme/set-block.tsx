import { performerAddress } from '@/lib/lineup/rules'
import { setAnchor } from '@/lib/programme/address'
import { estimateTextWidth } from '../fitted-type'
import { toggleMarkedSet } from './marked-sets'

export interface TimetableSet {
  id: number
  name: string
  /** Slug of the performer in the line-up; missing where names are not links. */
  slug?: string
  /** Start and end in ISO 8601. `from` and `until` are the same times as hh:mm. */
  startsAt: string
  endsAt: string
  from: string
  until: string
}

interface Props {
  set: TimetableSet
  /** Start and end of the set on the time axis, in units of five minutes. */
  from: number
  to: number
  /** Current time in ms since 1970; null outside the day of the axis. */
  at: number | null
  isMarked: boolean
  /** Whether the set has a calendar link; false after the night. */
  hasCalendarLink: boolean
  /** Other marked sets that overlap with this set. */
  overlapping: TimetableSet[]
}

/**
 * One set on the time axis, drawn as a piece of paper. Its name is as large as the piece allows.
 */
export function SetBlock({ set, from, to, at, isMarked, hasCalendarLink, overlapping }: Props) {
  const { id, name, slug, startsAt, endsAt } = set
  const isOver = at !== null && Date.parse(endsAt) <= at
  const isPlaying = at !== null && !isOver && Date.parse(startsAt) <= at
  const style = { '--from': from, '--to': to, ...estimateTextWidth(name) }
  return (
    <li
      id={setAnchor(id)}
      className="timetable-set"
      data-is={isPlaying ? 'on' : isOver ? 'over' : undefined}
      data-mine={isMarked || undefined}
      style={style}
    >
      <p className="timetable-time">
        <time dateTime={startsAt}>{set.from}</time>
        <span>
          –<time dateTime={endsAt}>{set.until}</time>
        </span>
      </p>
      <p className="timetable-name">{slug ? <a href={performerAddress(slug)}>{name}</a> : name}</p>
      {isPlaying && <strong className="set-now">Sada</strong>}
      {overlapping.length > 0 && (
        <p className="timetable-clash">
          Preklapa se s: {overlapping.map((other) => other.name).join(', ')}
        </p>
      )}
      <button
        type="button"
        aria-pressed={isMarked}
        aria-label={`Moje: ${name}`}
        onClick={() => toggleMarkedSet(id)}
        className="timetable-mark"
      >
        <Star />
      </button>
      {hasCalendarLink && (
        <a href={`/api/programme/${id}/calendar.ics`} className="timetable-keep">
          <span className="sr-only">U kalendar: {name}</span>
          <svg aria-hidden="true">
            <use href="#kalendar" />
          </svg>
        </a>
      )}
    </li>
  )
}

/** Icon of a star, which marks a set. */
export const Star = () => (
  <svg aria-hidden="true">
    <use href="#zvijezda" />
  </svg>
)
