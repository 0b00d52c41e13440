import type { ComponentProps } from 'react'
import { classes } from '@/components/ui/classes'

/** The widths that Next's image service makes, from the least a phone asks for. */
const WIDTHS = [32, 64, 128, 256, 384, 640, 828, 1080, 1200, 1920]

const address = (src: string, width: number) =>
  `/_next/image?url=${encodeURIComponent(src)}&w=${width}&q=75`

const atLeast = (width: number) => WIDTHS.find((one) => one >= width) ?? 1920

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt'> {
  src: string
  alt: string
  width?: number
  /** Covers its positioned parent; needs `sizes`. */
  fill?: boolean
}

/**
 * A stored picture in the size that the screen needs. Does what next/image does here, but
 * on the server alone: that component is 6 kB of script on every page that shows a picture.
 */
export function Picture({ src, alt, width, sizes, fill, className, ...img }: Props) {
  const largest = width ? atLeast(width * 2) : 1920
  const widths = sizes
    ? WIDTHS.filter((one) => one >= 128)
    : [...new Set([atLeast(width ?? largest), largest])]
  return (
    // biome-ignore lint/performance/noImgElement: see above
    <img
      loading="lazy"
      decoding="async"
      {...img}
      sizes={sizes}
      srcSet={widths
        .map((one, at) => `${address(src, one)} ${sizes ? `${one}w` : `${at + 1}x`}`)
        .join(', ')}
      src={address(src, largest)}
      alt={alt}
      width={width}
      className={classes(fill && 'absolute inset-0 size-full', className)}
    />
  )
}
