import { streamLists } from '@/lib/api/list-stream'
import { route } from '@/lib/api/route'
import { chooseColumns, readColumns } from '@/lib/column-choice/columns'
import { columnsAnswer, columnsBody, listParam } from '@/lib/column-choice/schema'
import { findAnswer, findQuery } from '@/lib/search/schema'
import { findAnything } from '@/lib/search/service'

export const FIND_CALLS = {
  find: {
    GET: route(
      {
        may: 'staff',
        summary: 'Whom and what a few letters name, of all that whoever asks may open',
        query: findQuery,
        answer: findAnswer,
      },
      ({ query, user }) => findAnything(query.q, user),
    ),
  },
  'lists/stream': {
    GET: route(
      {
        may: 'admin',
        summary: 'Which lists of the office change, by name alone, as server-sent events',
        media: ['text/event-stream'],
      },
      ({ request }) => streamLists(request),
    ),
  },
  'lists/[list]/columns': {
    GET: route(
      {
        may: 'admin',
        summary: 'Which columns of a list whoever asks has chosen to see',
        params: listParam,
        answer: columnsAnswer,
      },
      ({ params, user }) => readColumns(params.list, user),
    ),
    PUT: route(
      {
        may: 'admin',
        summary: 'Choose which columns of a list to see; null for the usual ones',
        params: listParam,
        body: columnsBody,
        answer: columnsAnswer,
      },
      ({ params, body, user }) => chooseColumns(params.list, body.columns, user),
    ),
  },
}
