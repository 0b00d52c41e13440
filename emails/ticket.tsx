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
  /** What it is, and of what: 'Ulaznica', 'ulaznice'. */
  kind: [name: string, genitive: string]
  /** Name and surname as they stand on the list. */
  guest: string
  confCode: string
  /** Where the QR code's picture is: `cid:` of the attachment. */
  qr: string
}

/** A paper ticket, punched at both ends of the line along which the stub is torn off. */
function Ticket({ festival, kind: [what, ofWhat], guest, confCode, qr, site }: TicketProps) {
  return (
    <MailSection>
      <Section style={{ backgroundColor: PAPER, borderRadius: 14 }}>
        <Row>
          <Column style={ticketStub}>
            {what} · {festival.edition}. izdanje
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
              alt={`QR kod ${ofWhat}. Slika se ne vidi? Vrijedi i kod koji piše ispod.`}
              style={picture}
            />
            <Text style={{ ...small, paddingTop: 16 }}>Kod {ofWhat}</Text>
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

/** The ticket for a reader without HTML. */
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

/** What to do with a ticket at the gate. */
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

/** The same for a reader without HTML. */
export const AT_THE_GATE = `\
Na ulazu
${STEPS.map(([what, how], i) => `${i + 1}. ${what} ${how}`).join('\n')}
QR kod je slika u privitku (ulaznica.png).
`

interface MailProps extends TicketProps {
  subject: string
  title: string
  reason: string
  /** What is said above the ticket. */
  children: ReactNode
  below?: ReactNode
}

/** A mail that is a ticket. */
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
