'use client'

import { useState } from 'react'
import type { TimetableDay } from '@/components/public/programme/timetable-values'
import { performerAddress } from '@/lib/lineup/rules'
import { estimateTextWidth } from '../fitted-type'
import { type PhaseClock, usePhase } from '../use-phase'
import { overlaps, useMarkedSets } from './marked-sets'
import { NowLine } from './now-line'
import { SetBlock, Star, type TimetableSet } from './set-block'
import { StageBoard, stageAnchor } from './stage-board'
import { useNow } from './use-now'

const MINUTE = 60_000

/**
 * Minutes in one unit of the time axis. Positions and heights in the timetable are counted in
 * units.
 */
const UNIT = 5

/**
 * Number of stages that fit side by side on a phone. With more stages the timetable scrolls
 * sideways.
 */
const STAGES_ON_PHONE = 3

interface Props {
  festival: { name: string; url: string }
  /** Phase and times of the festival. After the night the links to calendars are hidden. */
  clock: PhaseClock
  days: TimetableDay[]
}

/** The timetable: current sets per stage, all sets on a time axis, and a filter for marked sets. */
export function LiveTimetable({ festival, clock, days }: Props) {
  const isOver = usePhase(clock) === 'after'
  const markedIds = useMarkedSets()
  const [isMarkedOnly, setMarkedOnly] = useState(false)
  const all = days.flatMap(({ stages }) => stages.flatMap(({ sets }) => sets))
  const marked = all.filter(({ id }) => markedIds.includes(id))
  const isShown = ({ id }: TimetableSet) => !isMarkedOnly || markedIds.includes(id)
  const filter = {
    count: marked.length,
    isOn: isMarkedOnly,
    toggle: () => setMarkedOnly((was) => !was),
  }
  return (
    <>
      <ProgrammeData festival={festival} days={days} />
      <StageBoard days={days} isShown={isShown} />
      <div className="timetable">
        <svg aria-hidden="true" className="hidden">
          <symbol id="zvijezda" viewBox="0 0 24 24">
            <path d="m12.4 1.8 2.7 6.9 7.3.3-5.7 4.7 2 7.2-6.5-4-6.1 4.2 1.7-7.2L1.9 9.4l7.5-.5z" />
          </symbol>
          <symbol id="kalendar" viewBox="0 0 24 24">
            <path d="M3 6h18v15H3zM3 11h18M8 2v6M16 2v6M12 13.5v5M9.5 16h5" />
          </symbol>
        </svg>
        {isMarkedOnly && marked.length === 0 && (
          <p role="status" className="poster-column timetable-none">
            Još nemaš svojih nastupa. Dotakni zvjezdicu uz nastup koji ne želiš propustiti: ostaje
            na ovom uređaju.
          </p>
        )}
        {days.map((day, i) => (
          <DaySection
            key={day.axisStart}
            day={day}
            earlier={days.slice(0, i)}
            filter={filter}
            marked={marked}
            isOver={isOver}
          />
        ))}
        {!isOver && <Calendars url={festival.url} marked={marked} />}
      </div>
    </>
  )
}

interface Filter {
  count: number
  isOn: boolean
  toggle: () => void
}

interface DayProps {
  day: TimetableDay
  /** Days before this one. A stage has its anchor on the first day on which it has sets. */
  earlier: TimetableDay[]
  filter: Filter
  marked: TimetableSet[]
  isOver: boolean
}

