import { deleteGuest } from '@/lib/guests/admin'
import { changedGuestAnswer, guestAnswer, guestChange } from '@/lib/guests/schema'
import { changeGuest, readGuest } from '@/lib/guests/service'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'

const params = idParams

export const GET = route(
  { may: 'staff', summary: 'One guest', params, answer: guestAnswer },
  ({ params: { id }, user }) => readGuest(id, user),
)

export const PUT = route(
  {
    may: 'staff',
    summary: 'Change a guest: names and ticket at the desk, presence at the gate, all as admin',
    params,
    body: guestChange,
    answer: changedGuestAnswer,
  },
  ({ params: { id }, body, user }) => changeGuest(id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete a guest; the code admits nobody any more', params },
  ({ params: { id }, user }) => deleteGuest(id, user),
)
