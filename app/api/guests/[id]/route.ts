import { deleteGuest } from '@/lib/guests/admin'
import { changedGuestAnswer, guestAnswer, guestChange } from '@/lib/guests/schema'
import { changeGuest, readGuest } from '@/lib/guests/service'
import { deletesOne, getsOne, updatesOne } from '@/lib/http/one'

export const GET = getsOne({ may: 'staff', summary: 'One guest', answer: guestAnswer }, readGuest)

export const PUT = updatesOne(
  {
    may: 'staff',
    summary: 'Change a guest: names and ticket at the desk, presence at the gate, all as admin',
    body: guestChange,
    answer: changedGuestAnswer,
  },
  changeGuest,
)

export const DELETE = deletesOne(
  { may: 'admin', summary: 'Delete a guest; the code admits nobody any more' },
  deleteGuest,
)
