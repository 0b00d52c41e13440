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

/** Festival data that every mail shows. */
export interface Sender {
  festival: { name: string; year: number; edition: number; hashtag: string }
  /** E-mail address for questions; '' without one. */
  contact: string
  site: string
}

interface Props extends Sender {
  subject: string
  /** Preview text that an inbox shows after the subject. */
  preview: string
  title: string
  /** Whether the title is large, for up to three short words. */
  isLoud?: boolean
  /** Whether the mail uses the formal address, for companies. */
  isFormal?: boolean
  /** Explains why the reader receives this mail. */
  reason: string
  children: ReactNode
}

/** Layout of every mail: festival and title above, contact and reason below. */
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

/** Section of a mail with side margins. `top` and `bottom` are paddings in pixels. */
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

/** Button, with its URL below for mail readers that show no buttons. */
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

/** Plain-text footer of a mail. */
export const signature = ({ festival, contact, site }: Sender, reason: string, isFormal = false) =>
  `\
${contact && `Pitanja? ${isFormal ? 'Pišite' : 'Piši'} na ${contact}.\n`}${reason}

${festival.name} ${festival.year} · ${festival.hashtag}
${site}
`

/** Sender used in previews. */
export const PREVIEW_SENDER: Sender = {
  festival: { name: 'Brucošijada', year: 2025, edition: 42, hashtag: '#Brucošijada2025' },
  contact: 'info@brucosijada.example',
  site: 'https://brucosijada.example',
}
