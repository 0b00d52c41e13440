import { route } from '@/lib/http/route'
import { previewReminders, remindSponsors } from '@/lib/sponsors/invitations'
import { previewQuery, remindedAnswer } from '@/lib/sponsors/schema'

export const POST = route(
  {
    may: 'admin',
    summary:
      'Queue reminders to invited sponsors whose list has room left; with preview=1 only say how many',
    query: previewQuery,
    answer: remindedAnswer,
    status: 202,
  },
  ({ query, user }) => (query.preview === '1' ? previewReminders() : remindSponsors(user)),
)
