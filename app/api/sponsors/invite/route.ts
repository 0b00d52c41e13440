import { route } from '@/lib/http/route'
import { inviteSponsors, previewInvitations } from '@/lib/sponsors/invitations'
import { invitationBody, invitedAnswer, previewQuery } from '@/lib/sponsors/schema'

export const POST = route(
  {
    may: 'admin',
    summary:
      'Queue the invitations of sponsors with places on the guest list; with preview=1 only say how many',
    query: previewQuery,
    body: invitationBody,
    answer: invitedAnswer,
    status: 202,
  },
  ({ query, body, user }) =>
    query.preview === '1' ? previewInvitations(body) : inviteSponsors(body, user),
)
