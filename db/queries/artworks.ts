import { eq, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { artworks } from '../schema/editions'
import { images } from '../schema/images'

export interface ArtworkRow {
  slot: string
  /** Hash of the image; null if the slot contains a document. */
  imageHash: string | null
  width: number | null
  height: number | null
  fileName: string
  corners: [number, number][] | null
  updatedAt: Date
}

const columns = {
  slot: artworks.slot,
  imageHash: artworks.imageHash,
  width: images.width,
  height: images.height,
  fileName: artworks.fileName,
  corners: artworks.corners,
  updatedAt: artworks.updatedAt,
}

const select = (db: Db) =>
  db.select(columns).from(artworks).leftJoin(images, eq(images.hash, artworks.imageHash))

/** Lists the artwork slots into which an organiser has uploaded a file. */
export const listArtworks = (db: Db): Promise<ArtworkRow[]> => select(db)

/**
 * Returns the artwork of a slot; null for an empty slot. Locks the whole table against other
 * writers until the end of the transaction, because an empty slot has no row to lock.
 */
export async function lockArtwork(tx: Db, slot: string): Promise<ArtworkRow | null> {
  await tx.execute(sql`lock table ${artworks} in share row exclusive mode`)
  const [row] = await select(tx).where(eq(artworks.slot, slot))
  return row ?? null
}

interface NewArtwork {
  slot: string
  imageHash?: string
  document?: Buffer
  fileName: string
}

/**
 * Stores an image or a document in an artwork slot, in place of the previous file. The map corners
 * of the slot stay unchanged.
 */
export async function putArtwork(tx: Db, { slot, ...file }: NewArtwork): Promise<void> {
  const set = { imageHash: null, document: null, ...file, updatedAt: sql`now()` }
  await tx
    .insert(artworks)
    .values({ slot, ...file })
    .onConflictDoUpdate({ target: artworks.slot, set })
}

export async function setCorners(tx: Db, slot: string, corners: [number, number][]) {
  await tx.update(artworks).set({ corners, updatedAt: sql`now()` }).where(eq(artworks.slot, slot))
}

export async function deleteArtwork(tx: Db, slot: string): Promise<void> {
  await tx.delete(artworks).where(eq(artworks.slot, slot))
}

/**
 * Returns the uploaded file of an artwork slot that takes documents instead of images, and the
 * time of the upload. Null for an empty slot.
 */
export async function getDocument(
  db: Db,
  slot: string,
): Promise<{ document: Buffer; updatedAt: Date } | null> {
  const [row] = await db
    .select({ document: artworks.document, updatedAt: artworks.updatedAt })
    .from(artworks)
    .where(eq(artworks.slot, slot))
  return row?.document ? { document: row.document, updatedAt: row.updatedAt } : null
}
