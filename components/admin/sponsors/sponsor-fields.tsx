import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { SwitchField } from '@/components/ui/switch-field'
import { ListSetting } from './list-setting'
import type { SponsorValues } from './sponsor-values'

/** What is asked of a sponsor beside its picture. */
export function SponsorFields({ form }: { form: UseFormReturn<SponsorValues> }) {
  const { errors } = form.formState
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Field
          label="Naziv"
          autoComplete="off"
          maxLength={150}
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Field
          label="Poveznica"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint="Otvara se klikom na logotip."
          error={errors.url?.message}
          {...form.register('url')}
        />
        <Field
          label="E-mail"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="Kamo ide pozivnica; više adresa odvojite zarezom."
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Field
          label="Ograničenje"
          inputMode="numeric"
          autoComplete="off"
          hint="Koliko gostiju najviše; 0 znači bez popisa i pozivnice."
          error={errors.guestCap?.message}
          {...form.register('guestCap')}
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
