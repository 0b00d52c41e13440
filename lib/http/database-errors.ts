import { type DatabaseFailure, databaseFailure } from '@/db/errors'
import { ServiceError } from './errors'

const RETRY_AFTER_SECONDS = 5

const ERRORS: Record<DatabaseFailure, () => ServiceError> = {
  taken: () =>
    new ServiceError('conflict', 'Takav podatak već postoji.', { code: 'already_exists' }),
  in_use: () =>
    new ServiceError('conflict', 'Podatak se koristi drugdje pa se ne može promijeniti.', {
      code: 'in_use',
    }),
  invalid: () => new ServiceError('invalid', 'Neispravan unos'),
  busy: () =>
    new ServiceError('unavailable', 'Baza podataka je zauzeta. Pokušajte za koji trenutak.', {
      code: 'busy',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
  away: () =>
    new ServiceError('unavailable', 'Baza podataka se ne javlja. Pokušajte za koji trenutak.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
}

/** Translates a database error into an error for the user; null for a bug in our own statement. */
export function translateDatabaseError(error: unknown): ServiceError | null {
  const failure = databaseFailure(error)
  return failure && Object.assign(ERRORS[failure](), { cause: error })
}

/** Handler for `.catch`: turns a unique violation into the given error, and rethrows all others. */
export const onUniqueViolation =
  (refusal: () => ServiceError) =>
  (error: unknown): never => {
    throw databaseFailure(error) === 'taken' ? refusal() : error
  }
