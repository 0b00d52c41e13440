'use client'

import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { showServerErrors } from '@/components/admin/data/form-errors'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { useWrite } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { type ApiError, api } from '@/lib/http/client'
import type { PriceItem } from '@/lib/price-list/schema'
import { PriceFields } from './price-fields'
import { changesOf, type PriceValues, priceResolver, valuesOf } from './price-values'

type Change = NonNullable<ReturnType<typeof changesOf>>

/**
 * Changes an item; another category puts it last there. Whoever finds it changed meanwhile
 * is told what stands there now, field by field, and may then save over it.
 */
export function EditPrice({ item, onClose }: { item: PriceItem; onClose: () => void }) {
  const path = `/cjenik/${item.id}/`
  const seen = useRef(item)
  const [isConflict, setConflict] = useState(false)
  const form = useForm<PriceValues>({
    resolver: priceResolver,
    defaultValues: valuesOf(item),
  })
  const { run, isPending } = useWrite({
    call: (change: Change) => api<PriceItem>('PUT', path, change),
    stale: ['price-list'],
    done: ({ name }) => `${name}: spremljeno.`,
    failed: null,
  })

  async function tell(error: ApiError) {
    showServerErrors(form, error)
    if (error.code !== 'changed_meanwhile') return
    form.setError('root', { message: error.detail })
    const now = await api<PriceItem>('GET', path).catch(() => null)
    if (!now) return
    // It is shown beside the fields, so the next time it may be saved over.
    seen.current = now
    setConflict(true)
    const reads = valuesOf(now)
    for (const field of ['name', 'tag', 'priceEUR', 'volume'] as const)
      if (error.fields[field]) form.setError(field, { message: `Sada je: ${reads[field]}` })
  }

  const submit = form.handleSubmit((values) => {
    const change = changesOf(values, seen.current)
    if (change) run(change, { onSuccess: onClose, onError: tell })
    else onClose()
  })
  const { errors, isDirty } = form.formState
  return (
    <Dialog open onClose={onClose} title="Uredi stavku">
      <LeaveGuard isDirty={isDirty && !isPending} />
      <form aria-label="Uredi stavku" onSubmit={submit} noValidate>
        <div className="grid grid-cols-2 items-start gap-4 *:first:col-span-2">
          <PriceFields form={form} />
        </div>
        {errors.root && (
          <Notice tone="error" className="mt-4 bg-panel-2">
            {errors.root.message}
          </Notice>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Odustani</Button>
          <Button type="submit" look="primary" pending={isPending}>
            {isConflict ? 'Spremi moje preko toga' : 'Spremi promjene'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
