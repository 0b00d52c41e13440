import type { ComponentProps } from 'react'
import { preload } from 'react-dom'
import { classes } from '@/components/ui/classes'
import type { SitePicture } from '@/lib/artwork/rules'
import { isDefault } from '@/lib/images/shipped'

/** Of the widths that Next's image service makes, those worth a line in the page, twice. */
const WIDTHS = [384, 672, 828, 1200, 1920]

/** Those that Next's image service is allowed (next.config.ts); the lower one for ink on flat colours. */
export type Quality = 35 | 60

/** By the address of Next's image service: its component is script that every page would load. */
export const resizedUrl = (src: string, width: number, quality: Quality = 60) =>
  `/_next/image?url=${encodeURIComponent(src)}&w=${width}&q=${quality}`

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet'> {
  src: string
  alt: string
  sizes: string
  /** The most CSS pixels it is ever wide. */
  width?: number
  /** The fewest pixels of a screen that it ever takes. */
  least?: number
  /** Covers its positioned parent. */
  fill?: boolean
}

/**
 * A stored picture in the size that the screen needs. Does what next/image does here, but
 * on the server alone: that component is 6 kB of script on every page that shows a picture.
 */
export function Picture(props: PictureProps) {
  const { src, alt, width = 960, least = 0, fill, className, ...img } = props
  const largest = WIDTHS.find((one) => one >= 2 * width) ?? 1920
  return (
    // biome-ignore lint/performance/noImgElement: see above
    <img
      loading="lazy"
      decoding="async"
      {...img}
      srcSet={WIDTHS.filter((one) => one >= least && one <= largest)
        .map((one) => `${resizedUrl(src, one)} ${one}w`)
        .join(', ')}
      src={resizedUrl(src, largest)}
      alt={alt}
      width={fill ? undefined : width}
      className={classes(fill && 'absolute inset-0 size-full', className)}
    />
  )
}

/**
 * The `srcset` of a picture of the site: a drawing of ours as it is, of an organiser's one the
 * sizes that a screen may need, up to the stored file itself. Each is written in the page twice,
 * so `least` leaves out what is smaller than it is ever shown, and what the file itself is nearly.
 */
export const sourcesOf = (picture: SitePicture, least = 0, quality?: Quality) =>
  isDefault(picture)
    ? picture.src
    : [
        ...WIDTHS.filter((one) => one >= least && one < picture.width * 0.9).map(
          (one) => `${resizedUrl(picture.src, one, quality)} ${one}w`,
        ),
        `${picture.src} ${picture.width}w`,
      ].join(', ')

interface Asked {
  /** Where it is shown. */
  media?: string
  sizes?: string
  least?: number
  quality?: Quality
}

/**
 * Has a page's main picture asked for ahead of its scripts. Of one in a `picture` a browser hears
 * behind a dozen of them, and there it waits for a free connection.
 */
export const preloadMainPicture = (
  picture: SitePicture,
  { media, sizes = '100vw', least, quality }: Asked,
) =>
  preload(picture.src, {
    as: 'image',
    fetchPriority: 'high',
    media,
    ...(!isDefault(picture) && {
      imageSrcSet: sourcesOf(picture, least, quality),
      imageSizes: sizes,
    }),
  })

const UPRIGHT = '(not (min-aspect-ratio: 1/1))'

interface PosterPictureProps {
  wide: SitePicture
  tall: SitePicture
  /** A media condition in parentheses: the screens that show `tall`. Without it every upright screen. */
  tallMedia?: string
  alt: string
  className?: string
}

/** The page's main picture, upright on a phone and wide on a desktop. */
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
