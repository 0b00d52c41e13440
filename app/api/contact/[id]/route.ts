import { readBandContact } from '@/lib/band-contacts/lists'
import { bandContactAnswer, bandContactChange } from '@/lib/band-contacts/schema'
import { changeBandContact, deleteBandContact } from '@/lib/band-contacts/service'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'

export const GET = route(
  { may: 'admin', summary: 'One band’s contact', params: idParams, answer: bandContactAnswer },
  ({ params }) => readBandContact(params.id),
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Change a band’s contact',
    params: idParams,
    body: bandContactChange,
    answer: bandContactAnswer,
  },
  ({ params, body, user }) => changeBandContact(params.id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete a band’s contact', params: idParams },
  ({ params, user }) => deleteBandContact(params.id, user),
)
