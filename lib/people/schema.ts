import { z } from 'zod'
import { PERSON_ENTITIES, PERSON_TABLES_WITH_SCREEN } from '@/db/catalogue/entities'
import { instantResponse } from '@/lib/http/fields'
import { searchText } from '@/lib/http/list-params'
import { recordOf } from '@/lib/text/keys'

const TOO_SHORT = 'Upišite barem tri znaka.'

export const peopleQuery = z.object({ search: searchText.trim().min(3, TOO_SHORT) })

/** A record that contains data of a person. */
const traceResponse = z.object({
  kind: z.enum(PERSON_ENTITIES),
  id: z.string(),
  name: z.string(),
  jmbag: z.string().nullable(),
  email: z.string().nullable(),
  /** Detail of the record: its guest list, subject, score or band. */
  what: z.string(),
  at: instantResponse.nullable(),
})

export type PersonRecord = z.infer<typeof traceResponse>

export const peopleResponse = z.object({
  traces: z.array(traceResponse),
  /** Whether there are more records than the response has. More words in the search find fewer. */
  isCut: z.boolean(),
})

const MAX_IDS = 200
const BAD_SELECTION = 'Neispravan izbor zapisa.'
const numbers = z
  .array(
    z
      .int(BAD_SELECTION)
      .min(1, BAD_SELECTION)
      .max(2 ** 31 - 1, BAD_SELECTION),
    BAD_SELECTION,
  )
  .max(MAX_IDS, BAD_SELECTION)

const ofOnePerson = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z
    .object(shape, 'Neispravan unos')
    .refine(
      (chosen) => Object.values(chosen).some((ids) => (ids as unknown[]).length > 0),
      'Odaberite barem jedan zapis.',
    )

const erasable = {
  guests: numbers.default([]),
  signups: numbers.default([]),
  leaderboard: numbers.default([]),
  mails: z.array(z.uuid(BAD_SELECTION), BAD_SELECTION).max(MAX_IDS, BAD_SELECTION).default([]),
}

/** Ids of the records of one person that an admin has chosen for erasure. */
export const chosenBody = ofOnePerson(erasable)

/**
 * Ids of the records for the file of a person's data. It also includes kinds that are deleted on
 * their own screens.
 */
export const fileBody = ofOnePerson({
  ...erasable,
  ...recordOf(PERSON_TABLES_WITH_SCREEN, () => numbers.default([])),
})

export const fileQuery = z.object({
  format: z.enum(['json', 'html'], 'Nepoznat oblik').default('html'),
})

/** Numbers of erased records by kind. Records that were already deleted do not count. */
export const erasedResponse = z.object({
  guests: z.int(),
  signups: z.int(),
  leaderboard: z.int(),
  mails: z.int(),
})
