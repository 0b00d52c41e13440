import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Figures that a style sheet reads, under names of their own. */
    [name: `--${string}`]: string | number | undefined
  }
}
