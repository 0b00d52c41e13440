interface Props {
  /** Name of an SVG file in public/art, without `.svg`. */
  name: 'megaphone' | 'microphone'
  size: readonly [width: number, height: number]
  className: string
}

/** Decorative drawing. Screen readers skip it, because the text next to it says everything. */
export function Drawing({ name, size: [width, height], className }: Props) {
  return (
    // biome-ignore lint/performance/noImgElement: a drawing of two kilobytes
    <img
      src={`/art/${name}.svg`}
      alt=""
      width={width}
      height={height}
      decoding="async"
      className={className}
    />
  )
}
