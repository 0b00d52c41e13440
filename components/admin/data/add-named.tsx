'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { classes } from '@/components/ui/classes'
import { AddForm, useAddForm } from './add-form'
import { FormField } from './form-field'

interface Props<Sent> {
  /** Accessible name of the form. */
  label: string
  /** The only field of the form. */
  field: { label: string; maxLength: number; hint?: string }
  schema: z.ZodType<Sent, { name: string }>
  add: (body: Sent) => Promise<{ name: string }>
  entity: string
  successMessage: (name: string) => string
  className?: string
}

/** Form that adds several items one after another by their name alone. Names must be unique. */
export function AddByNameForm<Sent>({
  label,
  field,
  schema,
  add,
  entity,
  successMessage,
  className,
}: Props<Sent>) {
  const adding = useAddForm({
    resolver: zodResolver(schema),
    blank: { name: '' },
    first: 'name',
    unique: 'name',
    call: add,
    invalidates: [entity],
    successMessage: ({ name }) => successMessage(name),
  })
  return (
    <AddForm
      label={label}
      adding={adding}
      className={classes(className, 'md:grid-cols-[minmax(0,1fr)_auto]')}
    >
      <FormField form={adding.form} name="name" {...field} />
    </AddForm>
  )
}
