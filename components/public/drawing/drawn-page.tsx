import type { ReactNode } from 'react'
import { PageHead } from '@/components/public/fitted-type'
import { sourcesOf } from '@/components/public/picture'
import type { SitePicture } from '@/lib/artwork/rules'
import { ZoomableDrawing } from './zoomable-drawing'

/** As wide as the column (poster/base.css) is at most. */
const SIZES = '(min-width: 48rem) min(100vw - 4rem, 92rem), calc(100vw - 2rem)'

export interface Drawing {
  picture: SitePicture
  /** How wide a screen must be for it; the last is for all the others. */
  from?: string
}

interface Props {
  title: string
  lead?: string
  alt: string
  /** What is said of it enlarged (see `ZoomableDrawing`). */
  words: { title: string; whole: string }
  /** The same picture for each kind of screen, the widest first; none where nobody has brought one. */
  drawings: Drawing[]
  /** What is said where there is none, unless what follows says enough. */
  empty?: string
  className: string
  /** What stands between the title and the picture. */
  above?: ReactNode
  /** The same in words, for whoever does not see it. */
  children: ReactNode
}

/** The head of a page that is a drawing, in the one that fits the screen. */
export function DrawnPage(props: Props) {
  const { title, lead, alt, words, drawings, empty, className, above, children } = props
  const narrowest = drawings.at(-1)
  return (
    <>
      <PageHead title={title} lead={lead} />
      {above}
      <div className="poster-column py-8 lg:py-12">
        {narrowest ? (
          <ZoomableDrawing href={drawings[0]?.picture.src ?? ''} alt={alt} words={words}>
            <picture>
              {drawings.slice(0, -1).map(({ picture, from }) => (
                <source
                  key={picture.src}
                  media={`(min-width: ${from})`}
                  srcSet={sourcesOf(picture)}
                  sizes={SIZES}
                  width={picture.width}
                  height={picture.height}
                />
              ))}
              <img
                srcSet={sourcesOf(narrowest.picture)}
                sizes={SIZES}
                src={narrowest.picture.src}
                alt={alt}
                width={narrowest.picture.width}
                height={narrowest.picture.height}
                fetchPriority="high"
                className={className}
              />
            </picture>
          </ZoomableDrawing>
        ) : (
          empty && <p className="max-w-md text-lg">{empty}</p>
        )}
        {children}
      </div>
    </>
  )
}
