import { eq, sql } from 'drizzle-orm'
import type { Db } from '../client'
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
 * Stores a picture under the hash of its bytes. One that is there already stays and counts
 * as new, so that `deleteUnusedImages` leaves it to the transaction that is about to use it.
 */
export async function insertImage(tx: Db, image: NewImage): Promise<void> {
  await tx
    .insert(images)
    .values(image)
    .onConflictDoUpdate({ target: images.hash, set: { createdAt: sql`now()` } })
}

/**
 * Deletes pictures that nothing shows any more; how many. Whoever uploads one anew waits for
 * this or is waited for, and a page that was opened before the change keeps its pictures
 * for an hour.
 */
export async function deleteUnusedImages(db: Db): Promise<number> {
  const gone = await db.execute(sql`
    delete from ${images} where created_at < now() - interval '1 hour'
      and not exists (select from ${lineupItems} where image_hash = hash)
      and not exists (select from ${sponsors} where image_hash = hash)
      and not exists (select from ${artworks} where image_hash = hash)`)
  return gone.count
}
