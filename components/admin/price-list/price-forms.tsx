'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { AddForm, useAddForm } from '@/components/admin/data/add-form'
import { EditDialog } from '@/components/admin/data/edit-form'
import { FormField } from '@/components/admin/data/form-field'
import { useEditForm } from '@/components/admin/data/use-edit'
import { Select } from '@/components/ui/field'
import { api } from '@/lib/api-client/client'
import {
  newPriceItemBody,
  PRICE_TAGS,
  type PriceItem,
  type PriceTag,
} from '@/lib/price-list/schema'

/** Values of a price item as typed: numbers with a decimal comma. */
interface PriceValues {
  name: string
  tag: PriceTag
  priceEUR: string
  volume: string
}

/** Validates with the schema of the server, but sends the values as they were typed (`raw`). */
const priceResolver = zodResolver(newPriceItemBody as z.ZodType<unknown, PriceValues>, undefined, {
  raw: true,
})

const withComma = (text: string) => text.replace('.', ',')

const valuesOf = ({ name, tag, priceEUR, volume }: PriceItem): PriceValues => ({
  name,
  tag,
  priceEUR: withComma(priceEUR.toFixed(2)),
  volume: withComma(String(volume)),
})

const BLANK: PriceValues = { name: '', tag: 'SOK', priceEUR: '', volume: '' }

/**
 * Form for a new price item, which becomes the last of its category. The category is kept for the
 * next item, which is most likely in the same one.
 */
export function AddPrice() {
  const adding = useAddForm({
    resolver: priceResolver,
    blank: BLANK,
    first: 'name',
    next: ({ tag }) => ({ ...BLANK, tag }),
    call: (body) => api('POST', '/cjenik', { body }),
    invalidates: ['price-list'],
    successMessage: ({ name, tag }) => `${name} je na cjeniku: ${tag}.`,
  })
  return (
    <AddForm
      label="Nova stavka"
      adding={adding}
      className="grid-cols-2 max-sm:*:first:col-span-2 sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_9rem_8rem_8rem_auto]"
    >
      <PriceFields form={adding.form} />
    </AddForm>
  )
}

const conflictMessage = (field: keyof PriceValues, item: PriceItem) =>
  `Sada je: ${valuesOf(item)[field]}`

/**
 * Dialog that edits a price item. An item that is moved to another category becomes the last there.
 */
export function EditPrice({ item, onClose }: { item: PriceItem; onClose: () => void }) {
  const params = { id: item.id }
  const edited = useEditForm({
    resolver: priceResolver,
    item,
    valuesOf,
    conflictMessage,
    change: (body) => api('PUT', '/cjenik/[id]', { params, body }),
    read: () => api('GET', '/cjenik/[id]', { params }),
    invalidates: ['price-list'],
    successMessage: ({ name }) => `${name}: spremljeno.`,
    errorMessage: null,
    onSaved: onClose,
  })
  return (
    <EditDialog title="Uredi stavku" edited={edited} onClose={onClose}>
      <div className="grid grid-cols-2 items-start gap-4 *:first:col-span-2">
        <PriceFields form={edited.form} />
      </div>
    </EditDialog>
  )
}

/** Form fields of a price item. All four are required (rule 13.14). */
function PriceFields({ form }: { form: UseFormReturn<PriceValues> }) {
  const { errors } = form.formState
  return (
    <>
      <FormField form={form} name="name" label="Naziv" maxLength={100} />
      <Select label="Kategorija" error={errors.tag?.message} {...form.register('tag')}>
        {PRICE_TAGS.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </Select>
      <FormField form={form} name="volume" kind="decimal" label="Količina (L)" placeholder="0,5" />
      <FormField form={form} name="priceEUR" kind="decimal" label="Cijena (€)" placeholder="2,50" />
    </>
  )
}
