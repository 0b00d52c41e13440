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
        summary: 'Find all records that the caller may open, by a few letters',
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
        summary: 'Stream the names of changed lists as server-sent events',
        contentTypes: ['text/event-stream'],
      },
      ({ request }) => streamLists(request),
    ),
  },
  'lists/[list]/columns': {
    GET: route(
      {
        access: 'admin',
        summary: 'Read the columns of a list that the caller has chosen',
        params: listParam,
        response: columnsResponse,
      },
      ({ params, user }) => readColumns(params.list, user),
    ),
    PUT: route(
      {
        access: 'admin',
        summary: 'Choose the columns of a list; null for the default columns',
        params: listParam,
        body: columnsBody,
        response: columnsResponse,
      },
      ({ params, body, user }) => chooseColumns(params.list, body.columns, user),
    ),
  },
}
