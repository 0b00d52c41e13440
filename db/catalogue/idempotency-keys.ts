import type { idempotencyKeys } from '../schema/idempotency-keys'
import type { TableFacts } from './facts'
import { inner } from './facts'

export const IDEMPOTENCY_KEYS = {
  atEnd: 'erased',
  columns: {
    id: inner('Otisak ključa'),
    request: inner('Otisak poslanog'),
    run: inner('Tko ga radi'),
    status: inner('Ishod'),
    headers: inner('Zaglavlja'),
    // May contain personal data. Purged after a day, and when a person in it is erased.
    answer: inner('Odgovor'),
    createdAt: inner('Zapisano'),
  },
} as const satisfies TableFacts<keyof typeof idempotencyKeys.$inferSelect>

/** The tables of this file, by their names in the schema. */
export const IDEMPOTENCY_KEY_TABLES = { idempotencyKeys: IDEMPOTENCY_KEYS } as const
