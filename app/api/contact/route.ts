import { BAND_CONTACT_FIELDS } from '@/db/queries/band-contacts'
import { bandContactAnswer, newBandContactBody } from '@/lib/band-contacts/schema'
import { createBandContact, listBandContacts } from '@/lib/band-contacts/service'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'admin',
    summary: 'Whom to call about which band',
    query: listQuery,
    fields: BAND_CONTACT_FIELDS,
    list: bandContactAnswer,
  },
  ({ query }) => listBandContacts(query),
)

export const POST = route(
  {
    may: 'admin',
    summary: 'Add a band’s contact',
    body: newBandContactBody,
    answer: bandContactAnswer,
    status: 201,
  },
  ({ body, user }) => createBandContact(body, user),
)
