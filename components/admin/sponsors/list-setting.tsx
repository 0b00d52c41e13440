import type { ComponentProps } from 'react'
import { useVisibility } from '@/components/admin/visibility/use-visibility'
import { ChoiceField } from '@/components/ui/choice-field'
import { formatDateTime } from '@/lib/time'

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

type Props = Omit<ComponentProps<typeof ChoiceField>, 'label' | 'choices' | 'hint'>

/** The three states of a sponsor's list (spec section 3), and when the deadline is. */
export function ListSetting(props: Props) {
  const { data } = useVisibility()
  const deadline = data?.find(({ name }) => name === 'SPONSORS_INPUT_TIME')?.visible
  const hint = deadline
    ? `Rok za unos: ${formatDateTime(deadline)}. Mijenja se u Prikazu.`
    : 'Rok za unos nije postavljen, pa se nijedan popis ne zatvara sam. Postavlja se u Prikazu.'
  return <ChoiceField label="Stanje popisa" choices={CHOICES} hint={data && hint} {...props} />
}
