import { hashtagOf } from '@/lib/festival/rules'

// Subjects of mails that name the edition (rules 7.2 and 7.3). They are separate from the mail
// templates, because the form of the edition shows them as a preview.

interface Edition {
  name: string
  year: number
  edition: number
}

export const ticketSubject = (festival: Edition) => `Tvoja karta je tu ${hashtagOf(festival)}`

export const invitationSubject = ({ name, edition }: Edition) =>
  `${edition}. ${name}: vaš popis gostiju`
