import { cacheLife, cacheTag } from 'next/cache'
import sharp from 'sharp'
import type { CacheTag } from '@/lib/cache/tags'
import { readPicture } from '@/lib/images/service'
import type { LineupItem } from '@/lib/lineup/schema'
import { INK, PAPER, SIGNAL } from '@/lib/text/colours'
import { balancedLines, lettering, letteringWidth, OG_SIZE, stickerLettering } from './picture'

/** Where the name stands, over the edge of the picture. */
const NAME = { left: 50, width: 760, height: 330, largest: 190 }

/** The sticker keeps clear of the name below. */
const STICKER_TOP = 40

/** What is shared of a performer (JPEG): the picture, and the name pasted over its edge as on the wall. */
export const getPerformerPicture = (
  { name, image }: LineupItem,
  festival: string,
  sticker: string | null,
) => pictureOf(name, image, festival, sticker)

/** A picture's address follows from its bytes, so that this never changes. */
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
  const type = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${planks(name)}${lettering(festival, NAME.left, 92, 46, SIGNAL)}${stickerLettering(sticker, STICKER_TOP)}</svg>`
  const picture = await sharp({ create: { width, height, channels: 3, background: INK } })
    .composite([{ input: photo, left: width - height, top: 0 }, { input: Buffer.from(type) }])
    .jpeg({ quality: 84 })
    .toBuffer()
  return new Uint8Array(picture)
}

/** The name in ink on strips of paper, one for each line, from the bottom up. */
function planks(name: string): string {
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
