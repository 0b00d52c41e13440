import { findGuests } from '@/lib/guests/lists'
import { guestListQuery } from '@/lib/guests/schema'
import { listAnswer } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'

export const GET = route({ may: 'entry', query: guestListQuery }, async ({ query, user }) => {
  const { guests, total } = await findGuests(query, user)
  return listAnswer(guests, total)
})
