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
import type { ReactNode } from 'react'
import { SIGNAL } from '@/lib/text/colours'
import {
  bar,
  body,
  button,
  chip,
  footer,
  headline,
  PAPER_2,
  PHONE,
  page,
  question,
  title as shout,
  underline,
  wordmark,
} from './styles'

/** On whose behalf a mail is written. */
export interface Sender {
  festival: { name: string; year: number; edition: number; hashtag: string }
  /** Whom to ask; '' where nobody is named. */
  contact: string
  site: string
}

interface Props extends Sender {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  title: string
  /** A title of three short words, in letters to match. */
  isLoud?: boolean
  /** Speaks to a company, not to a student. */
  isFormal?: boolean
  /** Why the reader has this mail. */
  reason: string
  children: ReactNode
}

/** What every mail stands in: the festival and the title above, whom to ask and why below. */
export function MailFrame(props: Props) {
  const { festival, contact, site } = props
  return (
    <Html lang="hr">
      <Head>
        <meta name="color-scheme" content="dark light" />
        <meta name="supported-color-schemes" content="dark light" />
        <title>{props.subject}</title>
        <style>{PHONE}</style>
      </Head>
      <Body style={body}>
        <Preview>{props.preview}</Preview>
        <Container style={page}>
          <div style={bar} />
          <MailSection top={28}>
            <Text style={wordmark}>
              {festival.name} <span style={chip}>{festival.year}</span>
            </Text>
            <Heading
              as="h1"
              className={props.isLoud ? 'title' : undefined}
              style={props.isLoud ? shout : headline}
            >
              {props.title}
            </Heading>
          </MailSection>
          {props.children}
          <MailSection top={28} bottom={40}>
            {contact && (
              <Text style={question}>
                Pitanja? {props.isFormal ? 'Pišite' : 'Piši'} na{' '}
                <Link href={`mailto:${contact}`} style={{ color: SIGNAL, ...underline }}>
                  {contact}
                </Link>
                .
              </Text>
            )}
            <Text style={footer}>
              {props.reason}
              <br />
              <Link href={site} style={{ color: PAPER_2, ...underline }}>
                {site.replace(/^https?:\/\//, '')}
              </Link>
              {' · '}
              {festival.hashtag}
            </Text>
          </MailSection>
        </Container>
      </Body>
    </Html>
  )
}

/** A stretch of a mail, in from its edges; `top` and `bottom` are pixels of room. */
export function MailSection({
  top = 0,
  bottom = 0,
  children,
}: {
  top?: number
  bottom?: number
  children: ReactNode
}) {
  return (
    <Section className="pad" style={{ padding: `${top}px 32px ${bottom}px` }}>
      {children}
    </Section>
  )
}

/** A link to press, and in letters for a reader that shows no buttons. */
export function ButtonWithUrl({
  link,
  isFormal,
  children,
}: {
  link: string
  isFormal?: boolean
  children: string
}) {
  return (
    <>
      <Link href={link} style={button}>
        {children}
      </Link>
      <Text style={{ ...footer, borderTop: 'none', margin: '4px 0 0', overflowWrap: 'anywhere' }}>
        Gumb ne radi? {isFormal ? 'Otvorite' : 'Otvori'}{' '}
        <Link href={link} style={{ color: PAPER_2, ...underline }}>
          {link}
        </Link>
      </Text>
    </>
  )
}

/** The end of a mail for a reader without HTML. */
export const signature = ({ festival, contact, site }: Sender, reason: string, isFormal = false) =>
  `\
${contact && `Pitanja? ${isFormal ? 'Pišite' : 'Piši'} na ${contact}.\n`}${reason}

${festival.name} ${festival.year} · ${festival.hashtag}
${site}
`

/** The sender of the previews. */
export const PREVIEW_SENDER: Sender = {
  festival: { name: 'Brucošijada', year: 2025, edition: 42, hashtag: '#Brucošijada2025' },
  contact: 'info@brucosijada.example',
  site: 'https://brucosijada.example',
}
