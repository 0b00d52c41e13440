'use client'

import { type FieldValues, type Path, type UseFormReturn, useController } from 'react-hook-form'
import { DateTimeField } from '@/components/ui/date-time-field'

interface Props<Values extends FieldValues, Sent> {
  form: UseFormReturn<Values, unknown, Sent>
  name: Path<Values>
  label: string
  hint?: string
}

/** A day and time of a form, with what is wrong with it. Apart from the other fields: it brings a calendar. */
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
