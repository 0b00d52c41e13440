import type { rateLimits } from '../schema/rate-limits'
import type { TableFacts } from './facts'
import { inner } from './facts'

const RATE_LIMITS = {
  atEnd: 'erased',
  columns: {
    key: inner('Otisak'),
    points: inner('Koliko puta'),
    expire: inner('Vrijedi do'),
  },
} as const satisfies TableFacts<keyof typeof rateLimits.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const RATE_LIMIT_TABLES = { rateLimits: RATE_LIMITS } as const
