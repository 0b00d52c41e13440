import { Section, Text } from '@react-email/components'
import { formatDateTime } from '@/lib/time'
import { said } from './look'
import { Facts, ListLink, SponsorMail, type SponsorSender } from './sponsor-frame'

export interface SponsorInvitationProps extends SponsorSender {
  sponsor: string
  /** The address of the sponsor's own list: who has it may change the list. */
  link: string
  guestCap: number
  /** ISO instant; null when no time binds the list. */
  deadline: string | null
  /** Said besides by the organisers; '' for nothing. */
  message: string
}

type Props = SponsorInvitationProps

export const subject = ({ festival }: Props) =>
  `${festival.edition}. ${festival.name}: vaš popis gostiju`

const howTo = ({ deadline }: Props) =>
  `Upišite imena svojih gostiju, jedno po jedno ili zalijepite cijeli stupac iz tablice. Popis možete mijenjati${deadline ? ' do isteka roka' : ''}, bez prijave i lozinke.`
const SECRET =
  'Poveznica je samo vaša: tko je ima, može mijenjati popis. Ne objavljujte je i proslijedite je samo osobi koja vodi popis.'

const factsOf = ({ sponsor, guestCap, deadline }: Props): [string, string][] => [
  ['Tvrtka', sponsor],
  ['Broj gostiju', String(guestCap)],
  ['Rok za upis', deadline ? formatDateTime(deadline) : 'bez roka'],
]

/** The mail for a reader without HTML; says all that the other part does. */
export const plainText = (props: Props) => `\
${subject(props)}

Poštovani, otvorili smo vaš popis gostiju.
${props.message ? `\n${props.message}\n` : ''}
${factsOf(props)
  .map(([word, value]) => `${word}: ${value}`)
  .join('\n')}

${props.link}

${howTo(props)}

${SECRET}

Pitanja? Pišite na ${props.contact}.

${props.festival.name} ${props.festival.year} · ${props.festival.hashtag}
${props.site}
`

export default function SponsorInvitation(props: Props) {
  const { link, message, festival } = props
  return (
    <SponsorMail
      {...props}
      subject={subject(props)}
      title="Vaš popis gostiju je otvoren"
      preview={`Upišite goste koje vodite na ${festival.edition}. izdanje.`}
    >
      <Section className="pad" style={{ padding: '24px 32px 0' }}>
        {message && <Text style={said}>{message}</Text>}
        <Text style={said}>{howTo(props)}</Text>
        <Facts lines={factsOf(props)} />
        <ListLink link={link}>Otvorite popis</ListLink>
        <Text style={{ ...said, margin: '24px 0 0' }}>{SECRET}</Text>
      </Section>
    </SponsorMail>
  )
}

SponsorInvitation.PreviewProps = {
  sponsor: 'Žarulja d.o.o.',
  link: 'https://brucosijada.example/sponzori/6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71',
  guestCap: 20,
  deadline: '2025-10-15T18:00:00.000Z',
  message: '',
  festival: { name: 'Brucošijada', year: 2025, edition: 42, hashtag: '#Brucošijada2025' },
  contact: 'sponzori@brucosijada.example',
  site: 'https://brucosijada.example',
} satisfies Props
