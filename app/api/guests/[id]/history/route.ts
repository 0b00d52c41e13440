import { readGuestHistory } from '@/lib/guests/lists'
import { guestHistoryAnswer } from '@/lib/guests/schema'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'admin',
    summary: 'What happened to a guest and by whom, and the mails sent to it',
    params: idParams,
    answer: guestHistoryAnswer,
  },
  ({ params }) => readGuestHistory(params.id),
)
