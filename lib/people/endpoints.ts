import { route } from '@/lib/api/route'
import {
  chosenBody,
  erasedResponse,
  fileBody,
  fileQuery,
  peopleQuery,
  peopleResponse,
} from '@/lib/people/schema'
import { erasePerson, exportPerson, findPeople } from '@/lib/people/service'

export const peopleEndpoints = {
  people: {
    GET: route(
      {
        access: 'admin',
        summary: 'Where a person stands: by name, JMBAG or e-mail, over everything that holds one',
        long: true,
        query: peopleQuery,
        response: peopleResponse,
      },
      ({ query }) => findPeople(query.search),
    ),
  },
  'people/file': {
    POST: route(
      {
        access: 'admin',
        summary: 'All that is stored about what was chosen, as a file for the person',
        long: true,
        query: fileQuery,
        body: fileBody,
        contentTypes: ['text/html', 'application/json'],
        neverStored: true,
      },
      ({ query, body, user }) => exportPerson(body, query, user),
    ),
  },
  'people/erase': {
    POST: route(
      {
        access: 'admin',
        summary:
          'Erase a person from all that was chosen, and from the reports, for good; the till stays',
        long: true,
        body: chosenBody,
        response: erasedResponse,
      },
      ({ body, user }) => erasePerson(body, user),
    ),
  },
}
