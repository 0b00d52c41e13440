import { z } from 'zod'
import { route } from '@/lib/api/route'
import { exportEdition } from '@/lib/editions/pack'
import { editionAnswer, endAnswer, endBody, endedAnswer } from '@/lib/editions/schema'
import { endEdition, listEditions, readEnd } from '@/lib/editions/service'
import { ZIP } from '@/lib/spreadsheet/zip'

export const EDITIONS_CALLS = {
  editions: {
    GET: route(
      {
        may: 'admin',
        summary: 'All editions, newest first, with the numbers that stay of those before',
        answer: z.array(editionAnswer),
      },
      () => listEditions(),
    ),
  },
  'editions/end': {
    GET: route(
      {
        may: 'admin',
        summary: 'What the end of this edition would do',
        answer: endAnswer,
        long: true,
      },
      readEnd,
    ),
    POST: route(
      {
        may: 'admin',
        summary: 'End the edition: erase its people for good, and begin the next one',
        long: true,
        body: endBody,
        answer: endedAnswer,
        // Answers that are kept go with it, and a second end of the same edition is refused.
        secret: true,
      },
      ({ body, user }) => endEdition(body, user),
    ),
  },
  'editions/export': {
    GET: route(
      {
        may: 'admin',
        summary: 'Guest list, sales, arrivals, companies and mail of this edition, as one archive',
        media: [ZIP],
        long: true,
      },
      ({ user }) => exportEdition(user),
    ),
  },
}
