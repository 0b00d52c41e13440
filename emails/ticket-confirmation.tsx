import { Text } from '@react-email/components'
import { ticketSubject } from '@/lib/festival/subjects'
import { PREVIEW_SENDER, type Sender, signature } from './frame'
import { type PaidReceipt, ReceiptPart, receiptText } from './receipt'
import { lead, paragraphs, quote } from './styles'
import { AT_THE_GATE, TicketMail, ticketText } from './ticket'

export interface TicketConfirmationProps extends Sender {
  /** Full name as on the guest list. */
  guest: string
  confCode: string
  /** URL of the QR code: `cid:` of the attachment. */
  qr: string
  /** Additional text; blank lines separate paragraphs. */
  message?: string
  /** Receipt, if the ticket was paid at the desk. */
  receipt?: PaidReceipt
}

type Props = TicketConfirmationProps

export const subject = ({ festival }: Props) => ticketSubject(festival)

const REASON = 'Ovaj mail je potvrda kupnje karte.'

/** Plain-text version with the same content. */
export const plainText = (props: Props) => `\
${props.festival.name} ${props.festival.year} – karta je tvoja.
${props.message ? `\n${props.message}\n` : ''}
Ulaznica glasi na: ${props.guest}
Kod ulaznice: ${props.confCode}
${ticketText(props)}

${props.receipt ? `${receiptText(props.receipt)}\n` : ''}${AT_THE_GATE}
${signature(props, REASON)}`

export default function TicketConfirmation(props: Props) {
  return (
    <TicketMail
      {...props}
      subject={subject(props)}
      title="Karta je tvoja."
      reason={REASON}
      kind={['Ulaznica', 'ulaznice']}
      below={props.receipt && <ReceiptPart receipt={props.receipt} />}
    >
      <Text style={lead}>Kupnja je zabilježena. Čuvaj ovaj mail: na ulazu ti treba samo on.</Text>
      {paragraphs(props.message ?? '').map(({ id, paragraph }) => (
        <Text key={id} style={quote}>
          {paragraph}
        </Text>
      ))}
    </TicketMail>
  )
}

TicketConfirmation.PreviewProps = {
  ...PREVIEW_SENDER,
  guest: 'Ivo Šarić',
  confCode: '6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71',
  qr: 'cid:ulaznica',
} satisfies Props
