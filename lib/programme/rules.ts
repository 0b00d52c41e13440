import { formatDate, formatTime, parseZagrebDateTime } from '@/lib/time/zagreb'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Minutes by which a set is moved on the timetable. */
export const STEP = 5

/** Hours that a set lasts at most: a longer one has a wrong day. */
const LONGEST = 12

/** Whoever plays before six in the morning plays on the day before: a night ends after midnight. */
const DAY_BEGINS = 6

/** A set as far as time and place go; instants as ISO text. */
export interface Timed {
  stageId: number
  startsAt: string
  endsAt: string
}

/** The day of the festival that an instant is of, as dd.mm.yyyy. in Zagreb. */
export function festivalDay(at: Date | string): string {
  const isAfterMidnight = Number(formatTime(at).slice(0, 2)) < DAY_BEGINS
  return formatDate(isAfterMidnight ? new Date(new Date(at).getTime() - 12 * HOUR) : at)
}

/** A time as a person types it, `21:30`, `21.30`, `2130` or `21`, as hh:mm; null for what is none. */
export function readClock(text: string): string | null {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? []
  if (hours === '' || Number(hours) > 24 || Number(minutes) > 59) return null
  if (Number(hours) === 24) return minutes === '00' ? '00:00' : null
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** The instant at which a clock shows hh:mm on a day (dd.mm.yyyy.) of the festival; null where none does. */
export function instantOn(day: string, clock: string): Date | null {
  const noon = parseZagrebDateTime(`${day.trim()} 12:00`)
  if (!noon) return null
  const isAfterMidnight = Number(clock.slice(0, 2)) < DAY_BEGINS
  const date = formatDate(isAfterMidnight ? new Date(noon.getTime() + 24 * HOUR) : noon)
  return parseZagrebDateTime(`${date} ${clock}`)
}

/** The first instant behind `after` at which a clock shows hh:mm. */
export function nextInstant(after: Date, clock: string): Date | null {
  const today = parseZagrebDateTime(`${formatDate(after)} ${clock}`)
  if (today && today > after) return today
  const noon = parseZagrebDateTime(`${formatDate(after)} 12:00`) as Date
  return parseZagrebDateTime(`${formatDate(new Date(noon.getTime() + 24 * HOUR))} ${clock}`)
}

/** `21:10–22:00`, in Zagreb. */
export const formatRange = ({ startsAt, endsAt }: Pick<Timed, 'startsAt' | 'endsAt'>) =>
  `${formatTime(startsAt)}–${formatTime(endsAt)}`

/** What is wrong with a set, and with which field of it. */
export interface SetProblem {
  field: 'startsAt' | 'endsAt'
  sentence: string
}

interface Around {
  /** The sets of its stage, itself maybe among them. */
  others: (Timed & { id: number; name: string; stage: string })[]
  /** When the doors open, where that is known and counts. */
  opensAt: string | null
}

/** Whether a set can be where it is to be: in order, behind the doors, alone on its stage. */
export function setProblem(set: Timed & { id?: number }, { others, opensAt }: Around) {
  const [from, to] = [Date.parse(set.startsAt), Date.parse(set.endsAt)]
  const wrong = (field: SetProblem['field'], sentence: string): SetProblem => ({ field, sentence })
  if (to <= from) return wrong('endsAt', 'Kraj mora biti poslije početka.')
  if (to - from > LONGEST * HOUR)
    return wrong('endsAt', `Nastup može trajati najviše ${LONGEST} sati.`)
  if (opensAt && from < Date.parse(opensAt))
    return wrong(
      'startsAt',
      `Vrata se otvaraju ${formatDate(opensAt)} u ${formatTime(opensAt)}: nastup ne može početi prije toga.`,
    )
  const other = others.find(
    (one) => one.id !== set.id && one.stageId === set.stageId && isTogether(one, set),
  )
  if (!other) return null
  return wrong(
    'startsAt',
    `U to je vrijeme na pozornici „${other.stage}” već ${other.name} (${formatRange(other)}).`,
  )
}

/** Whether two sets are on at once; one may begin when the other ends. */
const isTogether = (a: Pick<Timed, 'startsAt' | 'endsAt'>, b: Pick<Timed, 'startsAt' | 'endsAt'>) =>
  Date.parse(a.startsAt) < Date.parse(b.endsAt) && Date.parse(b.startsAt) < Date.parse(a.endsAt)

/** A set so many minutes later, or sooner. */
export const shiftSet = <S extends Timed>(set: S, minutes: number, stageId = set.stageId): S => ({
  ...set,
  stageId,
  startsAt: new Date(Date.parse(set.startsAt) + minutes * MINUTE).toISOString(),
  endsAt: new Date(Date.parse(set.endsAt) + minutes * MINUTE).toISOString(),
})

interface Day<S> {
  /** dd.mm.yyyy. */
  day: string
  stages: { id: number; name: string; sets: S[] }[]
}

/** A programme by days and stages, both in their order; whatever is empty is left out. */
export function byDayAndStage<S extends Timed & { stage: string }>(sets: S[]): Day<S>[] {
  const inTime = [...sets].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  const days = [...new Set(inTime.map(({ startsAt }) => festivalDay(startsAt)))]
  const stages = new Map(sets.map(({ stageId, stage }) => [stageId, stage]))
  return days.map((day) => ({
    day,
    stages: [...stages].flatMap(([id, name]) => {
      const its = inTime.filter((set) => set.stageId === id && festivalDay(set.startsAt) === day)
      return its.length > 0 ? [{ id, name, sets: its }] : []
    }),
  }))
}

/** An instant to the minute: shorter, and as much as a programme says. */
export const toMinute = (at: string) => `${at.slice(0, 16)}Z`

/** A set where only names and times fit; its times worded here, so that no page brings a calendar along. */
export const toSetSummary = (set: Timed & { id: number; name: string; stage: string }) => {
  const { id, name, stage, startsAt, endsAt } = set
  const from = formatTime(startsAt)
  return { id, name, stage, startsAt: toMinute(startsAt), endsAt: toMinute(endsAt), from }
}

export type SetSummary = ReturnType<typeof toSetSummary>
