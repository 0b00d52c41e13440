import { classes } from './classes'

interface Props {
  /** Accessible name: the task whose progress is shown. */
  label: string
  done: number
  total: number
  /** Whether the task is paused. */
  isPaused?: boolean
}

/** Progress bar with its value for screen readers. */
export function ProgressBar({ label, done, total, isPaused }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${done} od ${total}`}
      className="mt-3 h-2 overflow-hidden rounded-full bg-panel-2"
    >
      <div
        className={classes(
          'h-full origin-left rounded-full transition-transform duration-700 ease-linear motion-reduce:transition-none',
          isPaused ? 'bg-muted' : 'bg-accent',
        )}
        style={{ transform: `scaleX(${total > 0 ? done / total : 1})` }}
      />
    </div>
  )
}
