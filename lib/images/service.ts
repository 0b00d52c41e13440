import { getDb } from '@/db/client'
import { getImage, type StoredImage } from '@/db/queries/images'
import { notFound } from '@/lib/http/errors'

/** A stored picture by the SHA-256 (hex) of its bytes. Throws not_found, also for what is no hash. */
export async function readImage(hash: string): Promise<StoredImage> {
  const image = /^[0-9a-f]{64}$/.test(hash) ? await getImage(getDb(), hash) : null
  if (!image) throw notFound('Slika ne postoji.')
  return image
}
