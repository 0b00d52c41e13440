import { single } from '@/lib/api/crud-endpoints'
import { route } from '@/lib/api/route'
import { readHandover } from '@/lib/night/handover'
import { handoverAnswer, handoverQuery } from '@/lib/night/handover-schema'
import { makePackNow, PACK_MEDIA, packFile, readPacks, setPackPassword } from '@/lib/night/pack'
import { packAnswer, packPasswordBody, packQuery, packsAnswer } from '@/lib/night/pack-schema'
import { nightAnswer, nightChange } from '@/lib/night/schema'
import { changeNight, readNight } from '@/lib/night/settings'
import { streamNight } from '@/lib/night/stream'

export const NIGHT_CALLS = {
  night: single(
    nightAnswer,
    ['What is agreed about the night', readNight],
    [
      'Change how many may be inside, when the night is, and what visitors are told',
      nightChange,
      changeNight,
    ],
  ),
  'night/handover': {
    GET: route(
      {
        may: 'admin',
        summary: 'What each device and person did in a night, gate by gate, and the sums',
        query: handoverQuery,
        answer: handoverAnswer,
      },
      ({ query }) => readHandover(query),
    ),
  },
  'night/stream': {
    GET: route(
      {
        may: 'admin',
        summary: 'The night at a glance, and anew whenever it changes, as server-sent events',
        media: ['text/event-stream'],
      },
      ({ request }) => streamNight(request),
    ),
  },
  'night/packs': {
    GET: route(
      { may: 'admin', summary: 'Which fallback packs there are', answer: packsAnswer },
      readPacks,
    ),
    POST: route(
      {
        may: 'admin',
        summary: 'Make a fallback pack of the guest list as it is now',
        long: true,
        answer: packAnswer,
        status: 201,
      },
      ({ user }) => makePackNow(user),
    ),
  },
  'night/packs/password': {
    PUT: route(
      {
        may: 'admin',
        summary: 'Seal fallback packs with another password: a new one is made, the others go',
        long: true,
        body: packPasswordBody,
        answer: packAnswer,
        secret: true,
      },
      ({ body, user }) => setPackPassword(body, user),
    ),
  },
  'night/pack': {
    GET: route(
      {
        may: 'admin',
        summary: 'A fallback pack, the newest unless named, as one HTML file that opens itself',
        query: packQuery,
        media: [PACK_MEDIA],
      },
      ({ query, user }) => packFile(query, user),
    ),
  },
}
