import { useId } from 'react'
import { Switch } from '@/components/ui/switch'

interface Props {
  label: string
  /** The state in words, so that it is not told by colour and place alone. */
  state: string
  checked: boolean
  pending: boolean
  onChange: (checked: boolean) => void
}

/** A switch that acts at once, with what it says beside it. */
export function SwitchLine({ label, state, checked, pending, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 py-2.5">
      <p className="min-w-0">
        <span id={id} className="block font-bold">
          {label}
        </span>
        <span id={`${id}-state`} className="block text-muted tabular-nums">
          {state}
        </span>
      </p>
      <Switch
        labelledBy={id}
        describedBy={`${id}-state`}
        checked={checked}
        pending={pending}
        onChange={onChange}
      />
    </div>
  )
}
