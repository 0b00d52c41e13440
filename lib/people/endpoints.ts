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
        summary: 'Find the records of a person, by name, JMBAG or e-mail',
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
        summary: 'Download all stored data of the selected records, as a file for the person',
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
        summary: 'Erase the selected records of a person, also from the reports; the payments stay',
        long: true,
        body: chosenBody,
        response: erasedResponse,
      },
      ({ body, user }) => erasePerson(body, user),
    ),
  },
}
