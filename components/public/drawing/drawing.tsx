interface Props {
  /** Of a file in public/art. */
  name: 'megaphone' | 'microphone'
  size: readonly [width: number, height: number]
  className: string
}

/** A drawing of ours beside the words, which say all without it. */
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
