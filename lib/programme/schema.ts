import { z } from 'zod'
import { flagResponse, instantResponse, requiredText } from '@/lib/http/fields'
import { patchBody } from '@/lib/http/precondition'
import { instantOn, nextInstant, readClock } from './rules'

/** Messages about sets and stages, for the server and the screens. */
export const PROGRAMME_MESSAGES = {
  notThere: 'Nastup ne postoji ili je obrisan.',
  noStage: 'Ta pozornica ne postoji ili je obrisana.',
  noPerformer: 'Taj izvođač ne postoji ili je obrisan.',
  nameless: 'Odaberite izvođača ili upišite naziv.',
  chooseStage: 'Odaberite pozornicu.',
  badInstant: 'Vrijednost mora biti datum i vrijeme',
  badDay: 'Upišite dan kao 21.11.2026.',
  badClock: 'Upišite vrijeme kao 21:30',
  stageMissing: 'Unesite naziv pozornice.',
  stageTaken: 'Pozornica tog naziva već postoji.',
  stageInUse: (sets: number) =>
    `Pozornica ima nastupe (${sets}). Premjestite ih ili obrišite pa pokušajte ponovno.`,
  badIds: 'Navedite brojeve nastupa odvojene zarezom, najviše 200 njih.',
  stagesReorderFailed: 'Promjena poretka pozornica nije uspjela.',
}

const { badInstant, nameless, stageMissing } = PROGRAMME_MESSAGES

/** A set in responses of the API. */
export const setResponse = z.object({
  id: z.int(),
  stageId: z.int(),
  /** Name of the stage. */
  stage: z.string(),
  performerId: z.int().nullable(),
  /** Name that is shown: the title of the set, or else the name of its performer. */
  name: z.string(),
  title: z.string(),
  /** Slug of the performer in the line-up; null if visitors cannot see the performer. */
  slug: z.string().nullable(),
  startsAt: instantResponse,
  endsAt: instantResponse,
  /**
   * 0 if visitors cannot see the set, because its performer is hidden and it has no title (rule
   * 8.9).
   */
  visible: flagResponse,
})

export type ProgrammeSet = z.infer<typeof setResponse>

const number = z.int().min(1).max(2_147_483_647)

const isPlausibleYear = (year: number) => year > 1999 && year < 2200

const instant = z.iso
  .datetime({ offset: true, error: badInstant })
  .refine((at) => isPlausibleYear(new Date(at).getUTCFullYear()), badInstant)
  .transform((at) => new Date(at).toISOString())

const setFields = {
  stageId: number,
  performerId: number.nullable(),
  title: z.string().trim().max(150, 'Najviše 150 znakova'),
  startsAt: instant,
  endsAt: instant,
}

export const newSetBody = z.object({
  ...setFields,
  performerId: setFields.performerId.default(null),
  title: setFields.title.default(''),
})

export type NewSet = z.output<typeof newSetBody>

export const setChange = patchBody(setFields)

export type SetChange = z.output<typeof setChange>

/** A set as typed in the form: a day of the festival and clock times. */
export interface SetValues {
  stageId: string
  /** Id of the performer; '' if the set has no performer. */
  performerId: string
  title: string
  day: string
  from: string
  to: string
}

/**
 * Returns the start and end of a typed set. An end at or before the start is on the next day. Null
 * if a field is invalid.
 */
export function setTimesOf({ day, from, to }: Pick<SetValues, 'day' | 'from' | 'to'>) {
  const [start, end] = [readClock(from), readClock(to)]
  const startsAt = start && instantOn(day, start)
  const endsAt = startsAt && end ? nextInstant(startsAt, end) : null
  return startsAt && endsAt
    ? { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
    : null
}

const clock = z.string().refine((text) => readClock(text) !== null, PROGRAMME_MESSAGES.badClock)

/** Schema of the form for a set. */
export const setForm = z
  .object({
    stageId: z.string().min(1, PROGRAMME_MESSAGES.chooseStage),
    performerId: z.string(),
    title: setFields.title,
    day: z.string().refine((day) => instantOn(day, '12:00') !== null, PROGRAMME_MESSAGES.badDay),
    from: clock,
    to: clock,
  })
  .refine(({ performerId, title }) => performerId !== '' || title !== '', {
    path: ['performerId'],
    error: nameless,
  })
  .refine((set) => setTimesOf(set) !== null, {
    path: ['from'],
    // The time does not exist on this day: in March the clock skips an hour.
    error: PROGRAMME_MESSAGES.badClock,
    when: ({ issues }) => issues.length === 0,
  })

/** Ids of chosen sets in the URL: `?ids=4,7`. */
export const calendarQuery = z.object({
  ids: z
    .string()
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,199}$/, PROGRAMME_MESSAGES.badIds)
    .transform((text) => text.split(',').map(Number))
    .optional(),
})

export const stageResponse = z.object({
  id: z.int(),
  name: z.string(),
  order: z.int(),
  /** Number of sets on the stage. */
  sets: z.int(),
})

export type Stage = z.infer<typeof stageResponse>

const stageFields = { name: requiredText(60, stageMissing) }

export const newStageBody = z.object(stageFields)

export const stageChange = patchBody(stageFields)
