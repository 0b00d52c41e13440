import { Column, Heading, Row, Text } from '@react-email/components'
import {
  formatCents,
  NOT_FISCAL,
  PAYMENT_METHOD_LABELS,
  type PaymentMethod,
} from '@/lib/cash/rules'
import { formatDateTime } from '@/lib/time/zagreb'
import { MailSection } from './frame'
import { footer, quote, section } from './styles'

/** Receipt of a ticket that was paid at the desk. */
export interface PaidReceipt {
  number: string
  at: string
  list: string
  way: PaymentMethod
  cents: number
}

const linesOf = ({ number, at, list, way, cents }: PaidReceipt): [string, string][] => [
  ['Broj', number],
  ['Datum', formatDateTime(at)],
  ['Ulaznica', list],
  ['Iznos', formatCents(cents)],
  ['Plaćeno', PAYMENT_METHOD_LABELS[way].how],
]

/** Receipt section below the ticket. */
export function ReceiptPart({ receipt }: { receipt: PaidReceipt }) {
  return (
    <MailSection top={36}>
      <Heading as="h2" style={section}>
        Potvrda o plaćanju
      </Heading>
      {linesOf(receipt).map(([label, text]) => (
        <Row key={label}>
          <Column style={{ ...quote, width: 120, padding: '4px 0' }}>{label}</Column>
          <Column style={{ ...quote, padding: '4px 0', fontWeight: 700 }}>{text}</Column>
        </Row>
      ))}
      <Text style={{ ...footer, margin: '8px 0 0', borderTop: 'none', paddingTop: 0 }}>
        {NOT_FISCAL}
      </Text>
    </MailSection>
  )
}

/** Plain-text version of the receipt. */
export const receiptText = (receipt: PaidReceipt) => `\
Potvrda o plaćanju
${linesOf(receipt)
  .map(([label, text]) => `${label}: ${text}`)
  .join('\n')}
${NOT_FISCAL}
`
