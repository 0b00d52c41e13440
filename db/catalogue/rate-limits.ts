import type { rateLimits } from '../schema/rate-limits'
import type { TableFacts } from './facts'
import { inner } from './facts'

export const RATE_LIMITS = {
  atEnd: 'erased',
  columns: {
    key: inner('Otisak'),
    points: inner('Koliko puta'),
    expire: inner('Vrijedi do'),
  },
} as const satisfies TableFacts<keyof typeof rateLimits.$inferSelect>

/** Facts of the tables in this file, by the names of the tables in db/schema. */
export const RATE_LIMIT_TABLES = { rateLimits: RATE_LIMITS } as const
