import { singletonEndpoints } from '@/lib/api/crud-endpoints'
import { route } from '@/lib/api/route'
import { streamNight } from '@/lib/night/board/board-stream'
import {
  createEmergencyList,
  EMERGENCY_LIST_TYPE,
  emergencyListFile,
  readEmergencyLists,
  setEmergencyPassword,
} from '@/lib/night/emergency-list/emergency-list'
import {
  emergencyListQuery,
  emergencyListResponse,
  emergencyListsResponse,
  emergencyPasswordBody,
} from '@/lib/night/emergency-list/emergency-list-schema'
import { readHandover } from '@/lib/night/handover'
import { handoverQuery, handoverResponse } from '@/lib/night/handover-schema'
import { nightChange, nightResponse } from '@/lib/night/schema'
import { changeNight, readNight } from '@/lib/night/settings'

export const nightEndpoints = {
  night: singletonEndpoints(
    nightResponse,
    ['Read the night settings', readNight],
    [
      'Change the capacity, the times, and whether visitors see the crowd level',
      nightChange,
      changeNight,
    ],
  ),
  'night/handover': {
    GET: route(
      {
        access: 'admin',
        summary: 'Read the handover report: totals of each device and person in a night, by gate',
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
        summary: 'Stream the night board as server-sent events',
        contentTypes: ['text/event-stream'],
      },
      ({ request }) => streamNight(request),
    ),
  },
  'night/packs': {
    GET: route(
      { access: 'admin', summary: 'List the emergency lists', response: emergencyListsResponse },
      readEmergencyLists,
    ),
    POST: route(
      {
        access: 'admin',
        summary: 'Create an emergency list of the current ticket holders',
        long: true,
        response: emergencyListResponse,
        status: 201,
      },
      ({ user }) => createEmergencyList(user),
    ),
  },
  'night/packs/password': {
    PUT: route(
      {
        access: 'admin',
        summary: 'Set the password of emergency lists; creates a new list and deletes the others',
        long: true,
        body: emergencyPasswordBody,
        response: emergencyListResponse,
        neverStored: true,
      },
      ({ body, user }) => setEmergencyPassword(body, user),
    ),
  },
  'night/pack': {
    GET: route(
      {
        access: 'admin',
        summary: 'Download an emergency list as one HTML file; without an id, the newest',
        query: emergencyListQuery,
        contentTypes: [EMERGENCY_LIST_TYPE],
      },
      ({ query, user }) => emergencyListFile(query, user),
    ),
  },
}
