import { festivalDay, formatRange, instantOn } from '@/lib/programme/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import { formatWeekday } from '@/lib/time/zagreb'

/** When and where a performer plays, in words. */
export interface PlayedSet {
  id: number
  /** `21:10–22:00`; of a festival of several days with the day. */
  when: string
  stage: string
}

/** What to ask for when and where a performer plays, by its number. */
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
