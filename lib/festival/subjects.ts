import { hashtagOf } from '@/lib/festival/rules'

// Subjects that tell the edition (rules 7.2 and 7.3), apart from their mails: the office shows
// them while it is being changed.

interface Edition {
  name: string
  year: number
  edition: number
}

export const ticketSubject = (festival: Edition) => `Tvoja karta je tu ${hashtagOf(festival)}`

export const invitationSubject = ({ name, edition }: Edition) =>
  `${edition}. ${name}: vaš popis gostiju`
