import type { UseFormReturn } from 'react-hook-form'
import { Field, Select } from '@/components/ui/field'
import { PRICE_TAGS } from '@/lib/price-list/schema'
import type { PriceValues } from './price-values'

/** The four fields of an item, all of them needed (spec section 5). */
export function PriceFields({ form }: { form: UseFormReturn<PriceValues> }) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Naziv"
        autoComplete="off"
        maxLength={100}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Select label="Kategorija" error={errors.tag?.message} {...form.register('tag')}>
        {PRICE_TAGS.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </Select>
      <Field
        label="Količina (L)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0,5"
        error={errors.volume?.message}
        {...form.register('volume')}
      />
      <Field
        label="Cijena (€)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="2,50"
        error={errors.priceEUR?.message}
        {...form.register('priceEUR')}
      />
    </>
  )
}
