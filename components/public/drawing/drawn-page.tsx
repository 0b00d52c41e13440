import type { ReactNode } from 'react'
import { PageHead } from '@/components/public/fitted-type'
import { ZoomableDrawing } from './zoomable-drawing'

interface Drawing {
  src: string
  width: number
  height: number
  /** How wide a screen must be for it; the last is for all the others. */
  from?: string
}

interface Props {
  title: string
  lead?: string
  alt: string
  /** What is said of it enlarged (see `ZoomableDrawing`). */
  words: { title: string; whole: string }
  /** The same picture for each kind of screen, the widest first. */
  drawings: [Drawing, ...Drawing[]]
  className: string
  /** The same in words, for whoever does not see it. */
  children: ReactNode
}

/** The head of a page that is a drawing, in the one that fits the screen. */
export function DrawnPage({ title, lead, alt, words, drawings, className, children }: Props) {
  const narrowest = drawings.at(-1) ?? drawings[0]
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="poster-column py-8 lg:py-12">
        <ZoomableDrawing href={drawings[0].src} alt={alt} words={words}>
          <picture>
            {drawings.slice(0, -1).map(({ src, width, height, from }) => (
              <source
                key={src}
                media={`(min-width: ${from})`}
                srcSet={src}
                width={width}
                height={height}
              />
            ))}
            <img
              src={narrowest.src}
              alt={alt}
              width={narrowest.width}
              height={narrowest.height}
              fetchPriority="high"
              className={className}
            />
          </picture>
        </ZoomableDrawing>
        {children}
      </div>
    </>
  )
}
