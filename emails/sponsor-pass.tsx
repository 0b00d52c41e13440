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
import {
  bar,
  body,
  chip,
  code,
  foot,
  lead,
  name,
  numeral,
  PAPER,
  PAPER_2,
  PHONE,
  page,
  picture,
  question,
  SIGNAL,
  section,
  small,
  step,
  title,
  underline,
  wordmark,
} from './look'
import { STEPS, Ticket } from './ticket-confirmation'

export interface SponsorPassProps {
  /** Name and surname as they stand on the sponsor's list. */
  guest: string
  /** The company that invites. */
  sponsor: string
  confCode: string
  /** Where the QR code's picture is: `cid:` of the attachment. */
  qr: string
  festival: { name: string; year: number; edition: number; hashtag: string }
  contact: string
  site: string
}

type Props = SponsorPassProps

export const subject = ({ sponsor, festival }: Props) =>
  `${sponsor} te vodi na ${festival.hashtag}: tvoja propusnica`

const purposeOf = ({ sponsor }: Props) =>
  `Ovaj mail je propusnica. Adresu nam je dao sponzor ${sponsor}; ne koristimo je ni za što drugo.`

/** The mail for a reader without HTML; says all that the other part does. */
export const plainText = (props: Props) => `\
${props.festival.name} ${props.festival.year} – na popisu si.

Gost tvrtke: ${props.sponsor}
Propusnica glasi na: ${props.guest}
Kod: ${props.confCode}

Na ulazu
${STEPS.map(([what, how], i) => `${i + 1}. ${what} ${how}`).join('\n')}
QR kod je slika u privitku (ulaznica.png).

Pitanja? Piši na ${props.contact}.
${purposeOf(props)}

${props.festival.hashtag}
${props.site}
`

export default function SponsorPass(props: Props) {
  const { guest, sponsor, confCode, qr, festival, contact, site } = props
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
              Na popisu si.
            </Heading>
            <Text style={lead}>
              Vodi te <strong style={{ color: PAPER }}>{sponsor}</strong>, a na ulazu ti treba samo
              ovaj mail.
            </Text>
          </Section>
          <Section className="pad" style={{ padding: '0 32px' }}>
            <Ticket label={`Propusnica · ${festival.edition}. izdanje`}>
              <Text style={small}>Glasi na</Text>
              <Text style={name}>{guest}</Text>
              <Img
                src={qr}
                width="264"
                height="264"
                alt="QR kod propusnice. Slika se ne vidi? Vrijedi i kod koji piše ispod."
                style={picture}
              />
              <Text style={{ ...small, paddingTop: 16 }}>Kod propusnice</Text>
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
              {purposeOf(props)}
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

SponsorPass.PreviewProps = {
  guest: 'Ana Marija Šarić',
  sponsor: 'Žarulja d.o.o.',
  confCode: '6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71',
  qr: 'cid:ulaznica',
  festival: { name: 'Brucošijada', year: 2025, edition: 42, hashtag: '#Brucošijada2025' },
  contact: 'info@brucosijada.example',
  site: 'https://brucosijada.example',
} satisfies Props
