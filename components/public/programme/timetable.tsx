import type { TimetableDay } from '@/components/public/programme/timetable-values'
import type { Phase } from '@/lib/phase/rules'
import { byDayAndStage, formatRange, instantOn, toMinute } from '@/lib/programme/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import type { PublicFestival } from '@/lib/site/types'
import { formatShortDate, formatTime, formatWeekday } from '@/lib/time/zagreb'
import { clockOf } from '../by-phase'
import { LiveTimetable } from './live-timetable'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Day = ReturnType<typeof byDayAndStage<ProgrammeSet>>[number]

interface Props {
  festival: PublicFestival
  phase: Phase
  sets: ProgrammeSet[]
  /** Whether the names of performers link to the line-up; false while the line-up is hidden. */
  isLineupOpen: boolean
}

/**
 * Timetable with the stages side by side on one time axis. One client component renders all of it
 * from short props, because a page contains the output of a server component twice, as HTML and as
 * data.
 */
export function Timetable({ festival, phase, sets, isLineupOpen }: Props) {
  const days = byDayAndStage(sets)
  return (
    <LiveTimetable
      festival={{
        name: `${festival.name} ${festival.year}`,
        url: festival.publicUrl,
      }}
      clock={clockOf({ phase, times: festival })}
      days={days.map((day) => ({
        ...axisOf(day),
        title: days.length > 1 ? dayLabel(day.day) : '',
        stages: day.stages.map(({ id, name, sets }) => ({
          id,
          name,
          hours: hoursOf(sets),
          sets: sets.map((set) => toTimetableSet(set, isLineupOpen)),
        })),
      }))}
    />
  )
}

/** Formats a day dd.mm.yyyy. as `subota 21.11.`. */
function dayLabel(day: string): string {
  const noon = instantOn(day, '12:00') as Date
  return `${formatWeekday(noon)} ${formatShortDate(noon)}`
}

function hoursOf(sets: ProgrammeSet[]): string {
  const [first, last] = [sets[0], sets.at(-1)]
  return first && last ? formatRange({ startsAt: first.startsAt, endsAt: last.endsAt }) : ''
}

/**
 * Returns the time axis of a day: full hours around its sets, and a scale at which the shortest set
 * is readable.
 */
function axisOf({ stages }: Day): Pick<TimetableDay, 'axisStart' | 'hours' | 'unit'> {
  const sets = stages.flatMap(({ sets }) => sets)
  const starts = sets.map(({ startsAt }) => Date.parse(startsAt))
  const ends = sets.map(({ endsAt }) => Date.parse(endsAt))
  const axisStart = Math.floor(Math.min(...starts) / HOUR) * HOUR
  const axisEnd = Math.ceil(Math.max(...ends) / HOUR) * HOUR
  const shortest = Math.min(...sets.map((_, i) => ((ends[i] ?? 0) - (starts[i] ?? 0)) / MINUTE))
  return {
    axisStart,
    hours: Array.from({ length: (axisEnd - axisStart) / HOUR + 1 }, (_, i) =>
      formatTime(new Date(axisStart + i * HOUR)).slice(0, 2),
    ),
    unit: Math.min(1.2, Math.max(0.6, 25 / shortest)),
  }
}

const toTimetableSet = (
  { id, name, slug, startsAt, endsAt }: ProgrammeSet,
  isLineupOpen: boolean,
) => ({
  id,
  name,
  slug: isLineupOpen && slug ? slug : undefined,
  startsAt: toMinute(startsAt),
  endsAt: toMinute(endsAt),
  from: formatTime(startsAt),
  until: formatTime(endsAt),
})
