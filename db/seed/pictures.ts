import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

/** The longer side is never shown larger than this on a phone of double density. */
const WIDTH = 960

export interface SeedImage {
  hash: string
  mime: string
  width: number
  height: number
  bytes: Buffer
}

/**
 * A drawing of `db/seed/art` as a picture of the image store, `size` pixels wide, or high where it
 * is upright. Paths start at the project.
 */
export async function renderArt(
  folder: 'performers' | 'sponsors' | 'site',
  slug: string,
  size = WIDTH,
): Promise<SeedImage> {
  const svg = await readFile(`db/seed/art/${folder}/${slug}.svg`)
  const { width, height } = await sharp(svg).metadata()
  // Drawn in its size at once: larger ones made smaller take three times as long.
  const bytes = await sharp(svg, { density: (72 * size) / Math.max(width, height) })
    .resize({ width: size, height: size, fit: 'inside' })
    .webp({ quality: 84, alphaQuality: 90, effort: 4, smartSubsample: true })
    .toBuffer()
  return toImageRow(bytes)
}

/** A WebP as it is, as a picture of the image store. */
export async function toImageRow(bytes: Buffer): Promise<SeedImage> {
  const { width, height } = await sharp(bytes).metadata()
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { hash, mime: 'image/webp', width, height, bytes }
}
