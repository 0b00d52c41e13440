import type { ComponentProps } from 'react'
import { preload } from 'react-dom'
import { classes } from '@/components/ui/classes'
import type { SitePicture } from '@/lib/artwork/rules'
import { isDefault } from '@/lib/images/shipped'

/**
 * Widths in px offered in a `srcset`: only some of those that Next.js can produce, because a page
 * contains each entry twice.
 */
const WIDTHS = [384, 672, 828, 1200, 1920]

/**
 * Image qualities (1 to 100) that next.config.ts allows. The lower one suits drawings with flat
 * colours.
 */
export type Quality = 35 | 60

/**
 * Returns the URL of a picture that Next.js resizes to `width` px. Replaces `next/image`, which
 * would add its script to every page.
 */
export const resizedUrl = (src: string, width: number, quality: Quality = 60) =>
  `/_next/image?url=${encodeURIComponent(src)}&w=${width}&q=${quality}`

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet'> {
  src: string
  alt: string
  sizes: string
  /** Largest width in CSS px at which the picture is shown. */
  width?: number
  /** Smallest file width in px that is offered. */
  minWidth?: number
  /** Whether the picture covers its positioned parent element. */
  fill?: boolean
}

/**
 * Stored picture in the size that the screen needs. Does the work of `next/image` on the server
 * only: that component would add 6 kB of script to every page with a picture.
 */
export function Picture(props: PictureProps) {
  const { src, alt, width = 960, minWidth = 0, fill, className, ...img } = props
  const maxWidth = WIDTHS.find((fileWidth) => fileWidth >= 2 * width) ?? 1920
  return (
    // biome-ignore lint/performance/noImgElement: see above
    <img
      loading="lazy"
      decoding="async"
      {...img}
      srcSet={WIDTHS.filter((fileWidth) => fileWidth >= minWidth && fileWidth <= maxWidth)
        .map((fileWidth) => `${resizedUrl(src, fileWidth)} ${fileWidth}w`)
        .join(', ')}
      src={resizedUrl(src, maxWidth)}
      alt={alt}
      width={fill ? undefined : width}
      className={classes(fill && 'absolute inset-0 size-full', className)}
    />
  )
}

/**
 * Returns the `srcset` of a picture. A bundled drawing is offered as it is. An uploaded picture is
 * offered in several widths up to the stored file, except widths below `minWidth` and those close
 * to the stored one, because a page contains each entry twice.
 */
export const sourcesOf = (picture: SitePicture, minWidth = 0, quality?: Quality) =>
  isDefault(picture)
    ? picture.src
    : [
        ...WIDTHS.filter(
          (fileWidth) => fileWidth >= minWidth && fileWidth < picture.width * 0.9,
        ).map((fileWidth) => `${resizedUrl(picture.src, fileWidth, quality)} ${fileWidth}w`),
        `${picture.src} ${picture.width}w`,
      ].join(', ')

interface PreloadOptions {
  /** Media query of the screens that show the picture. */
  media?: string
  sizes?: string
  minWidth?: number
  quality?: Quality
}

/**
 * Preloads the main picture of a page before its scripts. A browser finds a picture inside a
 * `<picture>` only after a dozen scripts, and would then wait for a free connection.
 */
export const preloadMainPicture = (
  picture: SitePicture,
  { media, sizes = '100vw', minWidth, quality }: PreloadOptions,
) =>
  preload(picture.src, {
    as: 'image',
    fetchPriority: 'high',
    media,
    ...(!isDefault(picture) && {
      imageSrcSet: sourcesOf(picture, minWidth, quality),
      imageSizes: sizes,
    }),
  })

const UPRIGHT = '(not (min-aspect-ratio: 1/1))'

interface PosterPictureProps {
  wide: SitePicture
  tall: SitePicture
  /** Media condition in parentheses for the screens that show `tall`. Default: upright screens. */
  tallMedia?: string
  alt: string
  className?: string
}

/** Main picture of a page: `tall` on a phone and `wide` on a desktop. */
export function PosterPicture(props: PosterPictureProps) {
  const { wide, tall, tallMedia = UPRIGHT, alt, className } = props
  preloadMainPicture(tall, { media: tallMedia })
  preloadMainPicture(wide, { media: `not ${tallMedia}` })
  return (
    <picture className="poster-picture">
      <source
        media={tallMedia}
        srcSet={sourcesOf(tall)}
        sizes={isDefault(tall) ? undefined : '100vw'}
        width={tall.width}
        height={tall.height}
      />
      <img
        {...(!isDefault(wide) && { srcSet: sourcesOf(wide), sizes: '100vw' })}
        src={wide.src}
        alt={alt}
        width={wide.width}
        height={wide.height}
        fetchPriority="high"
        className={className}
      />
    </picture>
  )
}
