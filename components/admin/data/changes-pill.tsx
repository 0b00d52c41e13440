import { RefreshCw } from 'lucide-react'
import { buttonClasses } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'

interface Props {
  changes: number
  onShow: () => void
  /** Whether a bar of actions is shown at the bottom of the screen. The button is above it. */
  isAboveBar?: boolean
}

/**
 * Button that shows pending changes of a list: new, missing and moved rows caused by other users.
 */
export function ChangesPill({ changes, onShow, isAboveBar = false }: Props) {
  return (
    <div
      role="status"
      className={classes(
        'pointer-events-none fixed inset-x-0 z-20 flex justify-center',
        isAboveBar
          ? 'bottom-[calc(12.5rem+env(safe-area-inset-bottom))] md:bottom-36 lg:bottom-24'
          : 'bottom-[calc(8.5rem+env(safe-area-inset-bottom))] md:bottom-6',
      )}
    >
      {changes > 0 && (
        <button
          type="button"
          onClick={onShow}
          className={buttonClasses('primary', 'pointer-events-auto rounded-full shadow-lg')}
        >
          <RefreshCw aria-hidden="true" className="size-4" />
          {pendingChangesLabel(changes)}
        </button>
      )}
    </div>
  )
}

const PLURAL_RULES = new Intl.PluralRules('hr')
const CHANGE_FORMS: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'promjenu',
  few: 'promjene',
}

export const pendingChangesLabel = (changes: number) =>
  `Prikaži ${changes} ${CHANGE_FORMS[PLURAL_RULES.select(changes)] ?? 'promjena'}`
