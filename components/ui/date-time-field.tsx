'use client'

import { CalendarClock } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { fromPickerValue, toPickerValue } from '@/lib/time/zagreb'
import { Field } from './field'

interface Props {
  label: string
  hint?: string
  error?: string
  /** Typed text: dd.mm.yyyy. hh:mm, or an incomplete input. */
  value: string
  onChange: (value: string) => void
  /** Input that gets the focus when the value is invalid. */
  ref?: Ref<HTMLInputElement>
}

/**
 * Field for a date with a time, typed as dd.mm.yyyy. hh:mm or chosen in the picker of the device.
 * The picker returns digits without a time zone, so the time zone of the device does not matter.
 */
export function DateTimeField({ label, hint, error, value, onChange, ref }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-start gap-2">
      <Field
        ref={ref}
        label={label}
        hint={hint}
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="dd.mm.gggg. hh:mm"
        autoComplete="off"
        className="flex-1 tabular-nums"
      />
      <div className="relative mt-6">
        <input
          ref={picker}
          type="datetime-local"
          tabIndex={-1}
          aria-hidden="true"
          value={toPickerValue(value)}
          onChange={(event) => onChange(event.target.value && fromPickerValue(event.target.value))}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
        />
        <button
          type="button"
          aria-label={`Odaberi iz kalendara: ${label}`}
          title="Odaberi iz kalendara"
          onClick={() => picker.current?.showPicker()}
          className="relative grid size-11 place-items-center rounded-md border border-edge bg-panel hover:bg-panel-2"
        >
          <CalendarClock aria-hidden="true" className="size-5" />
        </button>
      </div>
    </div>
  )
}
