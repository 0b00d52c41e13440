import { eq, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { lineupItems } from '../schema/content'
import { artworks } from '../schema/editions'
import { images } from '../schema/images'
import { sponsors } from '../schema/sponsors'

export interface StoredImage {
  mime: string
  bytes: Buffer
}

export type NewImage = typeof images.$inferInsert

export async function getImage(db: Db, hash: string): Promise<StoredImage | null> {
  const [row] = await db
    .select({ mime: images.mime, bytes: images.bytes })
    .from(images)
    .where(eq(images.hash, hash))
  return row ?? null
}

/**
 * Stores an image under the hash of its bytes. A stored image gets a new `createdAt`, so that
 * `deleteUnusedImages` does not delete it before this transaction refers to it.
 */
export async function insertImage(tx: Db, image: NewImage): Promise<void> {
  await tx
    .insert(images)
    .values(image)
    .onConflictDoUpdate({ target: images.hash, set: { createdAt: sql`now()` } })
}

/**
 * Deletes images that no row refers to, and returns their number. Keeps images younger than an
 * hour, because pages that were loaded before a change still show them. This statement and a
 * concurrent upload of the same image wait for each other.
 */
export async function deleteUnusedImages(db: Db): Promise<number> {
  const deleted = await db.execute(sql`
    delete from ${images} where created_at < now() - interval '1 hour'
      and not exists (select from ${lineupItems} where image_hash = hash)
      and not exists (select from ${sponsors} where image_hash = hash)
      and not exists (select from ${artworks} where image_hash = hash)`)
  return deleted.count
}
