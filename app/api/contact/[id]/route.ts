import { bandContactAnswer, bandContactChange } from '@/lib/band-contacts/schema'
import { deleteBandContact, getBandContact, updateBandContact } from '@/lib/band-contacts/service'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'

export const GET = route(
  { may: 'admin', summary: 'One band’s contact', params: idParams, answer: bandContactAnswer },
  ({ params }) => getBandContact(params.id),
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Change a band’s contact',
    params: idParams,
    body: bandContactChange,
    answer: bandContactAnswer,
  },
  ({ params, body, user }) => updateBandContact(params.id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete a band’s contact', params: idParams },
  ({ params, user }) => deleteBandContact(params.id, user),
)
