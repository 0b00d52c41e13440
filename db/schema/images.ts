import { sql } from 'drizzle-orm'
import { check, pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/** Re-encoded images by the SHA-256 (hex) of their bytes. A stored image never changes. */
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

/** Foreign key to the image that a row must have. */
export const imageHash = () =>
  c
    .text()
    .notNull()
    .references(() => images.hash)
