'use client'

import type { SitePicture } from '@/lib/artwork/rules'
import { ZoomableDrawing } from './drawing/zoomable-drawing'
import { Picture, preloadMainPicture, sourcesOf } from './picture'

// A client component, although the server could render it. A page contains the output of server
// components twice, as HTML and as data, but that of client components only as HTML. So each size
// of a picture is written once.

export interface Drawing {
  picture: SitePicture
  /**
   * Minimum screen width for this picture in rem. The last picture also serves all narrower
   * screens.
   */
  from?: number
}

const LABELS = { title: 'Uvećan tlocrt', whole: 'Cijeli tlocrt' }
/** `sizes` attribute of the pictures: the width of `.poster-column` (poster/base.css). */
const SIZES = '(min-width: 48rem) min(100vw - 4rem, 92rem), calc(100vw - 2rem)'
/**
 * Smallest file width in px that is offered to screens of at least `from` rem. Never less than 640
 * px, which a phone needs.
 */
const minFileWidth = (from: number) => Math.max(640, from * 16)

/**
 * Image quality (1 to 100) in the page: saves a third of the bytes with hardly a visible
 * difference. The zoomed view shows the original file.
 */
const QUALITY = 35

interface FloorPlanProps {
  /** The same floor plan for each kind of screen, the widest first. */
  drawings: [Drawing, ...Drawing[]]
  alt: string
}

/** Floor plan in the picture that fits the screen. A click opens it full screen. */
export function FloorPlanPicture({ drawings, alt }: FloorPlanProps) {
  const { picture: narrow } = drawings.at(-1) ?? drawings[0]
  drawings.forEach(({ picture, from = 0 }, i) => {
    const above = drawings[i - 1]?.from
    const media = [from && `(width >= ${from}rem)`, above && `(width < ${above}rem)`]
    preloadMainPicture(picture, {
      media: media.filter(Boolean).join(' and '),
      sizes: SIZES,
      minWidth: minFileWidth(from),
      quality: QUALITY,
    })
  })
  return (
    <ZoomableDrawing href={drawings[0].picture.src} alt={alt} labels={LABELS}>
      <picture>
        {drawings.slice(0, -1).map(({ picture, from = 0 }) => (
          <source
            key={picture.src}
            media={`(min-width: ${from}rem)`}
            srcSet={sourcesOf(picture, minFileWidth(from), QUALITY)}
            sizes={SIZES}
            width={picture.width}
            height={picture.height}
          />
        ))}
        <img
          srcSet={sourcesOf(narrow, minFileWidth(0), QUALITY)}
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

/**
 * Width of a venue picture in CSS px, from which the largest file is chosen. The page may show the
 * picture a little wider.
 */
const VENUE_WIDTH = 600

export function VenuePicture({ picture, alt }: { picture: SitePicture; alt: string }) {
  return (
    <Picture
      src={picture.src}
      alt={alt}
      sizes="(min-width: 40rem) min(50vw, 45rem), calc(100vw - 2rem)"
      width={VENUE_WIDTH}
      height={Math.round((VENUE_WIDTH * picture.height) / picture.width)}
      minWidth={640}
      className="h-auto w-full"
    />
  )
}
