import { bandContactAnswer, bandContactChange } from '@/lib/band-contacts/schema'
import { deleteBandContact, getBandContact, updateBandContact } from '@/lib/band-contacts/service'
import { deletesOne, getsOne, updatesOne } from '@/lib/http/one'

export const GET = getsOne(
  { may: 'admin', summary: 'One band’s contact', answer: bandContactAnswer },
  getBandContact,
)

export const PUT = updatesOne(
  {
    may: 'admin',
    summary: 'Change a band’s contact',
    body: bandContactChange,
    answer: bandContactAnswer,
  },
  updateBandContact,
)

export const DELETE = deletesOne(
  { may: 'admin', summary: 'Delete a band’s contact' },
  deleteBandContact,
)
