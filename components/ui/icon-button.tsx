import type { LucideIcon } from 'lucide-react'
import { classes } from './classes'

interface Props {
  icon: LucideIcon
  /** Accessible name of the button. */
  label: string
  /** Tooltip of the button; default is `label`. */
  title?: string
  onClick: () => void
  className?: string
}

/** A small button that shows only an icon. */
export function IconButton({ icon: Icon, label, title = label, onClick, className }: Props) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={label}
      title={title}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-panel-2',
        className ?? 'hover:text-text',
      )}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}
