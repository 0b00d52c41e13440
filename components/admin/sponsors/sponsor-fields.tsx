import { Controller, type UseFormReturn } from 'react-hook-form'
import { FormField } from '@/components/admin/data/form-field'
import { SwitchField } from '@/components/ui/switch'
import { ListSetting } from './list-setting'
import type { SponsorValues } from './sponsor-values'

/** What is asked of a sponsor beside its picture. */
export function SponsorFields({ form }: { form: UseFormReturn<SponsorValues> }) {
  const { errors } = form.formState
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <FormField form={form} name="name" label="Naziv" maxLength={150} />
        <FormField
          form={form}
          name="url"
          label="Poveznica"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="Otvara se klikom na logotip."
        />
        <FormField
          form={form}
          name="email"
          kind="email"
          label="E-mail"
          hint="Kamo ide pozivnica; više adresa odvojite zarezom."
        />
        <FormField
          form={form}
          name="guestCap"
          kind="count"
          label="Ograničenje"
          hint="Koliko gostiju najviše; 0 znači bez popisa i pozivnice."
        />
      </div>
      <Controller
        control={form.control}
        name="visible"
        render={({ field }) => (
          <SwitchField
            ref={field.ref}
            label="Prikazan"
            hint="Posjetitelji vide samo prikazane sponzore."
            error={errors.visible?.message}
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <ListSetting error={errors.guestsEnabled?.message} {...form.register('guestsEnabled')} />
    </>
  )
}
