import { SPONSOR_PREVIEW, type SponsorListProps, SponsorMail, sponsorText } from './sponsor-list'

export interface SponsorReminderProps extends SponsorListProps {
  /** Number of guests on the list when the reminder was written. */
  listed: number
}

type Props = SponsorReminderProps

export const subject = ({ festival }: Props) =>
  `${festival.edition}. ${festival.name}: na vašem popisu gostiju još ima mjesta`

const after = ({ deadline }: Props) =>
  `${deadline ? 'Nakon roka popis se zatvara i na ulazu vrijedi onakav kakav je tada. ' : ''}Ako nećete dovesti više gostiju, ne trebate učiniti ništa.`

const letterOf = (props: Props) => ({
  subject: subject(props),
  fact: ['Upisano', `${props.listed} od ${props.guestCap}`] satisfies [string, string],
  below: after(props),
})

export const plainText = (props: Props) => sponsorText(props, letterOf(props))

export default function SponsorReminder(props: Props) {
  const { listed, guestCap, deadline } = props
  return (
    <SponsorMail
      {...props}
      {...letterOf(props)}
      title="Na popisu još ima mjesta"
      preview={`Upisano ${listed} od ${guestCap}.${deadline ? ' Popis se uskoro zatvara.' : ''}`}
      button="Dopunite popis"
    />
  )
}

SponsorReminder.PreviewProps = { ...SPONSOR_PREVIEW, listed: 7 } satisfies Props
