import { Text } from '@react-email/components'
import { invitationSubject } from '@/lib/festival/subjects'
import { SPONSOR_PREVIEW, type SponsorListProps, SponsorMail, sponsorText } from './sponsor-list'
import { quote } from './styles'

export interface SponsorInvitationProps extends SponsorListProps {
  /** Additional text of the organisers; '' without one. */
  message: string
}

type Props = SponsorInvitationProps

export const subject = ({ festival }: Props) => invitationSubject(festival)

const howTo = ({ deadline }: Props) =>
  `Upišite imena svojih gostiju, jedno po jedno ili zalijepite cijeli stupac iz tablice. Popis možete mijenjati${deadline ? ' do isteka roka' : ''}, bez prijave i lozinke.`
const SECRET =
  'Poveznica je samo vaša: tko je ima, može mijenjati popis. Ne objavljujte je i proslijedite je samo osobi koja vodi popis.'

const letterOf = (props: Props) => ({
  subject: subject(props),
  fact: ['Broj gostiju', String(props.guestCap)] satisfies [string, string],
})

export const plainText = (props: Props) =>
  sponsorText(props, {
    ...letterOf(props),
    above: `\
Poštovani, otvorili smo vaš popis gostiju.
${props.message ? `\n${props.message}\n` : ''}
`,
    below: `${howTo(props)}\n\n${SECRET}`,
  })

export default function SponsorInvitation(props: Props) {
  const { message, festival } = props
  return (
    <SponsorMail
      {...props}
      {...letterOf(props)}
      title="Vaš popis gostiju je otvoren"
      preview={`Upišite goste koje vodite na ${festival.edition}. izdanje.`}
      button="Otvorite popis"
      below={SECRET}
    >
      {message && <Text style={quote}>{message}</Text>}
      <Text style={quote}>{howTo(props)}</Text>
    </SponsorMail>
  )
}

SponsorInvitation.PreviewProps = { ...SPONSOR_PREVIEW, message: '' } satisfies Props
