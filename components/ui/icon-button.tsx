import type { LucideIcon } from 'lucide-react'
import { classes } from './classes'

interface Props {
  icon: LucideIcon
  /** Its name for a screen reader. */
  label: string
  /** What a pointer is told, where that is shorter than the name. */
  title?: string
  onClick: () => void
  className?: string
}

/** A small button that shows its icon alone. */
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
