import { cacheLife, cacheTag } from 'next/cache'
import sharp from 'sharp'
import { ICONS, type IconFile, isDefault } from '@/lib/artwork/rules'
import { type CacheTag, tagVersion } from '@/lib/cache/tags'
import { readPicture } from '@/lib/images/service'
import { getArtwork } from '@/lib/site/reads'
import { INK } from '@/lib/text/colours'

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Share of a maskable icon's side that the artwork `mark` (the festival's icon) fills. An uploaded
 * image may reach into the corners, which phones cut off, so it is drawn smaller than the default
 * letter.
 */
const SHARE = { shipped: 0.74, own: 0.56 }

/** Returns an icon file, drawn from the current artwork `mark` (the festival's icon). */
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
    .resize(inner, inner, { fit: 'contain', background: TRANSPARENT })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: INK })
  const image = purpose === 'any' ? icon : icon.flatten({ background: INK })
  return new Uint8Array(await image.png().toBuffer())
}
