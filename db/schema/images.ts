import { sql } from 'drizzle-orm'
import { check, pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Re-encoded images. The key is the SHA-256 (hex) of the bytes, so a stored image never changes.
 */
export const images = pgTable(
  'images',
  {
    hash: c.text().primaryKey(),
    mime: c.text().notNull(),
    width: c.integer().notNull(),
    height: c.integer().notNull(),
    bytes: c.bytea().notNull(),
    createdAt: c.createdAt(),
  },
  () => [
    check('images_hash_sha256', sql`hash ~ '^[0-9a-f]{64}$'`),
    check('images_size_positive', sql`width > 0 and height > 0`),
  ],
)

/** Required foreign key to an image. */
export const imageHash = () =>
  c
    .text()
    .notNull()
    .references(() => images.hash)
