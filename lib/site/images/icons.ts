import { cacheLife, cacheTag } from 'next/cache'
import sharp from 'sharp'
import { ICONS, type IconFile, isDefault } from '@/lib/artwork/rules'
import { type CacheTag, tagVersion } from '@/lib/cache/tags'
import { readPicture } from '@/lib/images/service'
import { getArtwork } from '@/lib/site/reads'
import { INK } from '@/lib/text/colours'

const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 }

/** How much of a maskable icon the mark takes: a whole square's corners reach further out than our letter's. */
const SHARE = { shipped: 0.74, own: 0.56 }

/** The icon of a file's name, of the mark that the site wears now. */
export const getIcon = (file: IconFile) => iconAt(file, tagVersion('artwork'))

async function iconAt(file: IconFile, _generation: number): Promise<Uint8Array> {
  'use cache'
  cacheTag('artwork' satisfies CacheTag)
  cacheLife('max')
  const { side, purpose } = ICONS[file]
  const { mark } = (await getArtwork()).pictures
  const share = purpose !== 'maskable' ? 1 : isDefault(mark) ? SHARE.shipped : SHARE.own
  const inner = Math.round((side * share) / 2) * 2
  const margin = (side - inner) / 2
  const icon = sharp(await readPicture(mark))
    .resize(inner, inner, { fit: 'contain', background: NOTHING })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: INK })
  const whole = purpose === 'any' ? icon : icon.flatten({ background: INK })
  return new Uint8Array(await whole.png().toBuffer())
}
