import { ArrowUp } from 'lucide-react'
import { buttonClasses } from '@/components/ui/button'
import { grouped } from '@/components/ui/grouped'

/** Rows that a screen shows anyway. */
const NEAR_TOP = 12

/** How far down a long list one is, and the way back up to the search. */
export function ListPlace({ index, total }: { index: number; total: number }) {
  if (index < NEAR_TOP) return null
  return (
    <button
      type="button"
      onClick={() => window.scrollTo({ top: 0 })}
      className={buttonClasses(
        'quiet',
        'fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 rounded-full shadow-lg tabular-nums md:right-6 md:bottom-6',
      )}
    >
      <ArrowUp aria-hidden="true" className="size-5" />
      <span className="sr-only">Na vrh popisa, redak </span>
      {grouped(index + 1)} / {grouped(total)}
    </button>
  )
}
