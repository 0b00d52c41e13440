'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { AddForm } from '@/components/admin/data/add-form'
import { showServerErrors } from '@/components/admin/data/form-errors'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { startNext } from '@/components/admin/data/start-next'
import { useWrite } from '@/components/admin/data/use-write'
import { Field } from '@/components/ui/field'
import { api } from '@/lib/http/client'
import { newTagBody, type Tag } from '@/lib/tags/schema'

type Values = z.input<typeof newTagBody>

const EMPTY: Values = { name: '' }

/** A new tag by its name (spec section 5: not empty). */
export function AddTag() {
  const form = useForm<Values>({
    resolver: zodResolver(newTagBody),
    defaultValues: EMPTY,
  })
  const { run, isPending } = useWrite({
    call: (body: Values) => api<Tag>('POST', '/tags/', body),
    stale: ['tags'],
    done: (tag) => `Tag ${tag.name} je dodan.`,
    failed: null,
  })
  const submit = form.handleSubmit((body) =>
    run(body, {
      onSuccess: () => startNext(form, 'name', EMPTY),
      onError: (error) =>
        error.code === 'already_exists'
          ? form.setError('name', { message: error.detail }, { shouldFocus: true })
          : showServerErrors(form, error),
    }),
  )
  const { errors, isDirty } = form.formState
  return (
    <>
      <LeaveGuard isDirty={isDirty && !isPending} />
      <AddForm
        label="Novi tag"
        onSubmit={submit}
        isPending={isPending}
        error={errors.root?.message}
        className="max-w-xl md:grid-cols-[minmax(0,1fr)_auto]"
      >
        <Field
          label="Naziv novog taga"
          autoComplete="off"
          maxLength={100}
          error={errors.name?.message}
          {...form.register('name')}
        />
      </AddForm>
    </>
  )
}
