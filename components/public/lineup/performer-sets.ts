import { festivalDay, formatRange, instantOn } from '@/lib/programme/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import { formatWeekday } from '@/lib/time/zagreb'

/** One set of a performer: time and stage as text. */
export interface PlayedSet {
  id: number
  /** Time such as `21:10–22:00`, with the weekday if the festival has several days. */
  when: string
  stage: string
}

/** Returns a function that lists the sets of a performer by the performer's id. */
export function setsByPerformer(sets: ProgrammeSet[]) {
  const hasDays = new Set(sets.map(({ startsAt }) => festivalDay(startsAt))).size > 1
  return (performer: number): PlayedSet[] =>
    sets
      .filter(({ performerId }) => performerId === performer)
      .map((set) => ({
        id: set.id,
        when: (hasDays ? `${weekdayOf(set)} ` : '') + formatRange(set),
        stage: set.stage,
      }))
}

const weekdayOf = ({ startsAt }: ProgrammeSet) =>
  formatWeekday(instantOn(festivalDay(startsAt), '12:00') as Date)
