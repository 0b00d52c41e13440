import { z } from 'zod'
import { PLAIN_CALLS } from '@/lib/plain'

/** What each caller gets for one call with a right body: nobody, then privilege 0 to 4. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below /api as the route files have it. */
  route: string
  path?: string
  body?: unknown
  /** The fields of a multipart form, sent in place of the body. */
  form?: Record<string, string | Blob>
  statuses: [nobody: number, p0: number, p1: number, p2: number, p3: number, p4: number]
}

const UNKNOWN_CODE = '00000000-0000-1000-8000-000000000000'
const PASSAGE = '0199a0c0-0000-7000-8000-000000000000'
const anyone = (status: number): ApiCall['statuses'] => [
  status,
  status,
  status,
  status,
  status,
  status,
]

const adminGets = (status: number): ApiCall['statuses'] => [401, 403, status, 403, 403, 403]
const ADMIN = adminGets(200)

/** A call of one thing that is not there. */
const missing = (
  method: ApiCall['method'],
  noun: string,
  sent: Pick<ApiCall, 'body' | 'form'> = {},
): ApiCall => ({
  method,
  route: `${noun}/[id]`,
  path: `${noun}/999999`,
  ...sent,
  statuses: adminGets(404),
})

const unknownPlace = (noun: string): ApiCall => ({
  method: 'POST',
  route: `${noun}/reorder`,
  body: [{ id: 999_999, order: 1 }],
  statuses: adminGets(409),
})

/** The plain nouns: all of one is the admin's, whatever its texts are. */
const PLAIN = Object.entries(PLAIN_CALLS).flatMap(([noun, calls]): ApiCall[] => {
  if (!('POST' in calls)) return []
  const { required = [] } = z.toJSONSchema(calls.POST.rule.body, { io: 'input' })
  const body = Object.fromEntries(required.map((name) => [name, 'Proba']))
  const [one] = Object.entries(body).map((field) => Object.fromEntries([field]))
  return [
    { method: 'GET', route: noun, statuses: ADMIN },
    { method: 'POST', route: noun, body, statuses: adminGets(201) },
    missing('GET', noun),
    missing('PUT', noun, { body: one }),
    missing('DELETE', noun),
  ]
})

/** A picture of one point. */
const PICTURE = new Blob(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  { type: 'image/png' },
)

