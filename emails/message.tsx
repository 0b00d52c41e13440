import { Text } from '@react-email/components'
import {
  ButtonWithUrl,
  MailFrame,
  MailSection,
  PREVIEW_SENDER,
  type Sender,
  signature,
} from './frame'
import { lead, paragraphs, quote } from './styles'

export interface MessageProps extends Sender {
  /** Subject and heading of the mail. */
  subject: string
  /** Name in the greeting; '' without a name. */
  reader: string
  /** Plain text; blank lines separate paragraphs. */
  message: string
  link: string | null
}

type Props = MessageProps

const greeting = (reader: string) => (reader ? `Bok, ${reader}!` : 'Bok!')

const reasonOf = ({ festival }: Props) =>
  `Pišemo ti iz organizacije: ${festival.name}, ${festival.edition}. izdanje.`

export const subject = (props: Props) => props.subject

/** Plain-text version with the same content. */
export const plainText = (props: Props) => `\
${props.subject}

${greeting(props.reader)}

${props.message}
${props.link ? `\n${props.link}\n` : ''}
${signature(props, reasonOf(props))}`

/** Mail with a text of the organisers. */
export default function Message(props: Props) {
  const { subject, reader, message, link } = props
  return (
    <MailFrame {...props} preview={message.slice(0, 140)} title={subject} reason={reasonOf(props)}>
      <MailSection>
        <Text style={lead}>{greeting(reader)}</Text>
        {paragraphs(message).map(({ id, paragraph }) => (
          <Text key={id} style={quote}>
            {paragraph}
          </Text>
        ))}
      </MailSection>
      {link && (
        <MailSection top={12}>
          <ButtonWithUrl link={link}>Otvori</ButtonWithUrl>
        </MailSection>
      )}
    </MailFrame>
  )
}

Message.PreviewProps = {
  ...PREVIEW_SENDER,
  subject: 'Vrata se otvaraju u 20 sati',
  reader: 'Ivo Šarić',
  message:
    'Ponesi osobnu i mail s kartom, ostalo je na nama.\n\nGarderoba je lijevo od ulaza, a voda je besplatna cijelu noć.',
  link: 'https://brucosijada.example/satnica',
} satisfies Props
