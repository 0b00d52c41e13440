import { Text } from '@react-email/components'
import type { CSSProperties, ReactNode } from 'react'
import { PAPER } from '@/lib/text/colours'
import { formatDateTime } from '@/lib/time/zagreb'
import {
  ButtonWithUrl,
  MailFrame,
  MailSection,
  PREVIEW_SENDER,
  type Sender,
  signature,
} from './frame'
import { PAPER_2, quote } from './styles'

/** Data that every mail about a sponsor list shows. */
export interface SponsorListProps extends Sender {
  sponsor: string
  /** URL of the sponsor list. Everyone who has the URL can change the list. */
  link: string
  guestCap: number
  /** ISO instant; null without a deadline. */
  deadline: string | null
}

type Fact = [label: string, value: string]

const reasonOf = ({ festival }: Sender) =>
  `Pišemo vam jer ste sponzor: ${festival.name}, ${festival.edition}. izdanje.`

/** Content that HTML and plain text share. */
interface Letter {
  subject: string
  /** Label and value that the mail shows in addition to company and deadline. */
  fact: Fact
}

const factsOf = ({ sponsor, deadline }: SponsorListProps, fact: Fact): Fact[] => [
  ['Tvrtka', sponsor],
  fact,
  ['Rok za upis', deadline ? formatDateTime(deadline) : 'bez roka'],
]

interface MailProps extends SponsorListProps, Letter {
  title: string
  preview: string
  /** Content of the mail above the table of facts. */
  children?: ReactNode
  /** Label of the button, and the text below it. */
  button: string
  below: string
}

export function SponsorMail({ children, fact, button, below, ...props }: MailProps) {
  return (
    <MailFrame {...props} isFormal reason={reasonOf(props)}>
      <MailSection top={24}>
        {children}
        <Facts lines={factsOf(props, fact)} />
        <ButtonWithUrl link={props.link} isFormal>
          {button}
        </ButtonWithUrl>
        <Text style={{ ...quote, margin: '24px 0 0' }}>{below}</Text>
      </MailSection>
    </MailFrame>
  )
}

interface PlainLetter extends Letter {
  above?: string
  below: string
}

/** Plain-text version with the same content. */
export const sponsorText = (
  props: SponsorListProps,
  { subject, fact, above = '', below }: PlainLetter,
) => `\
${subject}

${above}${factsOf(props, fact)
  .map(([label, value]) => `${label}: ${value}`)
  .join('\n')}

${props.link}

${below}

${signature(props, reasonOf(props), true)}`

const fact: CSSProperties = { padding: '10px 0', borderTop: '2px solid #262d4d', fontSize: 17 }

/** Table of facts: label and value. */
function Facts({ lines }: { lines: Fact[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '8px 0 28px', borderCollapse: 'collapse' }}
    >
      <tbody>
        {lines.map(([label, value]) => (
          <tr key={label}>
            <td style={{ ...fact, color: PAPER_2, paddingRight: 16 }}>{label}</td>
            <td style={{ ...fact, color: PAPER, fontWeight: 700, textAlign: 'right' }}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const SPONSOR_PREVIEW: SponsorListProps = {
  ...PREVIEW_SENDER,
  contact: 'sponzori@brucosijada.example',
  sponsor: 'Žarulja d.o.o.',
  link: 'https://brucosijada.example/sponzori/6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71',
  guestCap: 20,
  deadline: '2025-10-15T18:00:00.000Z',
}
