import { performerAddress } from '@/lib/lineup/rules'
import { setAnchor } from '@/lib/programme/address'
import { estimateTextWidth } from '../fitted-type'
import { toggleMine } from './mine'

export interface TimetableSet {
  id: number
  name: string
  /** The performer's address in the line-up, where names lead there. */
  slug?: string
  /** ISO instants, and what a clock shows then. */
  startsAt: string
  endsAt: string
  from: string
  until: string
}

interface Props {
  set: TimetableSet
  /** Where it stands on the axis, in its units. */
  from: number
  to: number
  /** This moment, while the night of the axis is on. */
  at: number | null
  isMine: boolean
  /** Whether the set can still be put into a calendar. */
  canKeep: boolean
  /** Those of one's own that are on at the same time. */
  together: TimetableSet[]
}

/** A set as a piece of paper on the axis, its name as large as the piece. */
export function SetBlock({ set, from, to, at, isMine, canKeep, together }: Props) {
  const { id, name, slug, startsAt, endsAt } = set
  const isOver = at !== null && Date.parse(endsAt) <= at
  const isOn = at !== null && !isOver && Date.parse(startsAt) <= at
  const style = { '--from': from, '--to': to, ...estimateTextWidth(name) }
  return (
    <li
      id={setAnchor(id)}
      className="timetable-set"
      data-is={isOn ? 'on' : isOver ? 'over' : undefined}
      data-mine={isMine || undefined}
      style={style}
    >
      <p className="timetable-time">
        <time dateTime={startsAt}>{set.from}</time>
        <span>
          –<time dateTime={endsAt}>{set.until}</time>
        </span>
      </p>
      <p className="timetable-name">{slug ? <a href={performerAddress(slug)}>{name}</a> : name}</p>
      {isOn && <strong className="set-now">Sada</strong>}
      {together.length > 0 && (
        <p className="timetable-clash">
          Preklapa se s: {together.map((other) => other.name).join(', ')}
        </p>
      )}
      <button
        type="button"
        aria-pressed={isMine}
        aria-label={`Moje: ${name}`}
        onClick={() => toggleMine(id)}
        className="timetable-mark"
      >
        <Star />
      </button>
      {canKeep && (
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

/** Cut out by hand. */
export const Star = () => (
  <svg aria-hidden="true">
    <use href="#zvijezda" />
  </svg>
)
