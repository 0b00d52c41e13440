import type { CSSProperties } from 'react'
import { classes } from '@/components/ui/classes'
import { fittedLines, typeWidth } from './type-width'

interface Props {
  text: string
  className?: string
  /** One word a line, however short they are. */
  isStacked?: boolean
}

/** Text in capitals as large as its column is wide. */
export function FittedType({ text, className, isStacked }: Props) {
  const lines = isStacked ? text.split(/\s+/) : fittedLines(text)
  const widest = Math.max(...lines.map(typeWidth))
  return (
    <span className="@container block w-full">
      <span
        className={classes('poster-fitted', lines.length > 1 && 'poster-stacked', className)}
        style={{ '--type-width': widest, '--lines': lines.length } as CSSProperties}
      >
        {lines.map((line) => (
          <span key={line} className="block whitespace-nowrap">
            {line}{' '}
          </span>
        ))}
      </span>
    </span>
  )
}
