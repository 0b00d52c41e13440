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
    // May hold anybody's data: it goes after a day, and with each person whom it tells of.
    answer: inner('Odgovor'),
    createdAt: inner('Zapisano'),
  },
} as const satisfies TableFacts<keyof typeof idempotencyKeys.$inferSelect>
