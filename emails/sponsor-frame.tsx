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
import type { CSSProperties, ReactNode } from 'react'
import {
  bar,
  body,
  button,
  chip,
  foot,
  headline,
  PAPER,
  PAPER_2,
  PHONE,
  page,
  question,
  SIGNAL,
  underline,
  wordmark,
} from './look'

export interface SponsorSender {
  festival: { name: string; year: number; edition: number; hashtag: string }
  contact: string
  site: string
}

interface Props extends SponsorSender {
  subject: string
  title: string
  preview: string
  children: ReactNode
}

/** What all mails to sponsors stand in: the festival above, whom to ask below. */
export function SponsorMail({ subject, title, preview, festival, contact, site, children }: Props) {
  return (
    <Html lang="hr">
      <Head>
        <meta name="color-scheme" content="dark light" />
        <meta name="supported-color-schemes" content="dark light" />
        <title>{subject}</title>
        <style>{PHONE}</style>
      </Head>
      <Body style={body}>
        <Preview>{preview}</Preview>
        <Container style={page}>
          <div style={bar} />
          <Section className="pad" style={{ padding: '28px 32px 0' }}>
            <Text style={wordmark}>
              {festival.name} <span style={chip}>{festival.year}</span>
            </Text>
            <Heading as="h1" style={headline}>
              {title}
            </Heading>
          </Section>
          {children}
          <Section className="pad" style={{ padding: '28px 32px 40px' }}>
            <Text style={question}>
              Pitanja? Pišite na{' '}
              <Link href={`mailto:${contact}`} style={{ color: SIGNAL, ...underline }}>
                {contact}
              </Link>
              .
            </Text>
            <Text style={foot}>
              Pišemo vam jer ste sponzor: {festival.name}, {festival.edition}. izdanje.
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

const fact: CSSProperties = { padding: '10px 0', borderTop: '2px solid #262d4d', fontSize: 17 }

/** What counts, line by line: a word and its value. */
export function Facts({ lines }: { lines: [word: string, value: string][] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '8px 0 28px', borderCollapse: 'collapse' }}
    >
      <tbody>
        {lines.map(([word, value]) => (
          <tr key={word}>
            <td style={{ ...fact, color: PAPER_2, paddingRight: 16 }}>{word}</td>
            <td style={{ ...fact, color: PAPER, fontWeight: 700, textAlign: 'right' }}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The way to the list, also for a reader that shows no buttons. */
export function ListLink({ link, children }: { link: string; children: string }) {
  return (
    <>
      <Link href={link} style={button}>
        {children}
      </Link>
      <Text style={{ ...foot, borderTop: 'none', margin: '4px 0 0', overflowWrap: 'anywhere' }}>
        Gumb ne radi? Otvorite{' '}
        <Link href={link} style={{ color: PAPER_2, ...underline }}>
          {link}
        </Link>
      </Text>
    </>
  )
}
