import type { idempotencyKeys } from '../schema/idempotency-keys'
import type { TableFacts } from './facts'
import { inner } from './facts'

const IDEMPOTENCY_KEYS = {
  atEnd: 'erased',
  columns: {
    id: inner('Otisak ključa'),
    requestHash: inner('Otisak poslanog'),
    runId: inner('Tko ga radi'),
    status: inner('Ishod'),
    headers: inner('Zaglavlja'),
    // The stored response may contain personal data. It is deleted after a day, or when a person is
    // erased whose data it contains.
    answer: inner('Odgovor'),
    createdAt: inner('Zapisano'),
  },
} as const satisfies TableFacts<keyof typeof idempotencyKeys.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const IDEMPOTENCY_KEY_TABLES = { idempotencyKeys: IDEMPOTENCY_KEYS } as const
