interface Props {
  /** A drawing of public/art: `{name}.svg` (16:9) and `{name}-tall.svg` (9:16). */
  name: 'poster' | 'coming-soon'
  alt: string
  className?: string
}

/** The page's main drawing, upright on a phone and wide on a desktop. */
export function PosterPicture({ name, alt, className }: Props) {
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
