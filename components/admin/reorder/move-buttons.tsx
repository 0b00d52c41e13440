import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import type { HandleProps, SortablePosition } from './sortable-area'

interface Props extends SortablePosition {
  name: string
  /**
   * Layout of the list. Cards move back and forward, rows of a table up and down (rules 13.6 and
   * 13.15).
   */
  layout: 'cards' | 'lines'
  handle: HandleProps
}

const BUTTON_CLASSES =
  'grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-panel-2 hover:text-text aria-disabled:cursor-not-allowed aria-disabled:opacity-40'

/** Three buttons that move an item: a drag handle, and one position back or forward. */
export function MoveButtons({ name, index, total, layout, isBusy, handle, move }: Props) {
  const [back, forward] = layout === 'cards' ? ['natrag', 'naprijed'] : ['gore', 'dolje']
  return (
    <>
      <button
        type="button"
        {...handle}
        aria-label={`Premjesti: ${name}`}
        title="Povucite na drugo mjesto"
        className={classes(BUTTON_CLASSES, 'cursor-grab touch-none active:cursor-grabbing')}
      >
        <GripVertical aria-hidden="true" className="size-5" />
      </button>
      <MoveButton
        label={`Pomakni ${back}: ${name}`}
        isDisabled={isBusy || index === 0}
        onClick={() => move(index - 1)}
      >
        <ArrowUp
          aria-hidden="true"
          className={layout === 'cards' ? 'size-5 sm:hidden' : 'size-5'}
        />
        {layout === 'cards' && <ArrowLeft aria-hidden="true" className="size-5 max-sm:hidden" />}
      </MoveButton>
      <MoveButton
        label={`Pomakni ${forward}: ${name}`}
        isDisabled={isBusy || index === total - 1}
        onClick={() => move(index + 1)}
      >
        <ArrowDown
          aria-hidden="true"
          className={layout === 'cards' ? 'size-5 sm:hidden' : 'size-5'}
        />
        {layout === 'cards' && <ArrowRight aria-hidden="true" className="size-5 max-sm:hidden" />}
      </MoveButton>
    </>
  )
}

interface MoveButtonProps {
  label: string
  isDisabled: boolean
  onClick: () => void
  children: ReactNode
}

/**
 * Button that moves an item by one position. It keeps the focus while it is inactive, because users
 * press it repeatedly.
 */
function MoveButton({ label, isDisabled, onClick, children }: MoveButtonProps) {
  const ignorePress = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? ignorePress : onClick}
      className={BUTTON_CLASSES}
    >
      {children}
    </button>
  )
}
