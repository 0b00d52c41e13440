import { sql } from 'drizzle-orm'
import { check, customType, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Re-encoded pictures, named by the SHA-256 (hex) of their bytes; never changed once stored. */
export const images = pgTable(
  'images',
  {
    hash: text().primaryKey(),
    mime: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bytea().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  () => [
    check('images_hash_sha256', sql`hash ~ '^[0-9a-f]{64}$'`),
    check('images_size_positive', sql`width > 0 and height > 0`),
  ],
)
