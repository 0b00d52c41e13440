import type { ExpectedValues } from '@/lib/http/precondition'
import { type ProgrammeSet, type SetValues, setTimesOf } from '@/lib/programme/schema'

/**
 * Expected values for the conflict check, by the names of the form fields. Day, start and end have
 * both times, because a change of one of them sends both.
 */
export function seenOf({ stageId, performerId, title, startsAt, endsAt }: ProgrammeSet) {
  const times = `${startsAt} ${endsAt}`
  return { stageId, performerId, title, day: times, from: times, to: times }
}

/** Form fields that show the start and the end of a set. */
export const SHOWN_BY = { startsAt: ['day', 'from'], endsAt: ['to'] } satisfies Partial<
  Record<keyof ProgrammeSet, (keyof SetValues)[]>
>

/**
 * Converts the changed fields of the form to the body of a change. `typed` contains all fields,
 * because start and end are made from day and clock times together.
 */
export function toPatchBody(
  { seen = {}, ...changed }: Partial<SetValues> & { seen: ExpectedValues },
  typed: SetValues,
) {
  const { day, from, to, ...otherSeen } = seen
  const times = day ?? from ?? to
  if (times === undefined) return { ...withNumericIds(changed), seen }
  const [startsAt, endsAt] = String(times).split(' ')
  return {
    ...withNumericIds(changed),
    ...setTimesOf(typed),
    seen: { ...otherSeen, startsAt: startsAt ?? '', endsAt: endsAt ?? '' },
  }
}

/** Converts ids chosen from lists to numbers. Fields that are not sent are left out. */
export function withNumericIds({ stageId, performerId, title }: Partial<SetValues>) {
  return {
    ...(stageId !== undefined && { stageId: Number(stageId) }),
    ...(performerId !== undefined && {
      performerId: performerId === '' ? null : Number(performerId),
    }),
    ...(title !== undefined && { title }),
  }
}
