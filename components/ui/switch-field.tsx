import { type Ref, useId } from 'react'
import { Switch } from './switch'

interface Props {
  label: string
  hint?: string
  error?: string
  checked: boolean
  onChange: (checked: boolean) => void
  ref?: Ref<HTMLButtonElement>
}

/** A switch of a form, with what it means beside it. */
export function SwitchField({ label, hint, error, checked, onChange, ref }: Props) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 rounded-md border border-edge bg-panel px-4 py-2">
      <div className="min-w-0">
        <p id={id} className="font-semibold">
          {label}
        </p>
        <p id={`${id}-note`} className={error ? 'text-sm text-stop' : 'text-sm text-muted'}>
          {error ?? hint}
        </p>
      </div>
      <Switch
        ref={ref}
        labelledBy={id}
        describedBy={`${id}-note`}
        checked={checked}
        onChange={onChange}
      />
    </div>
  )
}
