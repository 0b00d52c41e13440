import { RefreshCw } from 'lucide-react'
import { buttonClasses } from '@/components/ui/button'
import { type Difference, pillWords } from './held'

interface Props {
  difference: Difference | null
  onShow: () => void
}

/** Says what others have changed in a list that is held still, and shows it; moves nothing itself. */
export function HeldPill({ difference, onShow }: Props) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(8.5rem+env(safe-area-inset-bottom))] z-20 flex justify-center md:bottom-6"
    >
      {difference && (
        <button
          type="button"
          onClick={onShow}
          className={buttonClasses('primary', 'pointer-events-auto rounded-full shadow-lg')}
        >
          <RefreshCw aria-hidden="true" className="size-4" />
          {pillWords(difference)}
        </button>
      )}
    </div>
  )
}
