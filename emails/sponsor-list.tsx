import type { CSSProperties, ReactNode } from 'react'
import { PAPER } from '@/lib/colours'
import { formatDateTime } from '@/lib/time'
import { MailFrame, Part, PREVIEW_SENDER, type Sender, signature } from './frame'
import { PAPER_2 } from './look'

/** What a mail about a sponsor's own list says in any case. */
export interface SponsorListProps extends Sender {
  sponsor: string
  /** The address of the sponsor's own list: who has it may change the list. */
  link: string
  guestCap: number
  /** ISO instant; null when no time binds the list. */
  deadline: string | null
}

export type Fact = [word: string, value: string]

export const deadlineFact = ({ deadline }: SponsorListProps): Fact => [
  'Rok za upis',
  deadline ? formatDateTime(deadline) : 'bez roka',
]

const reasonOf = ({ festival }: Sender) =>
  `Pišemo vam jer ste sponzor: ${festival.name}, ${festival.edition}. izdanje.`

interface FrameProps extends Sender {
  subject: string
  title: string
  preview: string
  children: ReactNode
}

export function SponsorMail({ children, ...props }: FrameProps) {
  return (
    <MailFrame {...props} isFormal reason={reasonOf(props)}>
      <Part top={24}>{children}</Part>
    </MailFrame>
  )
}

export const sponsorSignature = (props: Sender) => signature(props, reasonOf(props), true)

export const factsText = (facts: Fact[]) =>
  facts.map(([word, value]) => `${word}: ${value}`).join('\n')

const fact: CSSProperties = { padding: '10px 0', borderTop: '2px solid #262d4d', fontSize: 17 }

/** What counts, line by line: a word and its value. */
export function Facts({ lines }: { lines: Fact[] }) {
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

export const SPONSOR_PREVIEW: SponsorListProps = {
  ...PREVIEW_SENDER,
  contact: 'sponzori@brucosijada.example',
  sponsor: 'Žarulja d.o.o.',
  link: 'https://brucosijada.example/sponzori/6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71',
  guestCap: 20,
  deadline: '2025-10-15T18:00:00.000Z',
}