/** The authority table of decisions.md, call by call. Guest 1 is there, 999999 is not. */
export const API_CALLS: ApiCall[] = [
  { method: 'GET', route: 'health', statuses: anyone(200) },
  { method: 'GET', route: 'health/live', statuses: anyone(204) },
  { method: 'GET', route: 'health/report', statuses: ADMIN },
  { method: 'GET', route: 'openapi.json', statuses: anyone(200) },
  { method: 'GET', route: 'visibility', statuses: anyone(200) },
  { method: 'GET', route: 'translations', statuses: anyone(200) },
  { method: 'GET', route: 'public/fullness', statuses: anyone(200) },
  { method: 'GET', route: 'public/lineup', statuses: anyone(200) },
  { method: 'GET', route: 'public/sponsors', statuses: anyone(200) },
  {
    method: 'GET',
    route: 'images/[hash]',
    path: `images/${'0'.repeat(64)}`,
    statuses: anyone(404),
  },
  { method: 'GET', route: 'editions', statuses: ADMIN },
  { method: 'GET', route: 'editions/end', statuses: ADMIN },
  { method: 'GET', route: 'editions/export', statuses: ADMIN },
  {
    method: 'POST',
    route: 'editions/end',
    body: {
      ...{ edition: 999_999, confirm: 'Brucošijada' },
      keep: {
        ...{ users: true, lineup: true, sponsors: true, priceList: true },
        ...{ texts: true, contacts: true, artwork: true },
      },
      next: { name: 'Brucošijada', year: 2026, number: 43, opensAt: null, closesAt: null },
    },
    statuses: adminGets(409),
  },
  { method: 'GET', route: 'people', path: 'people/?search=meda', statuses: ADMIN },
  { method: 'POST', route: 'people/file', body: { guests: [999_999] }, statuses: ADMIN },
  { method: 'POST', route: 'people/erase', body: { guests: [999_999] }, statuses: ADMIN },
  { method: 'GET', route: 'forms/signups', statuses: ADMIN },
  { method: 'GET', route: 'forms/signups/counts', statuses: ADMIN },
  { method: 'GET', route: 'forms/signups/export', statuses: ADMIN },
  { method: 'GET', route: 'forms/signups/missing', statuses: ADMIN },
  missing('DELETE', 'forms/signups'),
  {
    method: 'POST',
    route: 'forms/brucosi-form-submit',
    body: {
      name: 'Ivo',
      surname: 'Šarić',
      jmbag: '0036512345',
      email: 'is51234@fer.hr',
      gdpr_accepted: true,
    },
    statuses: anyone(201),
  },
  { method: 'POST', route: 'auth/google', body: { token: 'x' }, statuses: anyone(503) },
  { method: 'POST', route: 'auth/token/refresh', body: { refresh: 'x' }, statuses: anyone(401) },
  { method: 'POST', route: 'auth/logout', body: { refresh: 'x' }, statuses: anyone(401) },
  { method: 'GET', route: 'auth/sign-ins', statuses: [401, 200, 200, 200, 200, 200] },
  { method: 'DELETE', route: 'auth/sign-ins', statuses: [401, 200, 200, 200, 200, 200] },
  {
    method: 'DELETE',
    route: 'auth/sign-ins/[id]',
    path: `auth/sign-ins/${PASSAGE}`,
    statuses: [401, 404, 404, 404, 404, 404],
  },
  { method: 'GET', route: 'users/[id]/sign-ins', path: 'users/1/sign-ins', statuses: ADMIN },
  {
    method: 'DELETE',
    route: 'users/[id]/sign-ins/[signIn]',
    path: `users/1/sign-ins/${PASSAGE}`,
    statuses: adminGets(404),
  },
  {
    method: 'DELETE',
    route: 'users/[id]/sign-ins',
    path: 'users/999999/sign-ins',
    statuses: adminGets(404),
  },
  { method: 'GET', route: 'auth/me', statuses: [401, 200, 200, 200, 200, 200] },
  {
    method: 'PUT',
    route: 'visibility/[key]',
    path: 'visibility/TLOCRT_VISIBILITY',
    body: { visible: 1 },
    statuses: ADMIN,
  },
  {
    method: 'GET',
    route: 'guests',
    path: 'guests/?search=ana&search_fields=name',
    statuses: [401, 403, 200, 200, 403, 200],
  },
  { method: 'GET', route: 'guests', statuses: ADMIN },
  {
    method: 'GET',
    route: 'guests',
    path: 'guests/?search=an&search_fields=name,surname',
    statuses: [401, 403, 200, 400, 403, 400],
  },
  {
    method: 'GET',
    route: 'guests',
    path: 'guests/?search=1&search_fields=bought',
    statuses: ADMIN,
  },
  { method: 'GET', route: 'guests/lists', statuses: [401, 403, 200, 200, 403, 200] },
  { method: 'GET', route: 'users/guest-reads', statuses: ADMIN },
  {
    method: 'GET',
    route: 'guests/[id]',
    path: 'guests/1',
    statuses: [401, 403, 200, 200, 200, 200],
  },
  {
    method: 'PUT',
    route: 'guests/[id]',
    path: 'guests/1',
    body: { entered: '1' },
    statuses: [401, 403, 200, 200, 403, 200],
  },
  {
    method: 'PUT',
    route: 'guests/[id]',
    path: 'guests/1',
    body: { bought: '1' },
    statuses: [401, 403, 200, 403, 200, 200],
  },
  {
    method: 'PUT',
    route: 'guests/[id]',
    path: 'guests/999999',
    body: { name: 'Ana' },
    statuses: [401, 403, 404, 403, 404, 404],
  },
  {
    method: 'GET',
    route: 'guests/search-brucosi',
    path: 'guests/search-brucosi/?jmbag=0036',
    statuses: [401, 403, 200, 403, 200, 200],
  },
  { method: 'GET', route: 'guests/today-stats', statuses: [401, 403, 200, 403, 200, 200] },
  {
    method: 'POST',
    route: 'guests/check-in',
    body: { confCode: UNKNOWN_CODE },
    statuses: [401, 403, 404, 404, 403, 404],
  },
  // help at the desk: guest 1 is a fresher and has a ticket by now
  {
    method: 'PUT',
    route: 'guests/[id]',
    path: 'guests/1',
    body: { email: '' },
    statuses: [401, 403, 200, 403, 200, 200],
  },
  {
    method: 'POST',
    route: 'guests/[id]/show-ticket',
    path: 'guests/1/show-ticket',
    body: { print: '0' },
    statuses: [401, 403, 200, 403, 200, 200],
  },
  {
    method: 'POST',
    route: 'guests/[id]/resend-ticket',
    path: 'guests/999999/resend-ticket',
    statuses: [401, 403, 404, 403, 404, 404],
  },
  // the till, which is off
  { method: 'GET', route: 'cash/desk', statuses: [401, 403, 200, 403, 200, 200] },
  {
    method: 'GET',
    route: 'cash/guests/[id]',
    path: 'cash/guests/1',
    statuses: [401, 403, 200, 403, 200, 200],
  },
  {
    method: 'POST',
    route: 'cash/shifts',
    body: { floatCents: 5000 },
    statuses: [401, 403, 409, 403, 409, 409],
  },
  {
    method: 'PUT',
    route: 'cash/shifts/[id]',
    path: 'cash/shifts/999999',
    body: { note: 'Proba' },
    statuses: [401, 403, 404, 403, 404, 404],
  },
  {
    method: 'POST',
    route: 'cash/shifts/[id]/close',
    path: 'cash/shifts/999999/close',
    body: { countedCents: 5000 },
    statuses: [401, 403, 404, 403, 404, 404],
  },
  {
    method: 'POST',
    route: 'cash/shifts/[id]/corrections',
    path: 'cash/shifts/999999/corrections',
    body: { cents: -500, reason: 'Proba' },
    statuses: [401, 403, 404, 403, 404, 404],
  },
  { method: 'GET', route: 'cash/settings', statuses: ADMIN },
  { method: 'PUT', route: 'cash/settings', body: { on: '0' }, statuses: ADMIN },
  { method: 'GET', route: 'cash/takings', statuses: ADMIN },
  { method: 'GET', route: 'cash/takings/export', statuses: ADMIN },
  { method: 'GET', route: 'tags', statuses: [401, 403, 200, 200, 403, 200] },
  { method: 'GET', route: 'reports/daily', statuses: ADMIN },
  { method: 'GET', route: 'mailer', statuses: ADMIN },
  { method: 'GET', route: 'mailer/counts', statuses: ADMIN },
  {
    method: 'GET',
    route: 'mailer/[id]/qr',
    path: `mailer/${UNKNOWN_CODE}/qr`,
    statuses: adminGets(404),
  },
  {
    method: 'GET',
    route: 'mailer/[id]',
    path: `mailer/${UNKNOWN_CODE}`,
    statuses: adminGets(404),
  },
  {
    method: 'POST',
    route: 'mailer/[id]/resend',
    path: `mailer/${UNKNOWN_CODE}/resend`,
    statuses: adminGets(404),
  },
  {
    method: 'POST',
    route: 'mailer/[id]/try-now',
    path: `mailer/${UNKNOWN_CODE}/try-now`,
    statuses: adminGets(404),
  },

  // visibility, activities, reports
  {
    method: 'GET',
    route: 'visibility/[key]',
    path: 'visibility/TIMER_TIME',
    statuses: anyone(200),
  },
  { method: 'GET', route: 'activities', statuses: ADMIN },
  {
    method: 'GET',
    route: 'activities',
    path: 'activities/?entity=guests&entityId=1&limit=2',
    statuses: ADMIN,
  },
  { method: 'GET', route: 'reports/arrivals', statuses: ADMIN },
  { method: 'GET', route: 'reports/arrivals/export', statuses: ADMIN },
  { method: 'GET', route: 'reports/nights', statuses: ADMIN },
  { method: 'GET', route: 'reports/today', statuses: ADMIN },
  // users
  { method: 'GET', route: 'users', path: 'users/?search=a&ordering=-email', statuses: ADMIN },
  { method: 'GET', route: 'users/counts', statuses: ADMIN },
  { method: 'GET', route: 'users/export', statuses: ADMIN },
  { method: 'GET', route: 'tags/export', statuses: ADMIN },
  { method: 'GET', route: 'contact/export', statuses: ADMIN },
  {
    method: 'POST',
    route: 'users',
    body: { name: 'Ana Anić', email: 'ana@primjer.hr', privilege: 3 },
    statuses: adminGets(201),
  },
  { method: 'GET', route: 'users/[id]', path: 'users/1', statuses: ADMIN },
  missing('PUT', 'users', { body: { privilege: 2 } }),
  missing('DELETE', 'users'),
  // tags: 1 is Brucoši
  { method: 'GET', route: 'tags/[id]', path: 'tags/1', statuses: [401, 403, 200, 200, 403, 200] },
  { method: 'POST', route: 'tags', body: { name: 'Press' }, statuses: adminGets(201) },
  {
    method: 'PUT',
    route: 'tags/[id]',
    path: 'tags/1',
    body: { count: 9, bought: 9, entered: 9 },
    statuses: ADMIN,
  },
  { method: 'DELETE', route: 'tags/[id]', path: 'tags/1', statuses: adminGets(409) },
  // gates
  { method: 'GET', route: 'gates', statuses: ADMIN },
  { method: 'GET', route: 'gates/board', statuses: ADMIN },
  { method: 'POST', route: 'gates', body: { name: 'Jug' }, statuses: adminGets(201) },
  { method: 'GET', route: 'gates/[id]', path: 'gates/1', statuses: ADMIN },
  {
    method: 'PUT',
    route: 'gates/[id]',
    path: 'gates/1',
    body: { unknownPolicy: 'stop' },
    statuses: ADMIN,
  },
  { method: 'DELETE', route: 'gates/[id]', path: 'gates/999999', statuses: adminGets(404) },
  {
    method: 'POST',
    route: 'gates/[id]/pairings',
    path: 'gates/1/pairings',
    body: { until: '2025-01-01T00:00:00Z' },
    statuses: adminGets(400),
  },
  {
    method: 'DELETE',
    route: 'gates/devices/[id]',
    path: `gates/devices/${UNKNOWN_CODE}`,
    statuses: adminGets(404),
  },
  {
    method: 'PUT',
    route: 'gates/doubles/[first]/[second]',
    path: `gates/doubles/${UNKNOWN_CODE}/${UNKNOWN_CODE}`,
    body: { settled: 'same_guest' },
    statuses: adminGets(404),
  },
  {
    method: 'PUT',
    route: 'gates/objections/[passage]',
    path: `gates/objections/${UNKNOWN_CODE}`,
    body: { settled: 'stays' },
    statuses: adminGets(404),
  },
  { method: 'GET', route: 'gates/drill', statuses: ADMIN },
  { method: 'POST', route: 'gates/drill', statuses: adminGets(201) },
  { method: 'DELETE', route: 'gates/drill', statuses: adminGets(204) },
  // the edition
  { method: 'GET', route: 'festival', statuses: ADMIN },
  { method: 'PUT', route: 'festival', body: { year: 2026, seen: { year: 2025 } }, statuses: ADMIN },
  {
    method: 'PUT',
    route: 'festival',
    body: { number: 43, seen: { number: 7 } },
    statuses: adminGets(409),
  },
  {
    method: 'PUT',
    route: 'festival',
    body: { ticketShopUrl: '', ticketWidgetSrc: 'https://primjer.hr/dodatak.js' },
    statuses: adminGets(400),
  },
  // the night
  { method: 'GET', route: 'night', statuses: ADMIN },
  { method: 'PUT', route: 'night', body: { capacity: 1200 }, statuses: ADMIN },
  {
    method: 'PUT',
    route: 'night',
    body: { opensAt: '2026-11-21T20:00:00Z' },
    statuses: adminGets(400),
  },
  {
    method: 'PUT',
    route: 'night',
    body: { capacity: null, seen: { capacity: 7 } },
    statuses: adminGets(409),
  },
  {
    method: 'GET',
    route: 'night/handover',
    path: 'night/handover/?night=2026-11-20',
    statuses: ADMIN,
  },
  { method: 'GET', route: 'night/stream', statuses: ADMIN },
  // what all screens share
  { method: 'GET', route: 'find', path: 'find/?q=ana', statuses: [401, 403, 200, 200, 200, 200] },
  { method: 'GET', route: 'lists/stream', statuses: ADMIN },
  {
    method: 'GET',
    route: 'lists/[list]/columns',
    path: 'lists/guest-list/columns',
    statuses: ADMIN,
  },
  {
    method: 'PUT',
    route: 'lists/[list]/columns',
    path: 'lists/guest-list/columns',
    body: { columns: ['tag', 'phone'] },
    statuses: ADMIN,
  },
  { method: 'GET', route: 'saved-filters', statuses: ADMIN },
  {
    method: 'POST',
    route: 'saved-filters',
    body: { screen: 'guest-list', name: 'S kartom', query: 'karta=1' },
    statuses: adminGets(201),
  },
  missing('GET', 'saved-filters'),
  missing('PUT', 'saved-filters', { body: { name: 'Bez karte' } }),
  missing('DELETE', 'saved-filters'),
  { method: 'GET', route: 'night/packs', statuses: ADMIN },
  { method: 'POST', route: 'night/packs', statuses: adminGets(409) },
  { method: 'GET', route: 'night/pack', statuses: adminGets(404) },
  {
    method: 'PUT',
    route: 'night/packs/password',
    body: { password: 'kratka' },
    statuses: adminGets(400),
  },
  // pictures of the pages
  { method: 'GET', route: 'artwork', statuses: ADMIN },
  {
    method: 'PUT',
    route: 'artwork/[place]',
    path: 'artwork/poster',
    form: { image: PICTURE },
    statuses: adminGets(400),
  },
  {
    method: 'PUT',
    route: 'artwork/[place]',
    path: 'artwork/poster',
    body: {
      corners: [
        [0, 1],
        [1, 1],
        [1, 0],
        [0, 0],
      ],
      seen: { corners: '' },
    },
    statuses: adminGets(400),
  },
  {
    method: 'DELETE',
    route: 'artwork/[place]',
    path: 'artwork/poster',
    statuses: adminGets(404),
  },
  {
    method: 'GET',
    route: 'artwork/[place]/document',
    path: 'artwork/consent/document',
    statuses: anyone(404),
  },
  // translations
  {
    method: 'GET',
    route: 'translations/[id]',
    path: 'translations/999999',
    statuses: anyone(404),
  },
  {
    method: 'POST',
    route: 'translations',
    body: { key: 'proba.title1', value: 'Proba' },
    statuses: adminGets(201),
  },
  missing('PUT', 'translations', { body: { value: 'Proba' } }),
  missing('DELETE', 'translations'),
  ...PLAIN,
  // cjenik
  {
    method: 'GET',
    route: 'cjenik',
    path: 'cjenik/?ordering=order&search=PIVO&search_fields=tag',
    statuses: anyone(200),
  },
  {
    method: 'POST',
    route: 'cjenik',
    body: { name: 'Sok', tag: 'SOK', order: '01', priceEUR: '2,50', volume: 0.33 },
    statuses: adminGets(201),
  },
  { method: 'GET', route: 'cjenik/[id]', path: 'cjenik/999999', statuses: anyone(404) },
  missing('PUT', 'cjenik', { body: { order: '02' } }),
  unknownPlace('cjenik'),
  missing('DELETE', 'cjenik'),
  // guests, imports
  {
    method: 'GET',
    route: 'guests',
    path: 'guests/?tag=VIP&bought=1&entered=0&ordering=-boughtTicketTime&limit=5',
    statuses: ADMIN,
  },
  {
    method: 'GET',
    route: 'guests',
    path: 'guests/?deleted=1&search=iva&ordering=-deletedTime',
    statuses: adminGets(200),
  },
  {
    method: 'POST',
    route: 'guests',
    body: { name: 'Iva', surname: 'Ivić', tag: 'Brucoši', jmbag: '', bought: '0', entered: '0' },
    statuses: adminGets(201),
  },
  {
    method: 'POST',
    route: 'guests',
    body: { name: 'Iva', surname: 'Ivić', tag: 'Brucoši', jmbag: '0036000001' },
    statuses: adminGets(409),
  },
  {
    method: 'PUT',
    route: 'guests/[id]',
    path: 'guests/1',
    body: { email: 'ana@primjer.hr', phone: '+385 91 234 567', seen: { email: '' } },
    statuses: ADMIN,
  },
  {
    method: 'PUT',
    route: 'guests/[id]',
    path: 'guests/1',
    body: { tag: 'VIP', seen: { name: 'Netko drugi' } },
    statuses: adminGets(409),
  },
  missing('DELETE', 'guests'),
  {
    method: 'POST',
    route: 'guests/[id]/restore',
    path: 'guests/1/restore',
    statuses: ADMIN,
  },
  {
    method: 'POST',
    route: 'guests/[id]/restore',
    path: 'guests/999999/restore?tag=VIP',
    statuses: adminGets(404),
  },
  {
    method: 'GET',
    route: 'guests/[id]/history',
    path: 'guests/1/history',
    statuses: ADMIN,
  },
  // bulk work
  { method: 'GET', route: 'guests/bulk', statuses: ADMIN },
  {
    method: 'POST',
    route: 'guests/bulk',
    path: 'guests/bulk/?preview=1',
    body: { selection: { filter: { search: 'ana' } }, action: { kind: 'list', tag: 'VIP' } },
    statuses: adminGets(202),
  },
  {
    method: 'POST',
    route: 'guests/bulk',
    body: { selection: { ids: [1] }, action: { kind: 'lift' } },
    statuses: adminGets(202),
  },
  {
    method: 'GET',
    route: 'guests/bulk/[id]',
    path: `guests/bulk/${UNKNOWN_CODE}`,
    statuses: adminGets(404),
  },
  {
    method: 'POST',
    route: 'guests/bulk/[id]/stop',
    path: `guests/bulk/${UNKNOWN_CODE}/stop`,
    statuses: adminGets(404),
  },
  {
    method: 'POST',
    route: 'guests/bulk/[id]/undo',
    path: `guests/bulk/${UNKNOWN_CODE}/undo`,
    statuses: adminGets(404),
  },
  {
    method: 'POST',
    route: 'guests/bulk/export',
    body: { selection: { ids: [1] } },
    statuses: ADMIN,
  },
  {
    method: 'POST',
    route: 'guests/bulk-import',
    path: 'guests/bulk-import/?preview=1',
    body: [
      { name: 'Iva', surname: 'Ivić', jmbag: '0036000001' },
      { name: 'Ana', entered: 'da' },
    ],
    statuses: ADMIN,
  },
  {
    method: 'POST',
    route: 'guests/bulk-import',
    body: [{ name: 'Iva', surname: 'Ivić', tag: 'VIP', bought: '1' }],
    statuses: ADMIN,
  },
  {
    method: 'POST',
    route: 'users/bulk-import',
    body: [{ name: '', email: 'uvezena@brucosijada.example', privilege: 2 }],
    statuses: ADMIN,
  },
  // mailer
  {
    method: 'POST',
    route: 'mailer',
    body: {
      template: 'message',
      subject: 'Vrata u 20 h',
      message: 'Vidimo se.',
      name: 'Iva',
      to_mail: 'iva@primjer.hr',
      link: 'https://primjer.hr',
    },
    statuses: adminGets(202),
  },
  {
    method: 'POST',
    route: 'mailer/send_mail',
    body: { emails: [{ template: 'ticket-confirmation', confCode: UNKNOWN_CODE }] },
    statuses: adminGets(400),
  },
  {
    method: 'POST',
    route: 'mailer/send-range',
    body: { start: 1, end: 5 },
    statuses: adminGets(202),
  },
  { method: 'POST', route: 'mailer/resend-failed', statuses: adminGets(202) },
  // lineup
  { method: 'GET', route: 'lineup', statuses: ADMIN },
  {
    method: 'GET',
    route: 'lineup',
    path: 'lineup/?ordering=order&search=1&search_fields=visible',
    statuses: ADMIN,
  },
  {
    method: 'POST',
    route: 'lineup',
    form: { name: 'Bura', biography: '', visible: '1', image: PICTURE },
    statuses: adminGets(201),
  },
  missing('GET', 'lineup'),
  missing('PUT', 'lineup', { form: { visible: '0' } }),
  unknownPlace('lineup'),
  missing('DELETE', 'lineup'),
  // programme: the schedule is hidden from visitors
  { method: 'GET', route: 'programme', statuses: anyone(200) },
  {
    method: 'POST',
    route: 'programme',
    body: {
      stageId: 999_999,
      title: 'Otvaranje vrata',
      startsAt: '2026-11-21T19:00:00Z',
      endsAt: '2026-11-21T20:00:00Z',
    },
    statuses: adminGets(400),
  },
  { method: 'GET', route: 'programme/[id]', path: 'programme/999999', statuses: anyone(404) },
  missing('PUT', 'programme', { body: { title: 'Proba' } }),
  missing('DELETE', 'programme'),
  {
    method: 'GET',
    route: 'programme/calendar.ics',
    statuses: [404, 404, 200, 404, 404, 404],
  },
  {
    method: 'GET',
    route: 'programme/[id]/calendar.ics',
    path: 'programme/999999/calendar.ics',
    statuses: anyone(404),
  },
  {
    method: 'POST',
    route: 'programme/import',
    path: 'programme/import/?preview=1',
    form: {
      file: new Blob(['Pozornica;Naziv;Od;Do\nProba;Otvaranje;21.11.2026. 20:00;21:00\nProba;;x;']),
    },
    statuses: ADMIN,
  },
  { method: 'GET', route: 'programme/import-template', statuses: ADMIN },
  { method: 'GET', route: 'stages', statuses: ADMIN },
  { method: 'POST', route: 'stages', body: { name: 'Proba' }, statuses: adminGets(201) },
  missing('GET', 'stages'),
  missing('PUT', 'stages', { body: { name: 'Proba' } }),
  missing('DELETE', 'stages'),
  unknownPlace('stages'),
  // sponsors
  { method: 'GET', route: 'sponsors', statuses: ADMIN },
  {
    method: 'GET',
    route: 'sponsors',
    path: `sponsors/?search=${UNKNOWN_CODE}&search_fields=slug`,
    statuses: ADMIN,
  },
  { method: 'GET', route: 'sponsors/counts', statuses: ADMIN },
  {
    method: 'POST',
    route: 'sponsors',
    form: {
      name: 'Bura',
      url: 'https://bura.example',
      email: 'a@bura.example, b@bura.example',
      guestCap: '3',
      visible: '1',
      guestsEnabled: '1',
      image: PICTURE,
    },
    statuses: adminGets(201),
  },
  missing('GET', 'sponsors'),
  missing('PUT', 'sponsors', { form: { guestsEnabled: '0' } }),
  missing('PUT', 'sponsors', { body: { guestsEnabled: 0 } }),
  {
    method: 'POST',
    route: 'sponsors/[id]/replace-link',
    path: 'sponsors/999999/replace-link',
    statuses: adminGets(404),
  },
  unknownPlace('sponsors'),
  missing('DELETE', 'sponsors'),
  {
    method: 'GET',
    route: 'sponsors/public',
    path: `sponsors/public/?slug=${UNKNOWN_CODE}`,
    statuses: anyone(404),
  },
  {
    method: 'GET',
    route: 'sponsors/public/guests',
    path: `sponsors/public/guests/?slug=${UNKNOWN_CODE}`,
    statuses: anyone(404),
  },
  {
    method: 'POST',
    route: 'sponsors/public/guests',
    body: { slug: UNKNOWN_CODE, name: 'Ana Anić' },
    statuses: anyone(404),
  },
  {
    method: 'DELETE',
    route: 'sponsors/public/guests',
    path: `sponsors/public/guests/?slug=${UNKNOWN_CODE}&id=1`,
    statuses: anyone(404),
  },
  // tickets
  { method: 'POST', route: 'karta', body: { who: '0036512345' }, statuses: anyone(200) },
  { method: 'GET', route: 'karta/calendar.ics', statuses: anyone(404) },
  // leaderboard
  { method: 'GET', route: 'gameLeaderboard', statuses: anyone(200) },
  { method: 'POST', route: 'gameLeaderboard/start', statuses: anyone(201) },
  { method: 'GET', route: 'game/[file]', path: 'game/index.html', statuses: anyone(404) },
  {
    method: 'GET',
    route: 'gameLeaderboard',
    path: 'gameLeaderboard/?verified=0&search=meda&ordering=-score',
    statuses: anyone(200),
  },
  {
    method: 'POST',
    route: 'gameLeaderboard',
    body: { name: 'Meda', email: 'meda@primjer.hr', score: 100 },
    statuses: anyone(201),
  },
  {
    method: 'POST',
    route: 'gameLeaderboard',
    body: {
      name: 'Meda',
      email: 'meda@primjer.hr',
      score: 100,
      proof: { token: 'x', presses: [1] },
    },
    statuses: anyone(400),
  },
  {
    method: 'PUT',
    route: 'gameLeaderboard/[id]',
    path: 'gameLeaderboard/999999/',
    body: { name: 'Meda' },
    statuses: adminGets(404),
  },
  {
    method: 'DELETE',
    route: 'gameLeaderboard/[id]',
    path: 'gameLeaderboard/999999/',
    statuses: adminGets(404),
  },
  // reports, changes of what was seen otherwise
  { method: 'GET', route: 'reports/daily/export', statuses: ADMIN },
  {
    method: 'PUT',
    route: 'tags/[id]',
    path: 'tags/1',
    body: { name: 'Novi', seen: { name: 'Netko drugi' } },
    statuses: adminGets(409),
  },
  {
    method: 'PUT',
    route: 'visibility/[key]',
    path: 'visibility/TIMER_TIME',
    body: { visible: '', seen: { visible: '2020-01-01T00:00:00.000Z' } },
    statuses: adminGets(409),
  },
  {
    method: 'POST',
    route: 'mailer/send-range',
    path: 'mailer/send-range/?preview=1',
    body: { start: 1, end: 5 },
    statuses: adminGets(202),
  },
  // the guest list of the back office
  {
    method: 'GET',
    route: 'guests/counts',
    path: 'guests/counts/?search=ana&search_fields=name,email',
    statuses: ADMIN,
  },
  {
    method: 'GET',
    route: 'guests',
    path: 'guests/?sponsor=1&limit=5',
    statuses: ADMIN,
  },
  // spreadsheets
  {
    method: 'POST',
    route: 'guests/import',
    path: 'guests/import/?preview=1',
    form: { file: new Blob(['name;jmbag\nIva;0036000001\nAna;36']) },
    statuses: ADMIN,
  },
  {
    method: 'POST',
    route: 'guests/import',
    path: 'guests/import/?namesakes=skip',
    form: { file: new Blob(['surname,name,tag\nIvić,Iva,VIP']) },
    statuses: ADMIN,
  },
  {
    method: 'POST',
    route: 'guests/import',
    path: 'guests/import/?preview=1&existing=update',
    form: {
      file: new Blob(['Popis\nPrezime i ime;E-mail\nIvić Iva;iva@primjer.hr']),
      mapping:
        '{"sheets":[{"sheet":0,"headingRow":2}],"columns":[{"column":0,"field":"surnameName"},{"column":1,"field":"email"}]}',
    },
    statuses: ADMIN,
  },
  {
    method: 'POST',
    route: 'guests/import-shape',
    form: { file: new Blob(['Popis\nPrezime i ime;E-mail\nIvić Iva;iva@primjer.hr']) },
    statuses: ADMIN,
  },
  {
    method: 'POST',
    route: 'guests/import',
    form: { file: new Blob(['ime,prezime\nIva,Ivić']) },
    statuses: adminGets(400),
  },
  {
    method: 'POST',
    route: 'users/import',
    form: { file: new Blob(['email,privilege\niz-tablice@brucosijada.example,2']) },
    statuses: ADMIN,
  },
  { method: 'GET', route: 'guests/import-template', statuses: ADMIN },
  {
    method: 'GET',
    route: 'users/import-template',
    path: 'users/import-template/?format=csv',
    statuses: ADMIN,
  },
  {
    method: 'GET',
    route: 'guests/export',
    path: 'guests/export/?tag=VIP&bought=1&search=iva',
    statuses: ADMIN,
  },
  // mail batches
  { method: 'GET', route: 'mailer/batches', statuses: ADMIN },
  {
    method: 'PUT',
    route: 'mailer/batches/[id]',
    path: `mailer/batches/${UNKNOWN_CODE}`,
    body: { stopped: '1' },
    statuses: adminGets(404),
  },
  { method: 'GET', route: 'mailer/service', statuses: ADMIN },
  {
    method: 'POST',
    route: 'csp',
    body: { 'csp-report': { 'blocked-uri': 'inline' } },
    statuses: anyone(204),
  },
  { method: 'POST', route: 'mailer/webhook', body: { type: 'email.sent' }, statuses: anyone(404) },
  // sponsors' lists: invitations, bulk adding, passes
  {
    method: 'POST',
    route: 'sponsors/invite',
    path: 'sponsors/invite/?preview=1',
    body: { to: 'unreached' },
    statuses: adminGets(202),
  },
  {
    method: 'POST',
    route: 'sponsors/invite',
    body: { sponsors: [999_999] },
    statuses: adminGets(202),
  },
  {
    method: 'POST',
    route: 'sponsors/remind',
    path: 'sponsors/remind/?preview=1',
    statuses: adminGets(202),
  },
  { method: 'POST', route: 'sponsors/remind', statuses: adminGets(202) },
  { method: 'GET', route: 'sponsors/counts/export', statuses: ADMIN },
  {
    method: 'GET',
    route: 'sponsors/[id]/guests',
    path: 'sponsors/999999/guests',
    statuses: adminGets(404),
  },
  {
    method: 'GET',
    route: 'sponsors/[id]/mails',
    path: 'sponsors/999999/mails',
    statuses: adminGets(404),
  },
  {
    method: 'POST',
    route: 'sponsors/public/guests/bulk',
    body: { slug: UNKNOWN_CODE, guests: [{ name: 'Ana Anić', email: '', again: false }] },
    statuses: anyone(404),
  },
  {
    method: 'PUT',
    route: 'sponsors/public/guests',
    body: { slug: UNKNOWN_CODE, id: 1, email: 'ana@primjer.hr' },
    statuses: anyone(404),
  },
  {
    method: 'POST',
    route: 'sponsors/public/passes',
    body: { slug: UNKNOWN_CODE, ids: [1] },
    statuses: anyone(404),
  },
  {
    method: 'POST',
    route: 'sponsors/public/opened',
    body: { slug: UNKNOWN_CODE },
    statuses: anyone(404),
  },

  // the gate: whoever has no device's cookie is no device, whatever their privilege
  { method: 'GET', route: 'gate/me', statuses: anyone(401) },
  { method: 'PUT', route: 'gate/me', body: { gateId: 1 }, statuses: anyone(401) },
  { method: 'DELETE', route: 'gate/me', statuses: anyone(401) },
  {
    method: 'POST',
    route: 'gate/scan',
    body: { id: PASSAGE, code: UNKNOWN_CODE, direction: 'in' },
    statuses: anyone(401),
  },
  {
    method: 'POST',
    route: 'gate/passages',
    body: { sentAt: '2025-10-03T20:00:00Z', passages: [] },
    statuses: anyone(401),
  },
  { method: 'GET', route: 'gate/roster', path: 'gate/roster/?after=0', statuses: anyone(401) },
  {
    method: 'GET',
    route: 'gate/changes',
    path: 'gate/changes/?since=00000000.1.1',
    statuses: anyone(401),
  },
  {
    method: 'GET',
    route: 'gate/stream',
    path: 'gate/stream/?since=00000000.1.1',
    statuses: anyone(401),
  },
  {
    method: 'POST',
    route: 'gate/join',
    body: { code: 'x', name: 'Vrata 1' },
    statuses: anyone(404),
  },
  {
    method: 'POST',
    route: 'gate/drill',
    body: {
      ...{ drill: 1, sentAt: '2025-10-03T20:00:00Z', passages: [] },
      facts: { scans: 0, slowest: 0, camera: 'on', isLasting: true },
    },
    statuses: anyone(401),
  },
  { method: 'POST', route: 'gate/devices', body: {}, statuses: [401, 403, 200, 200, 403, 200] },

  { method: 'GET', route: 'webhooks', statuses: ADMIN },
  {
    method: 'POST',
    route: 'webhooks',
    body: {
      description: 'Proba',
      url: 'https://prijemnik.example/dojave',
      events: ['double.found'],
    },
    statuses: adminGets(201),
  },
  missing('GET', 'webhooks'),
  missing('PUT', 'webhooks', { body: { state: 'paused' } }),
  missing('DELETE', 'webhooks'),
  {
    method: 'POST',
    route: 'webhooks/[id]/secret',
    path: 'webhooks/999999/secret',
    statuses: adminGets(404),
  },
  {
    method: 'POST',
    route: 'webhooks/[id]/test',
    path: 'webhooks/999999/test',
    statuses: adminGets(404),
  },
  { method: 'GET', route: 'webhooks/deliveries', statuses: ADMIN },
  {
    method: 'POST',
    route: 'webhooks/deliveries/[id]/resend',
    path: `webhooks/deliveries/${PASSAGE}/resend`,
    statuses: adminGets(404),
  },

  // Where no wallet is set there is none of this.
  {
    method: 'GET',
    route: 'wallet/apple/[code]',
    path: `wallet/apple/${UNKNOWN_CODE}`,
    statuses: anyone(404),
  },
  {
    method: 'GET',
    route: 'wallet/google/[code]',
    path: `wallet/google/${UNKNOWN_CODE}`,
    statuses: anyone(404),
  },
  {
    method: 'GET',
    route: 'wallet/v1/devices/[device]/registrations/[passType]',
    path: 'wallet/v1/devices/x/registrations/pass.hr.example',
    statuses: anyone(404),
  },
  {
    method: 'POST',
    route: 'wallet/v1/devices/[device]/registrations/[passType]/[serial]',
    path: `wallet/v1/devices/x/registrations/pass.hr.example/${UNKNOWN_CODE}`,
    body: { pushToken: 'f00' },
    statuses: anyone(404),
  },
  {
    method: 'DELETE',
    route: 'wallet/v1/devices/[device]/registrations/[passType]/[serial]',
    path: `wallet/v1/devices/x/registrations/pass.hr.example/${UNKNOWN_CODE}`,
    statuses: anyone(404),
  },
  { method: 'POST', route: 'wallet/v1/log', body: { logs: ['x'] }, statuses: anyone(404) },
  {
    method: 'GET',
    route: 'wallet/v1/passes/[passType]/[serial]',
    path: `wallet/v1/passes/pass.hr.example/${UNKNOWN_CODE}`,
    statuses: anyone(404),
  },
]
