import sharp from 'sharp'
import type { SitePicture } from '@/lib/artwork/rules'
import { readArtwork } from '@/lib/artwork/service'
import { readPicture } from '@/lib/images/service'
import { INK } from '@/lib/text/colours'

/** Sizes of the images in points. A phone has one, two or three pixels per point. */
const SIDES = { icon: 29, logo: 50 }
const STRIP = { width: 375, height: 98 }

/**
 * Top of the strip as a share of the poster's height: at the vinyl record and the lights, above the
 * roofs.
 */
const STRIP_FROM = 0.07

type Pictures = Record<string, Buffer>

let cached: { sources: string; pictures: Promise<Pictures> } | undefined

/**
 * Returns the images of every pass by file name. They are cached until the artwork `mark` (the
 * festival's icon) or the poster changes.
 */
export async function passPictures(): Promise<Pictures> {
  const { mark, poster } = (await readArtwork()).pictures
  const sources = `${mark.src} ${poster.src}`
  if (cached?.sources !== sources) {
    const pictures = draw(mark, poster)
    const entry = { sources, pictures }
    cached = entry
    // After an error the next call draws the images again.
    pictures.catch(() => {
      if (cached === entry) cached = undefined
    })
  }
  return cached.pictures
}

async function draw(mark: SitePicture, poster: SitePicture): Promise<Pictures> {
  const [markBytes, posterBytes] = await Promise.all([readPicture(mark), readPicture(poster)])
  const entries: [string, Buffer][] = []
  for (const scale of [1, 2, 3]) {
    const suffix = scale === 1 ? '' : `@${scale}x`
    for (const [name, side] of Object.entries(SIDES))
      entries.push([`${name}${suffix}.png`, await square(markBytes, side * scale)])
    entries.push([`strip${suffix}.png`, await strip(posterBytes, scale)])
  }
  return Object.fromEntries(entries)
}

/**
 * Pixel density for reading an SVG: it is drawn large and scaled down, because the size that it
 * states may be too small.
 */
const SVG_OPTIONS = { density: 220 }

const square = (bytes: Uint8Array, side: number) =>
  sharp(bytes, SVG_OPTIONS).resize(side, side).png({ palette: true }).toBuffer()

/**
 * Draws a band of the poster. Its left side is dimmed, because the phone shows the guest's name
 * there.
 */
async function strip(bytes: Uint8Array, scale: number): Promise<Buffer> {
  const [width, height] = [STRIP.width * scale, STRIP.height * scale]
  const resized = await sharp(bytes, SVG_OPTIONS)
    .resize({ width })
    .png()
    .toBuffer({ resolveWithObject: true })
  const top = Math.max(
    0,
    Math.min(Math.round(resized.info.height * STRIP_FROM), resized.info.height - height),
  )
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="night"><stop offset=".4" stop-color="${INK}" stop-opacity=".78"/>
    <stop offset=".95" stop-color="${INK}" stop-opacity=".1"/></linearGradient>
    <path fill="url(#night)" d="M0 0h${width}v${height}H0z"/></svg>`
  const band = await sharp(resized.data)
    .extract({ left: 0, top, width, height: Math.min(height, resized.info.height) })
    .resize(width, height, { fit: 'cover' })
    .toBuffer()
  return sharp(band)
    .composite([{ input: Buffer.from(shade) }])
    .png({ palette: true, quality: 90 })
    .toBuffer()
}
