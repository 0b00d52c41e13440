import { deleteGuest } from '@/lib/guests/admin'
import { changedGuestAnswer, guestAnswer, guestChange } from '@/lib/guests/schema'
import { changeGuest, readGuest } from '@/lib/guests/service'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'

export const GET = route(
  { may: 'staff', summary: 'One guest', params: idParams, answer: guestAnswer },
  ({ params }) => readGuest(params.id),
)

export const PUT = route(
  {
    may: 'staff',
    summary: 'Change a guest: names and ticket at the desk, presence at the gate, all as admin',
    params: idParams,
    body: guestChange,
    answer: changedGuestAnswer,
  },
  ({ params, body, user }) => changeGuest(params.id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete a guest; the code admits nobody any more', params: idParams },
  ({ params, user }) => deleteGuest(params.id, user),
)
