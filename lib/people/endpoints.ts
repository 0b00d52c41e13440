import { route } from '@/lib/api/route'
import {
  chosenBody,
  erasedAnswer,
  fileBody,
  fileQuery,
  peopleAnswer,
  peopleQuery,
} from '@/lib/people/schema'
import { erasePerson, findPeople, personFile } from '@/lib/people/service'

export const PEOPLE_CALLS = {
  people: {
    GET: route(
      {
        may: 'admin',
        summary: 'Where a person stands: by name, JMBAG or e-mail, over everything that holds one',
        long: true,
        query: peopleQuery,
        answer: peopleAnswer,
      },
      ({ query }) => findPeople(query.search),
    ),
  },
  'people/file': {
    POST: route(
      {
        may: 'admin',
        summary: 'All that is stored about what was chosen, as a file for the person',
        long: true,
        query: fileQuery,
        body: fileBody,
        media: ['text/html', 'application/json'],
        secret: true,
      },
      ({ query, body, user }) => personFile(body, query, user),
    ),
  },
  'people/erase': {
    POST: route(
      {
        may: 'admin',
        summary: 'Erase a person from all that was chosen, for good; what was counted stays',
        long: true,
        body: chosenBody,
        answer: erasedAnswer,
      },
      ({ body, user }) => erasePerson(body, user),
    ),
  },
}
