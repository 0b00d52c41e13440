'use client'

import type { SitePicture } from '@/lib/artwork/rules'
import { ZoomableDrawing } from '../drawing/zoomable-drawing'
import { preloadMainPicture, sourcesOf } from '../picture'

const ALT = 'Raspored pozornica kroz noć. Isto piše u satnici iznad slike.'
const LABELS = { title: 'Uvećana satnica', whole: 'Cijela satnica' }

/** `sizes` attribute of the picture: the width of `.poster-column` (poster/base.css). */
const SIZES = '(min-width: 48rem) min(100vw - 4rem, 92rem), calc(100vw - 2rem)'
const WIDE = '(min-width: 64rem)'

interface Props {
  wide?: SitePicture
  tall?: SitePicture
  /** Whether the picture is the first content of the page, without a timetable above it. */
  isFirst: boolean
}

/** Schedule image uploaded by the organisers. A click opens it full screen. */
export function SchedulePicture({ wide, tall, isFirst }: Props) {
  const narrow = tall ?? wide
  if (!narrow) return null
  const both = tall && wide
  if (isFirst && both) preloadMainPicture(wide, { media: WIDE, sizes: SIZES, minWidth: 1024 })
  if (isFirst)
    preloadMainPicture(narrow, {
      media: both && `not all and ${WIDE}`,
      sizes: SIZES,
      minWidth: 640,
    })
  return (
    <div className="poster-column py-8 lg:py-12">
      <ZoomableDrawing href={(wide ?? narrow).src} alt={ALT} labels={LABELS}>
        <picture>
          {both && (
            <source
              media={WIDE}
              srcSet={sourcesOf(wide, 1024)}
              sizes={SIZES}
              width={wide.width}
              height={wide.height}
            />
          )}
          <img
            srcSet={sourcesOf(narrow, 640)}
            sizes={SIZES}
            src={narrow.src}
            alt={ALT}
            width={narrow.width}
            height={narrow.height}
            loading={isFirst ? undefined : 'lazy'}
            fetchPriority={isFirst ? 'high' : undefined}
            className="schedule-picture"
          />
        </picture>
      </ZoomableDrawing>
    </div>
  )
}
