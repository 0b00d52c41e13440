import { Column, Heading, Img, Row, Section, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import { ticketAddress } from '@/lib/festival/addresses'
import { EMBER, PAPER } from '@/lib/text/colours'
import { ButtonWithUrl, MailFrame, MailSection, type Sender } from './frame'
import {
  code,
  name,
  namePlate,
  numeral,
  picture,
  section,
  small,
  step,
  ticketPunch,
  ticketStub,
  ticketTear,
} from './styles'

interface TicketProps extends Sender {
  /** Name of the ticket in nominative and genitive: 'Ulaznica', 'ulaznice'. */
  kind: [name: string, genitive: string]
  /** Full name as on the guest list. */
  guest: string
  confCode: string
  /** URL of the QR code: `cid:` of the attachment. */
  qr: string
}

/**
 * Drawing of a paper ticket with a stub, a perforated line, and a punched hole at each end of the
 * line.
 */
function Ticket({
  festival,
  kind: [nominative, genitive],
  guest,
  confCode,
  qr,
  site,
}: TicketProps) {
  return (
    <MailSection>
      <Section style={{ backgroundColor: PAPER, borderRadius: 14 }}>
        <Row>
          <Column style={ticketStub}>
            {nominative} · {festival.edition}. izdanje
          </Column>
        </Row>
        <Row style={{ backgroundColor: EMBER }}>
          <Column style={{ ...ticketPunch, borderRadius: '0 12px 12px 0' }} />
          <Column style={{ padding: '0 8px' }}>
            <div style={ticketTear} />
          </Column>
          <Column style={{ ...ticketPunch, borderRadius: '12px 0 0 12px' }} />
        </Row>
        <Row>
          <Column className="plate" style={namePlate}>
            <Text style={small}>Glasi na</Text>
            <Text style={name}>{guest}</Text>
            <Img
              src={qr}
              width="264"
              height="264"
              alt={`QR kod ${genitive}. Slika se ne vidi? Vrijedi i kod koji piše ispod.`}
              style={picture}
            />
            <Text style={{ ...small, paddingTop: 16 }}>Kod {genitive}</Text>
            <Text style={code}>{confCode}</Text>
          </Column>
        </Row>
      </Section>
      <div style={{ paddingTop: 24 }}>
        <ButtonWithUrl link={ticketAddress(site, confCode)}>Otvori kartu</ButtonWithUrl>
      </div>
    </MailSection>
  )
}

/** Plain-text version of the ticket. */
export const ticketText = ({ site, confCode }: Pick<TicketProps, 'site' | 'confCode'>) => `\
Otvori kartu: ${ticketAddress(site, confCode)}
Kad je jednom otvoriš, na mobitelu radi i bez mreže.`

const STEPS = [
  [
    'Otvori kartu ili ovaj mail',
    'i pojačaj svjetlinu zaslona. Jednom otvorena, karta radi i bez mreže.',
  ],
  ['Pokaži QR kod', 'ekipi na ulazu. Skenira se jednom, pa ga ne dijeli ni s kim.'],
  ['Kod se ne da očitati?', 'Reci ime i prezime ili pokaži kod koji piše ispod slike.'],
] as const

/** Instructions for the gate. */
function AtTheGate() {
  return (
    <MailSection top={36}>
      <Heading as="h2" style={section}>
        Na ulazu
      </Heading>
      {STEPS.map(([what, how], i) => (
        <Row key={what}>
          <Column style={numeral}>{i + 1}</Column>
          <Column style={step}>
            <strong style={{ color: PAPER }}>{what}</strong> {how}
          </Column>
        </Row>
      ))}
    </MailSection>
  )
}

/** Plain-text version of the instructions. */
export const AT_THE_GATE = `\
Na ulazu
${STEPS.map(([what, how], i) => `${i + 1}. ${what} ${how}`).join('\n')}
QR kod je slika u privitku (ulaznica.png).
`

interface MailProps extends TicketProps {
  subject: string
  title: string
  reason: string
  /** Content above the ticket. */
  children: ReactNode
  below?: ReactNode
}

/** Layout of a mail with a ticket. */
export function TicketMail({ children, below, ...props }: MailProps) {
  return (
    <MailFrame {...props} preview="Pokaži QR kod iz ovog maila na ulazu. Vidimo se!" isLoud>
      <MailSection>{children}</MailSection>
      <Ticket {...props} />
      {below}
      <AtTheGate />
    </MailFrame>
  )
}
