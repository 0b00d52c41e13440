import { z } from 'zod'
import { LINEUP_FIELDS } from '@/db/queries/lineup'
import { MISSING_FIELDS, SIGNUP_FIELDS } from '@/db/queries/signups'
import { PUBLIC_SPONSOR_FIELDS } from '@/db/queries/sponsors'
import { VISIBILITY_FIELDS } from '@/db/queries/visibility'
import { deleteEndpoint } from '@/lib/api/crud-endpoints'
import { countRefusal, cspReport } from '@/lib/api/csp-reports'
import { route } from '@/lib/api/route'
import { listQuery } from '@/lib/http/list-params'
import { lineupResponse } from '@/lib/lineup/schema'
import { listPublicLineup } from '@/lib/lineup/service'
import { readCrowdLevel } from '@/lib/night/crowd-level'
import { crowdLevelResponse } from '@/lib/night/schema'
import {
  deleteSignup,
  exportSignups,
  findMissing,
  findSignups,
  missingRow,
  readSignupCounts,
  signupCounts,
  signupExportQuery,
  signupListQuery,
  signupRow,
} from '@/lib/signups/admin'
import { signupBody, signupResponse, submitSignup } from '@/lib/signups/service'
import { publicSponsorResponse } from '@/lib/sponsors/schema'
import { listPublicSponsors } from '@/lib/sponsors/service'
import { datedWorkbookResponse, XLSX } from '@/lib/spreadsheet/workbook'
import { canSeePage } from '@/lib/visibility/hidden'
import { visibilityChange, visibilityKey, visibilityResponse } from '@/lib/visibility/schema'
import { getVisibilityFlag, listVisibilityFlags, setVisibility } from '@/lib/visibility/service'
import { GAME_MEDIA, serveGameFile } from './game-files'

/**
 * Rate limits per client IP and minute, for reading and for sign-ups. On the day on which ticket
 * sales are announced, thousands of phones share the IP of a dormitory or a mobile operator.
 */
const CROWD = { looking: 30_000, signingUp: 6000 }

const gameFileParams = z.object({ file: z.string().max(100) })

export const siteEndpoints = {
  'game/[file]': {
    GET: route(
      {
        access: 'anyone',
        summary: 'Download a file of the game, which /game/… serves while the game is shown',
        params: gameFileParams,
        contentTypes: GAME_MEDIA,
        extraStatuses: { 304: 'The caller has it already' },
        // Each player loads about fifteen files, and the students of a whole faculty may share one
        // IP.
        perMinute: 12_000,
      },
      ({ params, request }) => serveGameFile(params.file, request.headers),
    ),
  },
  csp: {
    POST: route(
      {
        access: 'anyone',
        summary: 'Receive the report of a CSP violation; it is counted, not stored',
        body: cspReport,
        accepts: 'report',
        maxBytes: 16 * 1024,
        neverStored: true,
      },
      ({ body }) => countRefusal(body['csp-report']),
    ),
  },
  'forms/brucosi-form-submit': {
    POST: route(
      {
        access: 'anyone',
        summary: 'Pre-register a fresher',
        body: signupBody,
        response: signupResponse,
        status: 201,
        perMinute: CROWD.signingUp,
        endsWithNight: true,
      },
      ({ body }) => submitSignup(body),
    ),
  },
  'forms/signups': {
    GET: route(
      {
        access: 'admin',
        summary:
          'List the pre-registrations, newest first, and whether the student is on the freshers’ list',
        query: signupListQuery,
        fields: SIGNUP_FIELDS,
        rows: signupRow,
      },
      ({ query }) => findSignups(query),
    ),
  },
  'forms/signups/[id]': deleteEndpoint('Delete a pre-registration', deleteSignup),
  'forms/signups/counts': {
    GET: route(
      {
        access: 'admin',
        summary:
          'Count the pre-registrations, those on the freshers’ list, and freshers without one',
        response: signupCounts,
      },
      () => readSignupCounts(),
    ),
  },
  'forms/signups/export': {
    GET: route(
      {
        access: 'admin',
        summary: 'Download the pre-registrations that match as an Excel workbook',
        query: signupExportQuery,
        fields: { search: SIGNUP_FIELDS.search, order: [] },
        contentTypes: [XLSX],
        long: true,
      },
      async ({ query, user }) => datedWorkbookResponse('prijave', await exportSignups(query, user)),
    ),
  },
  'forms/signups/missing': {
    GET: route(
      {
        access: 'admin',
        summary: 'List the freshers without a pre-registration, by surname',
        query: listQuery,
        fields: MISSING_FIELDS,
        rows: missingRow,
      },
      ({ query }) => findMissing(query),
    ),
  },
  'public/fullness': {
    GET: route(
      {
        access: 'anyone',
        summary:
          'Read the crowd level of the night and the waiting times in words, if they are public',
        response: crowdLevelResponse,
        perMinute: CROWD.looking,
      },
      async () =>
        Response.json(await readCrowdLevel(), {
          headers: { 'cache-control': 'public, max-age=10' },
        }),
    ),
  },
  'public/lineup': {
    GET: route(
      {
        access: 'anyone',
        showsStaffMore: true,
        summary: 'List the visible performers; none while the line-up is hidden',
        query: listQuery,
        fields: LINEUP_FIELDS,
        rows: lineupResponse,
        perMinute: CROWD.looking,
      },
      async ({ query, request }) => listPublicLineup(query, await canSeePage(request, '/lineup')),
    ),
  },
  'public/sponsors': {
    GET: route(
      {
        access: 'anyone',
        showsStaffMore: true,
        summary: 'List the visible sponsors; none while the sponsors are hidden',
        query: listQuery,
        fields: PUBLIC_SPONSOR_FIELDS,
        rows: publicSponsorResponse,
      },
      async ({ query, request }) =>
        listPublicSponsors(query, await canSeePage(request, '/sponsors')),
    ),
  },
  visibility: {
    GET: route(
      {
        access: 'anyone',
        summary: 'List all visibility flags and times',
        query: listQuery,
        fields: VISIBILITY_FIELDS,
        rows: visibilityResponse,
      },
      ({ query }) => listVisibilityFlags(query),
    ),
  },
  'visibility/[key]': {
    GET: route(
      {
        access: 'anyone',
        summary: 'Read a visibility flag or time',
        params: visibilityKey,
        response: visibilityResponse,
      },
      ({ params }) => getVisibilityFlag(params.key),
    ),
    PUT: route(
      {
        access: 'admin',
        summary: 'Set a flag (0 or 1) or a time (ISO instant, empty to clear)',
        params: visibilityKey,
        body: visibilityChange,
        response: visibilityResponse,
      },
      ({ params, body, user }) => setVisibility(params.key, body, user),
    ),
  },
}
