import { Section, Text } from '@react-email/components'
import { formatDateTime } from '@/lib/time'
import { said } from './look'
import { Facts, ListLink, SponsorMail, type SponsorSender } from './sponsor-frame'

export interface SponsorReminderProps extends SponsorSender {
  sponsor: string
  link: string
  guestCap: number
  /** How many stood on the list when the reminder was written. */
  listed: number
  /** ISO instant; null when no time is set. */
  deadline: string | null
}

type Props = SponsorReminderProps

export const subject = ({ festival }: Props) =>
  `${festival.edition}. ${festival.name}: na vašem popisu gostiju još ima mjesta`

const after = ({ deadline }: Props) =>
  `${deadline ? 'Nakon roka popis se zatvara i na ulazu vrijedi onakav kakav je tada. ' : ''}Ako nećete dovesti više gostiju, ne trebate učiniti ništa.`

const factsOf = ({ sponsor, listed, guestCap, deadline }: Props): [string, string][] => [
  ['Tvrtka', sponsor],
  ['Upisano', `${listed} od ${guestCap}`],
  ['Rok za upis', deadline ? formatDateTime(deadline) : 'bez roka'],
]

/** The mail for a reader without HTML; says all that the other part does. */
export const plainText = (props: Props) => `\
${subject(props)}

${factsOf(props)
  .map(([word, value]) => `${word}: ${value}`)
  .join('\n')}

${props.link}

${after(props)}

Pitanja? Pišite na ${props.contact}.

${props.festival.name} ${props.festival.year} · ${props.festival.hashtag}
${props.site}
`

export default function SponsorReminder(props: Props) {
  const { link, listed, guestCap, deadline } = props
  return (
    <SponsorMail
      {...props}
      subject={subject(props)}
      title="Na popisu još ima mjesta"
      preview={`Upisano ${listed} od ${guestCap}.${deadline ? ' Popis se uskoro zatvara.' : ''}`}
    >
      <Section className="pad" style={{ padding: '24px 32px 0' }}>
        <Facts lines={factsOf(props)} />
        <ListLink link={link}>Dopunite popis</ListLink>
        <Text style={{ ...said, margin: '24px 0 0' }}>{after(props)}</Text>
      </Section>
    </SponsorMail>
  )
}

SponsorReminder.PreviewProps = {
  sponsor: 'Žarulja d.o.o.',
  link: 'https://brucosijada.example/sponzori/6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71',
  guestCap: 20,
  listed: 7,
  deadline: '2025-10-15T18:00:00.000Z',
  festival: { name: 'Brucošijada', year: 2025, edition: 42, hashtag: '#Brucošijada2025' },
  contact: 'sponzori@brucosijada.example',
  site: 'https://brucosijada.example',
} satisfies Props
