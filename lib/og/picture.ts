import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheLife, cacheTag } from 'next/cache'
import sharp from 'sharp'
import type { CacheTag } from '@/lib/cache/tags'
import { getConfig } from '@/lib/config'
import { balancedLines, lettering, letteringWidth } from './lettering'

export const OG_SIZE = { width: 1200, height: 630 }

/** Free night above the roofs, where the name stands. */
const SKY = { left: 57, top: 46, width: 620, height: 176 }
const CAP_HEIGHT = 0.8
const MARKS_ABOVE = 0.2
const SLOGAN = 37

/** The festival's name as large as the sky lets it be, and under a single line the slogan. */
export function nameLettering(name: string): string {
  const lines = balancedLines(name)
  const room = lines.length === 1 ? SKY.height - SLOGAN : SKY.height
  const leading = CAP_HEIGHT + MARKS_ABOVE + 0.04
  const size = Math.min(
    SKY.width / Math.max(...lines.map(letteringWidth)),
    room / (leading * lines.length),
  )
  const drawn = lines.map((line, place) =>
    lettering(
      line,
      SKY.left,
      SKY.top + size * (MARKS_ABOVE / 2 + CAP_HEIGHT + place * leading),
      size,
      '#f5f0e3',
    ),
  )
  if (lines.length === 1)
    drawn.push(
      lettering('Noć kojom počinje fakultet', SKY.left, SKY.top + SKY.height, SLOGAN, '#e4ff3a'),
    )
  return drawn.join('')
}

/** The picture that networks show beside a shared link (PNG). */
export async function getOgPicture(): Promise<Uint8Array> {
  'use cache'
  cacheTag('settings' satisfies CacheTag)
  cacheLife('max')
  const { width, height } = OG_SIZE
  const art = await readFile(join(process.cwd(), 'public/art/og.svg'))
  const scene = await sharp(art, { density: 110 })
    .resize(width, 675)
    .extract({ left: 0, top: 45, width, height })
    .toBuffer()
  const type = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${nameLettering(getConfig().FESTIVAL_NAME)}</svg>`
  const picture = await sharp(scene)
    .composite([{ input: Buffer.from(type) }])
    .png({ palette: true, colours: 64, dither: 0 })
    .toBuffer()
  return new Uint8Array(picture)
}
