import { classes } from '@/components/ui/classes'
import { Spinner } from '@/components/ui/spinner'

interface Props {
  label: string
  isOn: boolean
  /** The state in a word, so that it is not told by colour and place alone. */
  state: string
  disabled: boolean
  isPending?: boolean
  title?: string
  onPress?: () => void
}

/** A switch as large as a thumb in a glove. */
export function Toggle({ label, isOn, state, disabled, isPending, title, onPress }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-busy={isPending || undefined}
      disabled={disabled || isPending}
      title={title}
      onClick={onPress}
      className={classes(
        'flex min-h-20 flex-col items-start justify-center gap-1 rounded-lg border-2 px-4 py-2 text-left disabled:cursor-not-allowed',
        isOn ? 'border-text bg-panel-2' : 'border-edge bg-panel',
        disabled ? 'opacity-60' : 'hover:border-text',
      )}
    >
      <span className="flex w-full items-center justify-between gap-2 text-xl font-bold">
        {label}
        {isPending ? <Spinner /> : <Knob isOn={isOn} />}
      </span>
      <span className="text-base">{state}</span>
    </button>
  )
}

function Knob({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'flex h-7 w-12 shrink-0 items-center rounded-full border-2 px-0.5',
        isOn ? 'justify-end border-text bg-text' : 'border-muted',
      )}
    >
      <span className={classes('size-5 rounded-full', isOn ? 'bg-panel' : 'bg-muted')} />
    </span>
  )
}
