import {
  Body,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Img,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import {
  bar,
  body,
  chip,
  code,
  EMBER,
  foot,
  lead,
  name,
  numeral,
  PAPER,
  PAPER_2,
  PHONE,
  page,
  paragraphs,
  picture,
  plate,
  punch,
  question,
  SIGNAL,
  said,
  section,
  small,
  step,
  stub,
  tear,
  title,
  underline,
  wordmark,
} from './look'

export interface TicketConfirmationProps {
  /** Name and surname as they stand on the guest list. */
  guest: string
  confCode: string
  /** Where the QR code's picture is: `cid:` of the attachment. */
  qr: string
  festival: { name: string; year: number; edition: number; hashtag: string }
  contact: string
  site: string
  /** Said besides, in paragraphs parted by blank lines. */
  message?: string
}

type Props = TicketConfirmationProps

export const subject = ({ festival }: Props) => `Tvoja karta je tu ${festival.hashtag}`

export const STEPS = [
  ['Otvori ovaj mail', 'i pojačaj svjetlinu zaslona.'],
  ['Pokaži QR kod', 'ekipi na ulazu. Skenira se jednom, pa ga ne dijeli ni s kim.'],
  ['Kod se ne da očitati?', 'Reci ime i prezime ili pokaži kod koji piše ispod slike.'],
] as const

const PURPOSE = 'Ovaj mail je potvrda kupnje karte.'

/** The mail for a reader without HTML; says all that the other part does. */
export const plainText = ({ guest, confCode, festival, contact, site, message }: Props) => `\
${festival.name} ${festival.year} – karta je tvoja.
${message ? `\n${message}\n` : ''}
Ulaznica glasi na: ${guest}
Kod ulaznice: ${confCode}

Na ulazu
${STEPS.map(([what, how], i) => `${i + 1}. ${what} ${how}`).join('\n')}
QR kod je slika u privitku (ulaznica.png).

Pitanja? Piši na ${contact}.
${PURPOSE}

${festival.hashtag}
${site}
`

export default function TicketConfirmation(props: Props) {
  const { guest, confCode, qr, festival, contact, site, message = '' } = props
  return (
    <Html lang="hr">
      <Head>
        <meta name="color-scheme" content="dark light" />
        <meta name="supported-color-schemes" content="dark light" />
        <title>{subject(props)}</title>
        <style>{PHONE}</style>
      </Head>
      <Body style={body}>
        <Preview>Pokaži QR kod iz ovog maila na ulazu. Vidimo se!</Preview>
        <Container style={page}>
          <div style={bar} />
          <Section className="pad" style={{ padding: '28px 32px 0' }}>
            <Text style={wordmark}>
              {festival.name} <span style={chip}>{festival.year}</span>
            </Text>
            <Heading as="h1" className="title" style={title}>
              Karta je tvoja.
            </Heading>
            <Text style={lead}>
              Kupnja je zabilježena. Čuvaj ovaj mail: na ulazu ti treba samo on.
            </Text>
            {paragraphs(message).map(({ id, words }) => (
              <Text key={id} style={said}>
                {words}
              </Text>
            ))}
          </Section>
          <Section className="pad" style={{ padding: '0 32px' }}>
            <Ticket label={`Ulaznica · ${festival.edition}. izdanje`}>
              <Text style={small}>Glasi na</Text>
              <Text style={name}>{guest}</Text>
              <Img
                src={qr}
                width="264"
                height="264"
                alt="QR kod ulaznice. Slika se ne vidi? Vrijedi i kod koji piše ispod."
                style={picture}
              />
              <Text style={{ ...small, paddingTop: 16 }}>Kod ulaznice</Text>
              <Text style={code}>{confCode}</Text>
            </Ticket>
          </Section>
          <Section className="pad" style={{ padding: '36px 32px 0' }}>
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
          </Section>
          <Section className="pad" style={{ padding: '20px 32px 40px' }}>
            <Text style={question}>
              Pitanja? Piši na{' '}
              <Link href={`mailto:${contact}`} style={{ color: SIGNAL, ...underline }}>
                {contact}
              </Link>
              .
            </Text>
            <Text style={foot}>
              {PURPOSE}
              <br />
              <Link href={site} style={{ color: PAPER_2, ...underline }}>
                {site.replace(/^https?:\/\//, '')}
              </Link>
              {' · '}
              {festival.hashtag}
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

/** A paper ticket, punched at both ends of the line along which the stub is torn off. */
export function Ticket({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Section style={{ backgroundColor: PAPER, borderRadius: 14 }}>
      <Row>
        <Column style={stub}>{label}</Column>
      </Row>
      <Row style={{ backgroundColor: EMBER }}>
        <Column style={{ ...punch, borderRadius: '0 12px 12px 0' }} />
        <Column style={{ padding: '0 8px' }}>
          <div style={tear} />
        </Column>
        <Column style={{ ...punch, borderRadius: '12px 0 0 12px' }} />
      </Row>
      <Row>
        <Column className="plate" style={plate}>
          {children}
        </Column>
      </Row>
    </Section>
  )
}

TicketConfirmation.PreviewProps = {
  guest: 'Ivo Šarić',
  confCode: '6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71',
  qr: 'cid:ulaznica',
  festival: { name: 'Brucošijada', year: 2025, edition: 42, hashtag: '#Brucošijada2025' },
  contact: 'info@brucosijada.example',
  site: 'https://brucosijada.example',
} satisfies Props
