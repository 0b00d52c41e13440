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

/** A drawing of `db/seed/art` as a picture of the image store. Paths start at the project. */
export async function renderArt(
  folder: 'performers' | 'sponsors',
  slug: string,
): Promise<SeedImage> {
  const svg = await readFile(`db/seed/art/${folder}/${slug}.svg`)
  const { data: bytes, info } = await sharp(svg, { density: 144 })
    .resize({ width: WIDTH })
    .webp({ quality: 84, alphaQuality: 90, effort: 4, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { hash, mime: 'image/webp', width: info.width, height: info.height, bytes }
}
