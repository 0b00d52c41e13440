import { Text } from '@react-email/components'
import { invitationSubject } from '@/lib/mails/subjects'
import { BigLink } from './frame'
import { said } from './look'
import {
  deadlineFact,
  type Fact,
  Facts,
  factsText,
  SPONSOR_PREVIEW,
  type SponsorListProps,
  SponsorMail,
  sponsorSignature,
} from './sponsor-list'

export interface SponsorInvitationProps extends SponsorListProps {
  /** Said besides by the organisers; '' for nothing. */
  message: string
}

type Props = SponsorInvitationProps

export const subject = ({ festival }: Props) => invitationSubject(festival)

const howTo = ({ deadline }: Props) =>
  `Upišite imena svojih gostiju, jedno po jedno ili zalijepite cijeli stupac iz tablice. Popis možete mijenjati${deadline ? ' do isteka roka' : ''}, bez prijave i lozinke.`
const SECRET =
  'Poveznica je samo vaša: tko je ima, može mijenjati popis. Ne objavljujte je i proslijedite je samo osobi koja vodi popis.'

const factsOf = (props: Props): Fact[] => [
  ['Tvrtka', props.sponsor],
  ['Broj gostiju', String(props.guestCap)],
  deadlineFact(props),
]

/** The mail for a reader without HTML; says all that the other part does. */
export const plainText = (props: Props) => `\
${subject(props)}

Poštovani, otvorili smo vaš popis gostiju.
${props.message ? `\n${props.message}\n` : ''}
${factsText(factsOf(props))}

${props.link}

${howTo(props)}

${SECRET}

${sponsorSignature(props)}`

export default function SponsorInvitation(props: Props) {
  const { link, message, festival } = props
  return (
    <SponsorMail
      {...props}
      subject={subject(props)}
      title="Vaš popis gostiju je otvoren"
      preview={`Upišite goste koje vodite na ${festival.edition}. izdanje.`}
    >
      {message && <Text style={said}>{message}</Text>}
      <Text style={said}>{howTo(props)}</Text>
      <Facts lines={factsOf(props)} />
      <BigLink link={link} isFormal>
        Otvorite popis
      </BigLink>
      <Text style={{ ...said, margin: '24px 0 0' }}>{SECRET}</Text>
    </SponsorMail>
  )
}

SponsorInvitation.PreviewProps = { ...SPONSOR_PREVIEW, message: '' } satisfies Props
