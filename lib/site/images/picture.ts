import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheLife, cacheTag } from 'next/cache'
import sharp from 'sharp'
import { isDefault } from '@/lib/artwork/rules'
import { type CacheTag, tagVersion } from '@/lib/cache/tags'
import { readPicture } from '@/lib/images/service'
import { getArtwork } from '@/lib/site/reads'
import { EMBER, INK, PAPER, SIGNAL } from '@/lib/text/colours'
import { foldLetters } from '@/lib/text/fold'
import { letters } from './letters.json'

const OUTLINES = new Map(Object.entries(letters)) as Map<string, unknown> as Map<
  string,
  [advance: number, path: string]
>

/**
 * A frame of the size of a capital letter, for a letter that the font lacks even without
 * diacritics.
 */
const SUBSTITUTE: [number, string] = [
  640,
  'M50 0L50 -800L590 -800L590 0ZM130 -80L510 -80L510 -720L130 -720Z',
]

const outline = (letter: string) => OUTLINES.get(letter) ?? SUBSTITUTE

/**
 * Returns the capital letters to draw. A letter that the font lacks, such as `Ł` or `Þ`, is
 * replaced by plain letters.
 */
const capitals = (text: string) =>
  [...text.toUpperCase().normalize('NFC')].flatMap((letter) => {
    if (OUTLINES.has(letter)) return letter
    if (/\s/.test(letter)) return ' '
    return [...foldLetters(letter).toUpperCase()]
  })

/** Width of the text in capitals, in em. */
export const letteringWidth = (text: string) =>
  capitals(text).reduce((sum, letter) => sum + outline(letter)[0], 0) / 1000

/**
 * Draws text in capitals as SVG outlines, from `x` along the baseline `y`. Outlines are used
 * because the server may not have the font.
 */
export function lettering(text: string, x: number, y: number, size: number, fill: string): string {
  let offset = 0
  const paths = capitals(text).map((letter) => {
    const [advance, path] = outline(letter)
    const element = `<path transform="translate(${offset})" d="${path}"/>`
    offset += advance
    return element
  })
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${size / 1000})">${paths.join('')}</g>`
}

/** Splits a text into one line, or into the two lines that are closest in length. */
export function balancedLines(text: string): string[] {
  const words = text.trim().split(/\s+/)
  if (words.length === 1 || letteringWidth(text) < 7) return [words.join(' ')]
  const breaks = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  const widest = (lines: string[]) => Math.max(...lines.map(letteringWidth))
  return breaks.reduce((best, lines) => (widest(lines) < widest(best) ? lines : best))
}

export const OG_SIZE = { width: 1200, height: 630 }

/** Area in px for the festival's name on the default share image: the empty sky above the roofs. */
const SKY = { left: 57, top: 46, width: 620, height: 176 }
const CAP_HEIGHT = 0.8
const DIACRITIC_HEIGHT = 0.2
const SLOGAN = 37

/**
 * Draws the festival's name as large as the area `SKY` allows, and the slogan below a name that has
 * one line.
 */
export function nameLettering(name: string): string {
  const lines = balancedLines(name)
  const room = lines.length === 1 ? SKY.height - SLOGAN : SKY.height
  const leading = CAP_HEIGHT + DIACRITIC_HEIGHT + 0.04
  const size = Math.min(
    SKY.width / Math.max(...lines.map(letteringWidth)),
    room / (leading * lines.length),
  )
  const drawn = lines.map((line, i) =>
    lettering(
      line,
      SKY.left,
      SKY.top + size * (DIACRITIC_HEIGHT / 2 + CAP_HEIGHT + i * leading),
      size,
      PAPER,
    ),
  )
  if (lines.length === 1)
    drawn.push(
      lettering('Noć kojom počinje fakultet', SKY.left, SKY.top + SKY.height, SLOGAN, SIGNAL),
    )
  return drawn.join('')
}

const STICKER = { right: 44, size: 64, tilt: 4 }

/**
 * Top of the sticker in px, over the drawn crowd, so that it does not cover the festival's name.
 */
const STICKER_TOP = 500

/**
 * Draws the sticker with the state of the sale on the right of a share image, as SVG. Returns ''
 * without a text.
 */
export function stickerLettering(text: string | null, top: number): string {
  if (!text) return ''
  const { right, size, tilt } = STICKER
  const width = (letteringWidth(text) + 0.8) * size
  const [x, height] = [OG_SIZE.width - right - width, size * 1.4]
  return (
    `<g transform="rotate(${tilt} ${x + width / 2} ${top + height / 2})">` +
    `<path fill="${EMBER}" stroke="${INK}" stroke-width="6" d="M${x} ${top}h${width}v${height}h-${width}z"/>` +
    `${lettering(text, x + 0.4 * size, top + size * 1.1, size, INK)}</g>`
  )
}

/**
 * Returns the image that social networks show with a shared link (PNG): the uploaded one or the
 * default drawing.
 */
export const getOgPicture = (festivalName: string, sticker: string | null) =>
  ogPictureAt(festivalName, sticker, tagVersion('artwork'))

async function ogPictureAt(
  festivalName: string,
  sticker: string | null,
  _generation: number,
): Promise<Uint8Array> {
  'use cache'
  cacheTag('settings' satisfies CacheTag, 'artwork' satisfies CacheTag)
  cacheLife('max')
  const { share } = (await getArtwork()).pictures
  const { width, height } = OG_SIZE
  const isDefaultImage = isDefault(share)
  const scene = isDefaultImage
    ? await drawScene()
    : await sharp(await readPicture(share))
        .resize(width, height)
        .toBuffer()
  const type = `${isDefaultImage ? nameLettering(festivalName) : ''}${stickerLettering(sticker, STICKER_TOP)}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${type}</svg>`
  const picture = await sharp(scene)
    .composite([{ input: Buffer.from(svg) }])
    .png({ palette: true, ...(isDefaultImage && { colours: 64, dither: 0 }) })
    .toBuffer()
  return new Uint8Array(picture)
}

/** Draws the default share image without the festival's name. */
async function drawScene(): Promise<Buffer> {
  const { width, height } = OG_SIZE
  const art = await readFile(join(process.cwd(), 'public/art/og.svg'))
  return sharp(art, { density: 110 })
    .resize(width, 675)
    .extract({ left: 0, top: 45, width, height })
    .toBuffer()
}
