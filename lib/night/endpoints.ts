import { singletonEndpoints } from '@/lib/api/crud-endpoints'
import { route } from '@/lib/api/route'
import { streamNight } from '@/lib/night/board/board-stream'
import {
  createEmergencyList,
  PACK_MEDIA,
  packFile,
  readPacks,
  setPackPassword,
} from '@/lib/night/emergency-list/emergency-list'
import {
  packPasswordBody,
  packQuery,
  packResponse,
  packsResponse,
} from '@/lib/night/emergency-list/emergency-list-schema'
import { readHandover } from '@/lib/night/handover'
import { handoverQuery, handoverResponse } from '@/lib/night/handover-schema'
import { nightChange, nightResponse } from '@/lib/night/schema'
import { changeNight, readNight } from '@/lib/night/settings'

export const nightEndpoints = {
  night: singletonEndpoints(
    nightResponse,
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
        access: 'admin',
        summary: 'What each device and person did in a night, gate by gate, and the sums',
        query: handoverQuery,
        response: handoverResponse,
      },
      ({ query }) => readHandover(query),
    ),
  },
  'night/stream': {
    GET: route(
      {
        access: 'admin',
        summary: 'The night at a glance, and anew whenever it changes, as server-sent events',
        contentTypes: ['text/event-stream'],
      },
      ({ request }) => streamNight(request),
    ),
  },
  'night/packs': {
    GET: route(
      { access: 'admin', summary: 'Which fallback packs there are', response: packsResponse },
      readPacks,
    ),
    POST: route(
      {
        access: 'admin',
        summary: 'Make a fallback pack of the guest list as it is now',
        long: true,
        response: packResponse,
        status: 201,
      },
      ({ user }) => createEmergencyList(user),
    ),
  },
  'night/packs/password': {
    PUT: route(
      {
        access: 'admin',
        summary: 'Seal fallback packs with another password: a new one is made, the others go',
        long: true,
        body: packPasswordBody,
        response: packResponse,
        neverStored: true,
      },
      ({ body, user }) => setPackPassword(body, user),
    ),
  },
  'night/pack': {
    GET: route(
      {
        access: 'admin',
        summary: 'A fallback pack, the newest unless named, as one HTML file that opens itself',
        query: packQuery,
        contentTypes: [PACK_MEDIA],
      },
      ({ query, user }) => packFile(query, user),
    ),
  },
}
