import { listReads } from '@/lib/guests/reads'
import { route } from '@/lib/http/route'
import { guestReadsAnswer } from '@/lib/users/schema'

export const GET = route(
  {
    may: 'admin',
    summary: 'How many guests each person below admin has looked at today',
    answer: guestReadsAnswer,
  },
  () => listReads(),
)
