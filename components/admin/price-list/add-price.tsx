'use client'

import { useForm } from 'react-hook-form'
import { AddForm } from '@/components/admin/data/add-form'
import { showServerErrors } from '@/components/admin/data/form-errors'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { startNext } from '@/components/admin/data/start-next'
import { useWrite } from '@/components/admin/data/use-write'
import { api } from '@/lib/http/client'
import type { PriceItem } from '@/lib/price-list/schema'
import { PriceFields } from './price-fields'
import { type PriceValues, priceResolver } from './price-values'

const BLANK: PriceValues = { name: '', tag: 'SOK', priceEUR: '', volume: '' }

/** A new item, last in its category; the next one is most likely of the same. */
export function AddPrice() {
  const form = useForm<PriceValues>({
    resolver: priceResolver,
    defaultValues: BLANK,
  })
  const { run, isPending } = useWrite({
    call: (body: PriceValues) => api<PriceItem>('POST', '/cjenik/', body),
    stale: ['price-list'],
    done: ({ name, tag }) => `${name} je na cjeniku: ${tag}.`,
    failed: null,
  })
  const submit = form.handleSubmit((body) =>
    run(body, {
      onSuccess: () => startNext(form, 'name', { ...BLANK, tag: body.tag }),
      onError: (error) => showServerErrors(form, error),
    }),
  )
  const { errors, isDirty } = form.formState
  return (
    <>
      <LeaveGuard isDirty={isDirty && !isPending} />
      <AddForm
        label="Nova stavka"
        onSubmit={submit}
        isPending={isPending}
        error={errors.root?.message}
        className="grid-cols-2 max-sm:*:first:col-span-2 sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_9rem_8rem_8rem_auto]"
      >
        <PriceFields form={form} />
      </AddForm>
    </>
  )
}
