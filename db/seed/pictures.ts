import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

/** Default length of the longer side in pixels, enough for a phone with double pixel density. */
const WIDTH = 960

export interface SeedImage {
  hash: string
  mime: string
  width: number
  height: number
  bytes: Buffer
}

/**
 * Renders a drawing of `db/seed/art` to an image row. `size` is the longer side in pixels. The file
 * is read relative to the working directory.
 */
export async function renderArt(
  folder: 'performers' | 'sponsors' | 'site',
  slug: string,
  size = WIDTH,
): Promise<SeedImage> {
  const svg = await readFile(`db/seed/art/${folder}/${slug}.svg`)
  const { width, height } = await sharp(svg).metadata()
  // Renders at the final size, with little effort: the first start of a demo waits for all drawings.
  const bytes = await sharp(svg, { density: (72 * size) / Math.max(width, height) })
    .resize({ width: size, height: size, fit: 'inside' })
    .webp({ quality: 84, alphaQuality: 90, effort: 2 })
    .toBuffer()
  return toImageRow(bytes)
}

/** Returns the image row of an unchanged WebP file. */
export async function toImageRow(bytes: Buffer): Promise<SeedImage> {
  const { width, height } = await sharp(bytes).metadata()
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { hash, mime: 'image/webp', width, height, bytes }
}
