import { eq } from 'drizzle-orm'
import type { Db } from '../client'
import { images } from '../schema'

export interface StoredImage {
  mime: string
  bytes: Buffer
}

export async function getImage(db: Db, hash: string): Promise<StoredImage | null> {
  const [row] = await db
    .select({ mime: images.mime, bytes: images.bytes })
    .from(images)
    .where(eq(images.hash, hash))
  return row ?? null
}

/** Stores a picture under the hash of its bytes; one that is there already stays. */
export async function insertImage(db: Db, image: typeof images.$inferInsert): Promise<void> {
  await db.insert(images).values(image).onConflictDoNothing()
}
