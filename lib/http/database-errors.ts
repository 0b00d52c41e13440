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

/** What a failed statement means to the person who caused it; null when it is a fault of ours. */
export function translateDatabaseError(error: unknown): ServiceError | null {
  const failure = databaseFailure(error)
  return failure && Object.assign(ERRORS[failure](), { cause: error })
}

/** For `.catch`: where a value had to be unique and is taken, this refusal; the rest goes on. */
export const onUniqueViolation =
  (refusal: () => ServiceError) =>
  (error: unknown): never => {
    throw databaseFailure(error) === 'taken' ? refusal() : error
  }
