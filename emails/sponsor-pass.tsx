import { Text } from '@react-email/components'
import { PAPER } from '@/lib/text/colours'
import { PREVIEW_SENDER, type Sender, signature } from './frame'
import { lead } from './styles'
import { AT_THE_GATE, TicketMail, ticketText } from './ticket'

export interface SponsorPassProps extends Sender {
  /** Full name as on the sponsor list. */
  guest: string
  /** Name of the inviting company. */
  sponsor: string
  confCode: string
  /** URL of the QR code: `cid:` of the attachment. */
  qr: string
}

type Props = SponsorPassProps

export const subject = ({ sponsor, festival }: Props) =>
  `${sponsor} te vodi na ${festival.hashtag}: tvoja propusnica`

const reasonOf = ({ sponsor }: Props) =>
  `Ovaj mail je propusnica. Adresu nam je dao sponzor ${sponsor}; ne koristimo je ni za što drugo.`

/** Plain-text version with the same content. */
export const plainText = (props: Props) => `\
${props.festival.name} ${props.festival.year} – na popisu si.

Gost tvrtke: ${props.sponsor}
Propusnica glasi na: ${props.guest}
Kod: ${props.confCode}
${ticketText(props)}

${AT_THE_GATE}
${signature(props, reasonOf(props))}`

export default function SponsorPass(props: Props) {
  return (
    <TicketMail
      {...props}
      subject={subject(props)}
      title="Na popisu si."
      reason={reasonOf(props)}
      kind={['Propusnica', 'propusnice']}
    >
      <Text style={lead}>
        Vodi te <strong style={{ color: PAPER }}>{props.sponsor}</strong>, a na ulazu ti treba samo
        ovaj mail.
      </Text>
    </TicketMail>
  )
}

SponsorPass.PreviewProps = {
  ...PREVIEW_SENDER,
  guest: 'Ana Marija Šarić',
  sponsor: 'Žarulja d.o.o.',
  confCode: '6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71',
  qr: 'cid:ulaznica',
} satisfies Props
