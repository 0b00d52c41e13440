import { Text } from '@react-email/components'
import { BigLink } from './frame'
import { said } from './look'
import {
  deadlineFact,
  type Fact,
  Facts,
  factsText,
  SPONSOR_PREVIEW,
  type SponsorListProps,
  SponsorMail,
  sponsorSignature,
} from './sponsor-list'

export interface SponsorReminderProps extends SponsorListProps {
  /** How many stood on the list when the reminder was written. */
  listed: number
}

type Props = SponsorReminderProps

export const subject = ({ festival }: Props) =>
  `${festival.edition}. ${festival.name}: na vašem popisu gostiju još ima mjesta`

const after = ({ deadline }: Props) =>
  `${deadline ? 'Nakon roka popis se zatvara i na ulazu vrijedi onakav kakav je tada. ' : ''}Ako nećete dovesti više gostiju, ne trebate učiniti ništa.`

const factsOf = (props: Props): Fact[] => [
  ['Tvrtka', props.sponsor],
  ['Upisano', `${props.listed} od ${props.guestCap}`],
  deadlineFact(props),
]

/** The mail for a reader without HTML; says all that the other part does. */
export const plainText = (props: Props) => `\
${subject(props)}

${factsText(factsOf(props))}

${props.link}

${after(props)}

${sponsorSignature(props)}`

export default function SponsorReminder(props: Props) {
  const { link, listed, guestCap, deadline } = props
  return (
    <SponsorMail
      {...props}
      subject={subject(props)}
      title="Na popisu još ima mjesta"
      preview={`Upisano ${listed} od ${guestCap}.${deadline ? ' Popis se uskoro zatvara.' : ''}`}
    >
      <Facts lines={factsOf(props)} />
      <BigLink link={link} isFormal>
        Dopunite popis
      </BigLink>
      <Text style={{ ...said, margin: '24px 0 0' }}>{after(props)}</Text>
    </SponsorMail>
  )
}

SponsorReminder.PreviewProps = { ...SPONSOR_PREVIEW, listed: 7 } satisfies Props
