import type { ComponentProps } from 'react'
import { classes } from '@/components/ui/classes'

/** Of the widths that Next's image service makes, those worth a line in the page, twice. */
const WIDTHS = [256, 384, 640, 828, 1200, 1920]

const address = (src: string, width: number) =>
  `/_next/image?url=${encodeURIComponent(src)}&w=${width}&q=75`

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet'> {
  src: string
  alt: string
  sizes: string
  /** The most CSS pixels it is ever wide. */
  width?: number
  /** Covers its positioned parent. */
  fill?: boolean
}

/**
 * A stored picture in the size that the screen needs. Does what next/image does here, but
 * on the server alone: that component is 6 kB of script on every page that shows a picture.
 */
export function Picture({ src, alt, width = 960, fill, className, ...img }: PictureProps) {
  const largest = WIDTHS.find((one) => one >= 2 * width) ?? 1920
  return (
    // biome-ignore lint/performance/noImgElement: see above
    <img
      loading="lazy"
      decoding="async"
      {...img}
      srcSet={WIDTHS.filter((one) => one <= largest)
        .map((one) => `${address(src, one)} ${one}w`)
        .join(', ')}
      src={address(src, largest)}
      alt={alt}
      width={fill ? undefined : width}
      className={classes(fill && 'absolute inset-0 size-full', className)}
    />
  )
}

interface PosterPictureProps {
  /** A drawing of public/art: `{name}.svg` (16:9) and `{name}-tall.svg` (9:16). */
  name: 'poster' | 'coming-soon'
  alt: string
  className?: string
}

/** The page's main drawing, upright on a phone and wide on a desktop. */
export function PosterPicture({ name, alt, className }: PosterPictureProps) {
  return (
    <picture className="poster-picture">
      <source
        media="(min-aspect-ratio: 1/1)"
        srcSet={`/art/${name}.svg`}
        width={1600}
        height={900}
      />
      <img
        src={`/art/${name}-tall.svg`}
        alt={alt}
        width={900}
        height={1600}
        fetchPriority="high"
        className={className}
      />
    </picture>
  )
}