function DaySection({ day, earlier, filter, marked, isOver }: DayProps) {
  const { title, axisStart, hours, unit, stages } = day
  const now = useNow()
  const units = (at: string | number) =>
    (Number(typeof at === 'string' ? Date.parse(at) : at) - axisStart) / MINUTE / UNIT
  const last = (hours.length - 1) * (60 / UNIT)
  // The current time, or null outside the hours of this axis: then no set is marked as over.
  const at = now !== null && units(now) >= 0 && units(now) < last ? now : null
  const overlapping = overlaps(marked)
  const hasAnchorEarlier = (stage: number) =>
    earlier.some(({ stages }) => stages.some(({ id }) => id === stage))
  const Heading = title ? 'h3' : 'h2'
  return (
    <section aria-label={title || 'Tko kada svira'} className="poster-column">
      {title && <h2 className="timetable-title poster-type">{title}</h2>}
      <div
        className="timetable-day"
        data-many={stages.length > STAGES_ON_PHONE || undefined}
        style={{
          '--units': last,
          '--unit': `${unit}rem`,
          '--stages': stages.length,
          '--at': at === null ? undefined : units(at),
        }}
      >
        <div className="timetable-rail">
          <MarkedFilter {...filter} />
          <ol aria-hidden="true">
            {hours
              .map((hour, i) => [i * (60 / UNIT), hour] as const)
              .map(([from, hour]) => (
                <li key={from} style={{ '--from': from }}>
                  {hour}
                </li>
              ))}
          </ol>
        </div>
        {stages.map(({ id, name, sets }) => (
          <div
            key={id}
            id={hasAnchorEarlier(id) ? undefined : stageAnchor(id)}
            className="timetable-stage"
          >
            <Heading className="timetable-stage-name" style={estimateTextWidth(name)}>
              <span>{name}</span>
            </Heading>
            <ol>
              {sets.map((set) => {
                const isMarked = marked.includes(set)
                if (filter.isOn && !isMarked) return null
                return (
                  <SetBlock
                    key={set.id}
                    set={set}
                    from={units(set.startsAt)}
                    to={units(set.endsAt)}
                    at={at}
                    isMarked={isMarked}
                    hasCalendarLink={!isOver}
                    overlapping={overlapping.get(set.id) ?? []}
                  />
                )
              })}
            </ol>
          </div>
        ))}
        {at !== null && <NowLine units={units(at)} clock={clockAt(day, at)} />}
      </div>
    </section>
  )
}

/**
 * Formats a time as hh:mm from the hours of the axis, so that the page needs no code for time
 * zones.
 */
function clockAt({ axisStart, hours }: TimetableDay, at: number): string {
  const minutes = Math.floor((at - axisStart) / MINUTE)
  return `${hours[Math.floor(minutes / 60)]}:${String(minutes % 60).padStart(2, '0')}`
}

/** Button that shows only the marked sets. It stays visible in the corner of the time axis. */
function MarkedFilter({ count, isOn, toggle }: Filter) {
  return (
    <button type="button" aria-pressed={isOn} onClick={toggle} className="timetable-filter">
      <Star />
      Moje <span>{count}</span>
    </button>
  )
}

const CALENDAR = '/api/programme/calendar.ics'

/**
 * Links to the programme as a calendar file, and to a calendar subscription that follows changes.
 */
function Calendars({ url, marked }: { url: string; marked: TimetableSet[] }) {
  const ids = marked.map(({ id }) => id).join(',')
  return (
    <div className="timetable-dawn">
      <div>
        <p className="timetable-ends poster-column">
          {marked.length > 0 && (
            <a href={`${CALENDAR}?ids=${ids}`} className="poster-button bg-ink text-signal">
              Moje u kalendar
            </a>
          )}
          <a href={CALENDAR} className="poster-button bg-paper text-ink">
            Sve u kalendar
          </a>
          <a href={url.replace(/^https?:/, 'webcal:') + CALENDAR} className="poster-link">
            Prati promjene u kalendaru
          </a>
        </p>
      </div>
    </div>
  )
}

/** Structured data for search engines: the night as a schema.org event, with the sets as parts. */
function ProgrammeData({ festival, days }: Omit<Props, 'clock'>) {
  const stages = days.flatMap(({ stages }) => stages)
  const sets = stages.flatMap(({ sets }) => sets)
  const data = {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: festival.name,
    url: `${festival.url}/satnica`,
    startDate: sets.map(({ startsAt }) => startsAt).sort()[0],
    endDate: sets
      .map(({ endsAt }) => endsAt)
      .sort()
      .at(-1),
    subEvent: stages.flatMap(({ name: stage, sets }) =>
      sets.map(({ name, slug, startsAt, endsAt }) => ({
        '@type': 'MusicEvent',
        name,
        startDate: startsAt,
        endDate: endsAt,
        location: { '@type': 'Place', name: stage },
        ...(slug && { url: festival.url + performerAddress(slug) }),
      })),
    ),
  }
  return (
    <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
  )
}
