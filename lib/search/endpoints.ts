import { streamLists } from '@/lib/api/list-stream'
import { route } from '@/lib/api/route'
import { chooseColumns, readColumns } from '@/lib/column-choice/columns'
import { columnsBody, columnsResponse, listParam } from '@/lib/column-choice/schema'
import { findQuery, findResponse } from '@/lib/search/schema'
import { findAnything } from '@/lib/search/service'

export const searchEndpoints = {
  find: {
    GET: route(
      {
        access: 'staff',
        summary: 'Whom and what a few letters name, of all that whoever asks may open',
        query: findQuery,
        response: findResponse,
      },
      ({ query, user }) => findAnything(query.q, user),
    ),
  },
  'lists/stream': {
    GET: route(
      {
        access: 'admin',
        summary: 'Which lists of the office change, by name alone, as server-sent events',
        contentTypes: ['text/event-stream'],
      },
      ({ request }) => streamLists(request),
    ),
  },
  'lists/[list]/columns': {
    GET: route(
      {
        access: 'admin',
        summary: 'Which columns of a list whoever asks has chosen to see',
        params: listParam,
        response: columnsResponse,
      },
      ({ params, user }) => readColumns(params.list, user),
    ),
    PUT: route(
      {
        access: 'admin',
        summary: 'Choose which columns of a list to see; null for the usual ones',
        params: listParam,
        body: columnsBody,
        response: columnsResponse,
      },
      ({ params, body, user }) => chooseColumns(params.list, body.columns, user),
    ),
  },
}
