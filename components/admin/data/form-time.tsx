'use client'

import { type FieldValues, type Path, type UseFormReturn, useController } from 'react-hook-form'
import { DateTimeField } from '@/components/ui/date-time-field'

interface Props<Values extends FieldValues, Sent> {
  form: UseFormReturn<Values, unknown, Sent>
  name: Path<Values>
  label: string
  hint?: string
}

/**
 * Date and time field of a form, with its validation error. In a file of its own, so that other
 * forms do not load its calendar.
 */
export function FormTime<Values extends FieldValues, Sent>(props: Props<Values, Sent>) {
  const { form, name, ...texts } = props
  const { field, fieldState } = useController({ control: form.control, name })
  const { ref, value, onChange } = field
  return (
    <DateTimeField
      {...texts}
      ref={ref}
      value={value}
      onChange={onChange}
      error={fieldState.error?.message}
    />
  )
}
