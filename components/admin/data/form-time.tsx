'use client'

import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { DateTimeField } from '@/components/ui/date-time-field'

interface Props<Values extends FieldValues, Sent> {
  form: UseFormReturn<Values, unknown, Sent>
  name: Path<Values>
  label: string
  hint?: string
}

/** A day and time of a form, with what is wrong with it. Apart from the other fields: it brings a calendar. */
export function FormTime<Values extends FieldValues, Sent>({
  form,
  name,
  ...texts
}: Props<Values, Sent>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
        <DateTimeField
          ref={ref}
          {...texts}
          value={value}
          onChange={onChange}
          error={error?.message}
        />
      )}
    />
  )
}
