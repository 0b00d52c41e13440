'use client'

import type { SitePicture } from '@/lib/artwork/rules'
import { ZoomableDrawing } from './drawing/zoomable-drawing'
import { Picture, preloadMainPicture, sourcesOf } from './picture'

// A leaf, though it does nothing that the server could not: the page then names each picture once
// beside its markup, and not in every size.

export interface Drawing {
  picture: SitePicture
  /** How wide a screen must be for it, in rem; the last is for all the others. */
  from?: number
}

const WORDS = { title: 'Uvećan tlocrt', whole: 'Cijeli tlocrt' }
/** As wide as the column (poster/base.css) is at most. */
const SIZES = '(min-width: 48rem) min(100vw - 4rem, 92rem), calc(100vw - 2rem)'
/** Pixels that the narrowest screen has for it, a phone's 640 at least. */
const leastOf = (from: number) => Math.max(640, from * 16)

/** In the column a third lighter, and hardly different to look at; opened, it is the stored file. */
const QUALITY = 35

interface FloorPlanProps {
  /** The same ground for each kind of screen, the widest first. */
  drawings: [Drawing, ...Drawing[]]
  alt: string
}

/** The floor plan in the drawing that fits the screen, to be opened over all of it. */
export function FloorPlanPicture({ drawings, alt }: FloorPlanProps) {
  const { picture: narrow } = drawings.at(-1) ?? drawings[0]
  drawings.forEach(({ picture, from = 0 }, i) => {
    const above = drawings[i - 1]?.from
    const media = [from && `(width >= ${from}rem)`, above && `(width < ${above}rem)`]
    preloadMainPicture(picture, {
      media: media.filter(Boolean).join(' and '),
      sizes: SIZES,
      least: leastOf(from),
      quality: QUALITY,
    })
  })
  return (
    <ZoomableDrawing href={drawings[0].picture.src} alt={alt} words={WORDS}>
      <picture>
        {drawings.slice(0, -1).map(({ picture, from = 0 }) => (
          <source
            key={picture.src}
            media={`(min-width: ${from}rem)`}
            srcSet={sourcesOf(picture, leastOf(from), QUALITY)}
            sizes={SIZES}
            width={picture.width}
            height={picture.height}
          />
        ))}
        <img
          srcSet={sourcesOf(narrow, leastOf(0), QUALITY)}
          sizes={SIZES}
          src={narrow.src}
          alt={alt}
          width={narrow.width}
          height={narrow.height}
          fetchPriority="high"
          className="floor-plan-drawing"
        />
      </picture>
    </ZoomableDrawing>
  )
}

/** In CSS pixels; a screen of few pixels shows it a little wider. */
const VENUE_WIDTH = 600

export function VenuePicture({ picture, alt }: { picture: SitePicture; alt: string }) {
  return (
    <Picture
      src={picture.src}
      alt={alt}
      sizes="(min-width: 40rem) min(50vw, 45rem), calc(100vw - 2rem)"
      width={VENUE_WIDTH}
      height={Math.round((VENUE_WIDTH * picture.height) / picture.width)}
      least={640}
      className="h-auto w-full"
    />
  )
}
