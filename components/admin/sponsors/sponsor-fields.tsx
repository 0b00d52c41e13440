import type { ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FormField, FormSwitch } from '@/components/admin/data/form-field'
import type { SponsorValues } from '@/components/admin/sponsors/sponsor-values'
import { useVisibility } from '@/components/admin/visibility/use-visibility'
import { RadioField } from '@/components/ui/radio-field'
import { formatDateTime } from '@/lib/time/zagreb'

/** Form fields of a sponsor, except its picture. */
export function SponsorFields({ form }: { form: UseFormReturn<SponsorValues> }) {
  const { errors } = form.formState
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <FormField form={form} name="name" label="Naziv" maxLength={150} />
        <FormField
          form={form}
          name="url"
          kind="site"
          label="Poveznica"
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
      <FormSwitch
        form={form}
        name="visible"
        label="Prikazan"
        hint="Posjetitelji vide samo prikazane sponzore."
      />
      <ListSetting error={errors.guestsEnabled?.message} {...form.register('guestsEnabled')} />
    </>
  )
}

const CHOICES = [
  {
    value: '1',
    label: 'Otvoren do roka',
    hint: 'Sponzor mijenja svoj popis dok ne istekne vrijeme za unos.',
  },
  {
    value: '2',
    label: 'Otvoren i nakon roka',
    hint: 'Ne zatvara se sam: za one kojima treba još vremena.',
  },
  { value: '0', label: 'Zatvoren', hint: 'Sponzor popis vidi, ali ga ne može mijenjati.' },
]

type Props = Omit<ComponentProps<typeof RadioField>, 'label' | 'choices' | 'hint'>

/** Radio buttons for the three states of a sponsor list (rule 5.5), with the deadline as a hint. */
function ListSetting(props: Props) {
  const { data } = useVisibility()
  const deadline = data?.find(({ name }) => name === 'SPONSORS_INPUT_TIME')?.visible
  const hint = deadline
    ? `Rok za unos: ${formatDateTime(deadline)}. Mijenja se u Prikazu.`
    : 'Rok za unos nije postavljen, pa se nijedan popis ne zatvara sam. Postavlja se u Prikazu.'
  return <RadioField label="Stanje popisa" choices={CHOICES} hint={data && hint} {...props} />
}
