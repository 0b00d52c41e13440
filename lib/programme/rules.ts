import { formatDate, formatTime, parseZagrebDateTime } from '@/lib/time/zagreb'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Step in minutes by which a set is moved on the timetable. */
export const STEP = 5

/** Maximum length of a set in hours. A longer set must have a wrong day. */
const MAX_SET_HOURS = 12

/**
 * Hour at which a day of the festival starts (rule 8.8). A set that starts before 06:00 belongs to
 * the day before, because a night ends after midnight.
 */
const DAY_START_HOUR = 6

/** Stage and times of a set. Instants are ISO text. */
export interface Timed {
  stageId: number
  startsAt: string
  endsAt: string
}

/** Returns the day of the festival to which an instant belongs, as dd.mm.yyyy. in Zagreb. */
export function festivalDay(at: Date | string): string {
  const isAfterMidnight = Number(formatTime(at).slice(0, 2)) < DAY_START_HOUR
  return formatDate(isAfterMidnight ? new Date(new Date(at).getTime() - 12 * HOUR) : at)
}

/**
 * Converts a typed time (`21:30`, `21.30`, `2130` or `21`) to hh:mm. Returns null for any other
 * text.
 */
export function readClock(text: string): string | null {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? []
  if (hours === '' || Number(hours) > 24 || Number(minutes) > 59) return null
  if (Number(hours) === 24) return minutes === '00' ? '00:00' : null
  return `${hours.padStart(2, '0')}:${minutes}`
}

/**
 * Returns the instant at which a Zagreb clock shows hh:mm on a day (dd.mm.yyyy.) of the festival.
 * Null if there is none.
 */
export function instantOn(day: string, clock: string): Date | null {
  const noon = parseZagrebDateTime(`${day.trim()} 12:00`)
  if (!noon) return null
  const isAfterMidnight = Number(clock.slice(0, 2)) < DAY_START_HOUR
  const date = formatDate(isAfterMidnight ? new Date(noon.getTime() + 24 * HOUR) : noon)
  return parseZagrebDateTime(`${date} ${clock}`)
}

/** Returns the first instant later than `after` at which a Zagreb clock shows hh:mm. */
export function nextInstant(after: Date, clock: string): Date | null {
  const today = parseZagrebDateTime(`${formatDate(after)} ${clock}`)
  if (today && today > after) return today
  const noon = parseZagrebDateTime(`${formatDate(after)} 12:00`) as Date
  return parseZagrebDateTime(`${formatDate(new Date(noon.getTime() + 24 * HOUR))} ${clock}`)
}

/** Formats the start and end of a set in Zagreb time: `21:10–22:00`. */
export const formatRange = ({ startsAt, endsAt }: Pick<Timed, 'startsAt' | 'endsAt'>) =>
  `${formatTime(startsAt)}–${formatTime(endsAt)}`

/** Problem of a set: the field at fault and the message. */
export interface SetProblem {
  field: 'startsAt' | 'endsAt'
  sentence: string
}

interface SetContext {
  /** Existing sets to compare with. The checked set may be among them. */
  others: (Timed & { id: number; name: string; stage: string })[]
  /** Opening time of the doors; null if it is not set or does not apply. */
  opensAt: string | null
}

/**
 * Returns the first problem of a set: its end is not after its start, it is too long, it starts
 * before the doors open, or it overlaps a set on its stage. Null if there is no problem.
 */
export function setProblem(set: Timed & { id?: number }, { others, opensAt }: SetContext) {
  const [from, to] = [Date.parse(set.startsAt), Date.parse(set.endsAt)]
  const problem = (field: SetProblem['field'], sentence: string): SetProblem => ({
    field,
    sentence,
  })
  if (to <= from) return problem('endsAt', 'Kraj mora biti poslije početka.')
  if (to - from > MAX_SET_HOURS * HOUR)
    return problem('endsAt', `Nastup može trajati najviše ${MAX_SET_HOURS} sati.`)
  if (opensAt && from < Date.parse(opensAt))
    return problem(
      'startsAt',
      `Vrata se otvaraju ${formatDate(opensAt)} u ${formatTime(opensAt)}: nastup ne može početi prije toga.`,
    )
  const overlapping = others.find(
    (other) => other.id !== set.id && other.stageId === set.stageId && overlaps(other, set),
  )
  if (!overlapping) return null
  return problem(
    'startsAt',
    `U to je vrijeme na pozornici „${overlapping.stage}” već ${overlapping.name} (${formatRange(overlapping)}).`,
  )
}

/** Whether two sets overlap. A set may start when the other ends. */
const overlaps = (a: Pick<Timed, 'startsAt' | 'endsAt'>, b: Pick<Timed, 'startsAt' | 'endsAt'>) =>
  Date.parse(a.startsAt) < Date.parse(b.endsAt) && Date.parse(b.startsAt) < Date.parse(a.endsAt)

/**
 * Returns a set that is moved by a number of minutes, earlier if it is negative, and to a stage.
 */
export const shiftSet = <S extends Timed>(set: S, minutes: number, stageId = set.stageId): S => ({
  ...set,
  stageId,
  startsAt: new Date(Date.parse(set.startsAt) + minutes * MINUTE).toISOString(),
  endsAt: new Date(Date.parse(set.endsAt) + minutes * MINUTE).toISOString(),
})

interface Day<S> {
  /** Day of the festival as dd.mm.yyyy. */
  day: string
  stages: { id: number; name: string; sets: S[] }[]
}

/**
 * Groups sets by day and stage. Days are in order of time, stages in the order of the given sets.
 * Empty days and stages are left out.
 */
export function byDayAndStage<S extends Timed & { stage: string }>(sets: S[]): Day<S>[] {
  const byStart = [...sets].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  const days = [...new Set(byStart.map(({ startsAt }) => festivalDay(startsAt)))]
  const stages = new Map(sets.map(({ stageId, stage }) => [stageId, stage]))
  return days.map((day) => ({
    day,
    stages: [...stages].flatMap(([id, name]) => {
      const stageSets = byStart.filter(
        (set) => set.stageId === id && festivalDay(set.startsAt) === day,
      )
      return stageSets.length > 0 ? [{ id, name, sets: stageSets }] : []
    }),
  }))
}

/** Shortens an ISO instant to the minute, since a programme has no seconds. */
export const toMinute = (at: string) => `${at.slice(0, 16)}Z`

/**
 * Shortens a set to its names and times. The start is formatted on the server, so that a page does
 * not load the code for dates.
 */
export const toSetSummary = (set: Timed & { id: number; name: string; stage: string }) => {
  const { id, name, stage, startsAt, endsAt } = set
  const from = formatTime(startsAt)
  return { id, name, stage, startsAt: toMinute(startsAt), endsAt: toMinute(endsAt), from }
}

export type SetSummary = ReturnType<typeof toSetSummary>
