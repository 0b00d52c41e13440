'use client'

import { useForm } from 'react-hook-form'
import { EditDialog } from '@/components/admin/data/edit-dialog'
import { useEdit } from '@/components/admin/data/use-edit'
import { useWrite } from '@/components/admin/data/use-write'
import { api } from '@/lib/http/client'
import type { PriceItem } from '@/lib/price-list/schema'
import { PriceFields } from './price-fields'
import { type PriceValues, priceResolver, valuesOf } from './price-values'

const nowReads = (field: string, item: PriceItem) =>
  `Sada je: ${valuesOf(item)[field as keyof PriceValues]}`

/** Changes an item; another category puts it last there. */
export function EditPrice({ item, onClose }: { item: PriceItem; onClose: () => void }) {
  const path = `/cjenik/${item.id}/`
  const form = useForm<PriceValues>({
    resolver: priceResolver,
    defaultValues: valuesOf(item),
  })
  const { changeOf, isConflict, tell, takeTheirs } = useEdit({
    form,
    item,
    path,
    valuesOf,
    nowReads,
  })
  const { run, isPending } = useWrite({
    call: (change: object) => api<PriceItem>('PUT', path, change),
    stale: ['price-list'],
    done: ({ name }) => `${name}: spremljeno.`,
    failed: null,
  })
  const submit = form.handleSubmit((values) => {
    const change = changeOf(values)
    if (change) run(change, { onSuccess: onClose, onError: tell })
    else onClose()
  })
  const { errors, isDirty } = form.formState
  return (
    <EditDialog
      title="Uredi stavku"
      onSubmit={submit}
      onClose={onClose}
      problem={errors.root?.message}
      {...{ isPending, isDirty, isConflict, takeTheirs }}
    >
      <div className="grid grid-cols-2 items-start gap-4 *:first:col-span-2">
        <PriceFields form={form} />
      </div>
    </EditDialog>
  )
}
