import {
  Body,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import {
  bar,
  body,
  button,
  chip,
  foot,
  headline,
  lead,
  PAPER_2,
  PHONE,
  page,
  paragraphs,
  question,
  SIGNAL,
  said,
  underline,
  wordmark,
} from './look'

export interface MessageProps {
  /** Also the mail's heading. */
  subject: string
  /** Who is spoken to; '' for nobody by name. */
  reader: string
  /** Plain text in paragraphs parted by blank lines. */
  message: string
  link: string | null
  festival: { name: string; year: number; edition: number; hashtag: string }
  contact: string
  site: string
}

type Props = MessageProps

const greeting = (reader: string) => (reader ? `Bok, ${reader}!` : 'Bok!')

/** The mail for a reader without HTML; says all that the other part does. */
export const plainText = ({ subject, reader, message, link, festival, contact, site }: Props) => `\
${subject}

${greeting(reader)}

${message}
${link ? `\n${link}\n` : ''}
Pitanja? Piši na ${contact}.

${festival.name} ${festival.year} · ${festival.hashtag}
${site}
`

/** A text of the organisers' own, in the festival's look. */
export default function Message(props: Props) {
  const { subject, reader, message, link, festival, contact, site } = props
  return (
    <Html lang="hr">
      <Head>
        <meta name="color-scheme" content="dark light" />
        <meta name="supported-color-schemes" content="dark light" />
        <title>{subject}</title>
        <style>{PHONE}</style>
      </Head>
      <Body style={body}>
        <Preview>{message.slice(0, 140)}</Preview>
        <Container style={page}>
          <div style={bar} />
          <Section className="pad" style={{ padding: '28px 32px 0' }}>
            <Text style={wordmark}>
              {festival.name} <span style={chip}>{festival.year}</span>
            </Text>
            <Heading as="h1" style={headline}>
              {subject}
            </Heading>
            <Text style={lead}>{greeting(reader)}</Text>
            {paragraphs(message).map(({ id, words }) => (
              <Text key={id} style={said}>
                {words}
              </Text>
            ))}
          </Section>
          {link && (
            <Section className="pad" style={{ padding: '12px 32px 0' }}>
              <Link href={link} style={button}>
                Otvori
              </Link>
              <Text style={{ ...foot, borderTop: 'none', margin: 0, overflowWrap: 'anywhere' }}>
                Gumb ne radi? Otvori{' '}
                <Link href={link} style={{ color: PAPER_2, ...underline }}>
                  {link}
                </Link>
              </Text>
            </Section>
          )}
          <Section className="pad" style={{ padding: '28px 32px 40px' }}>
            <Text style={question}>
              Pitanja? Piši na{' '}
              <Link href={`mailto:${contact}`} style={{ color: SIGNAL, ...underline }}>
                {contact}
              </Link>
              .
            </Text>
            <Text style={foot}>
              Pišemo ti iz organizacije: {festival.name}, {festival.edition}. izdanje.
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

Message.PreviewProps = {
  subject: 'Vrata se otvaraju u 20 sati',
  reader: 'Ivo Šarić',
  message:
    'Ponesi osobnu i mail s kartom, ostalo je na nama.\n\nGarderoba je lijevo od ulaza, a voda je besplatna cijelu noć.',
  link: 'https://brucosijada.example/satnica',
  festival: { name: 'Brucošijada', year: 2025, edition: 42, hashtag: '#Brucošijada2025' },
  contact: 'info@brucosijada.example',
  site: 'https://brucosijada.example',
} satisfies Props
