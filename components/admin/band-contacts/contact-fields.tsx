import type { UseFormReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import type { NewBandContact } from '@/lib/band-contacts/schema'

export type ContactForm = UseFormReturn<NewBandContact>

/** The three fields of a contact, all of them needed (spec section 5). */
export function ContactFields({ form }: { form: ContactForm }) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Bend"
        autoComplete="off"
        maxLength={100}
        error={errors.bandName?.message}
        {...form.register('bandName')}
      />
      <Field
        label="Osoba za kontakt"
        autoComplete="off"
        autoCapitalize="words"
        maxLength={100}
        error={errors.bookerName?.message}
        {...form.register('bookerName')}
      />
      <Field
        label="Telefon"
        type="tel"
        autoComplete="off"
        maxLength={50}
        error={errors.bookerPhone?.message}
        {...form.register('bookerPhone')}
      />
    </>
  )
}
