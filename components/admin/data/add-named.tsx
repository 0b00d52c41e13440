'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { classes } from '@/components/ui/classes'
import { AddForm, useAddForm } from './add-form'
import { FormField } from './form-field'

interface Props<Sent> {
  /** Names the form. */
  label: string
  /** The one field of it. */
  field: { label: string; maxLength: number; hint?: string }
  schema: z.ZodType<Sent, { name: string }>
  add: (body: Sent) => Promise<{ name: string }>
  noun: string
  done: (name: string) => string
  className?: string
}

/** Adds one thing after another of which only the name is asked, each of which is there once. */
export function AddByNameForm<Sent>({
  label,
  field,
  schema,
  add,
  noun,
  done,
  className,
}: Props<Sent>) {
  const adding = useAddForm({
    resolver: zodResolver(schema),
    blank: { name: '' },
    first: 'name',
    unique: 'name',
    call: add,
    invalidates: [noun],
    successMessage: ({ name }) => done(name),
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
