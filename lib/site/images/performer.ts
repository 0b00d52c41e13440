import { cacheLife, cacheTag } from 'next/cache'
import sharp from 'sharp'
import type { CacheTag } from '@/lib/cache/tags'
import { readPicture } from '@/lib/images/service'
import type { LineupItem } from '@/lib/lineup/schema'
import { INK, PAPER, SIGNAL } from '@/lib/text/colours'
import { balancedLines, lettering, letteringWidth, OG_SIZE, stickerLettering } from './picture'

/** Position and maximum size of the performer's name in px, across the edge of the photo. */
const NAME = { left: 50, width: 760, height: 330, largest: 190 }

/** Top of the sticker in px, so that it does not cover the performer's name below. */
const STICKER_TOP = 40

/**
 * Returns the share image of a performer (JPEG): the photo, with the name across its edge as on the
 * line-up page.
 */
export const getPerformerPicture = (
  { name, image }: LineupItem,
  festival: string,
  sticker: string | null,
) => pictureOf(name, image, festival, sticker)

/**
 * Draws and caches the share image. The cache key needs no tag version: the URL of a photo contains
 * its hash, so the image for the same arguments never changes.
 */
async function pictureOf(
  name: string,
  image: string,
  festival: string,
  sticker: string | null,
): Promise<Uint8Array> {
  'use cache'
  cacheTag('lineup' satisfies CacheTag)
  cacheLife('max')
  const { width, height } = OG_SIZE
  const photo = await sharp(await readPicture({ src: image }))
    .resize(height, height, { fit: 'cover' })
    .toBuffer()
  const type = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${nameStrips(name)}${lettering(festival, NAME.left, 92, 46, SIGNAL)}${stickerLettering(sticker, STICKER_TOP)}</svg>`
  const picture = await sharp({ create: { width, height, channels: 3, background: INK } })
    .composite([{ input: photo, left: width - height, top: 0 }, { input: Buffer.from(type) }])
    .jpeg({ quality: 84 })
    .toBuffer()
  return new Uint8Array(picture)
}

/** Draws the name in dark letters on strips of paper, one strip per line, from the bottom up. */
function nameStrips(name: string): string {
  const lines = balancedLines(name)
  const size = Math.min(
    NAME.largest,
    NAME.width / Math.max(...lines.map(letteringWidth)),
    NAME.height / lines.length,
  )
  return lines
    .map((line, i) => {
      const bottom = OG_SIZE.height - 60 - (lines.length - 1 - i) * size * 1.1
      const [x, y] = [NAME.left - size * 0.12, bottom - size * 1.02]
      const width = (letteringWidth(line) + 0.3) * size
      return (
        `<g transform="rotate(-1.5 ${x} ${bottom})">` +
        `<path fill="${PAPER}" d="M${x} ${y}h${width}v${size * 1.12}h-${width}z"/>` +
        `${lettering(line, NAME.left, bottom - size * 0.1, size, INK)}</g>`
      )
    })
    .join('')
}
