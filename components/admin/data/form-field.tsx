'use client'

import type { ComponentProps } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'

/** What a keyboard and a browser should know of what is typed. */
const KINDS = {
  text: {},
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel', inputMode: 'tel' },
  count: { inputMode: 'numeric' },
  decimal: { inputMode: 'decimal' },
} as const

interface Props<Values extends FieldValues, Sent>
  extends Omit<ComponentProps<typeof Field>, 'form' | 'name' | 'error'> {
  form: UseFormReturn<Values, unknown, Sent>
  name: Path<Values>
  kind?: keyof typeof KINDS
}

/** A field of a form, with what is wrong with it. No browser fills in what is of somebody else. */
export function FormField<Values extends FieldValues, Sent>({
  form,
  name,
  kind = 'text',
  ...field
}: Props<Values, Sent>) {
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field
      autoComplete="off"
      {...KINDS[kind]}
      {...field}
      error={error?.message}
      {...form.register(name)}
    />
  )
}
