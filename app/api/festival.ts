import { festivalAnswer, festivalChange } from '@/lib/festival/schema'
import { changeEdition, readEdition } from '@/lib/festival/service'
import { route } from '@/lib/http/route'

export const FESTIVAL_CALLS = {
  festival: {
    GET: route(
      { may: 'admin', summary: 'This year’s edition', answer: festivalAnswer },
      readEdition,
    ),
    PUT: route(
      {
        may: 'admin',
        summary: 'Change the edition’s name, times, place, mailboxes, links, shop or retention',
        body: festivalChange,
        answer: festivalAnswer,
      },
      ({ body, user }) => changeEdition(body, user),
    ),
  },
}
