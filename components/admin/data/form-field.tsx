'use client'

import type { ComponentProps } from 'react'
import { type FieldValues, type Path, type UseFormReturn, useController } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { SwitchField } from '@/components/ui/switch'

/**
 * Attributes of an input by the kind of its text, such as the keyboard of a phone and the maximum
 * length.
 */
const KINDS = {
  text: {},
  name: { autoCapitalize: 'words', maxLength: 100 },
  url: { type: 'url', inputMode: 'url' },
  site: { type: 'url', inputMode: 'url', placeholder: 'https://' },
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

/**
 * Text field of a form with its validation error. Autofill is off by default, because the form
 * holds data of another person.
 */
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

interface SwitchProps<Values extends FieldValues, Sent> {
  form: UseFormReturn<Values, unknown, Sent>
  name: Path<Values>
  label: string
  /** Hint of the switch: one text for both states, or one text for each state. */
  hint: string | [off: string, on: string]
}

/** Switch of a form with its validation error. */
export function FormSwitch<Values extends FieldValues, Sent>(props: SwitchProps<Values, Sent>) {
  const { form, name, label, hint } = props
  const { field, fieldState } = useController({ control: form.control, name })
  const isOn = field.value === true
  return (
    <SwitchField
      ref={field.ref}
      label={label}
      hint={typeof hint === 'string' ? hint : hint[isOn ? 1 : 0]}
      error={fieldState.error?.message}
      checked={isOn}
      onChange={field.onChange}
    />
  )
}
