import type { CSSProperties } from 'react'
import { classes } from '@/components/ui/classes'
import { typeWidth } from './type-width'

/** Text in capitals as large as its column is wide; one word a line where it is long. */
export function FittedType({ text, className }: { text: string; className?: string }) {
  const lines = typeWidth(text) > 9 ? text.split(/\s+/) : [text]
  const widest = Math.max(...lines.map(typeWidth))
  return (
    <span className="@container block w-full">
      <span
        className={classes('poster-fitted', className)}
        style={{ '--type-width': widest } as CSSProperties}
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
