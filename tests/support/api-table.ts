/** What each caller gets for one call with a right body: nobody, then privilege 0 to 4. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below /api as the route files have it. */
  route: string
  path?: string
  body?: unknown
  statuses: [nobody: number, p0: number, p1: number, p2: number, p3: number, p4: number]
}

const UNKNOWN_CODE = '00000000-0000-1000-8000-000000000000'
const anyone = (status: number): ApiCall['statuses'] => [
  status,
  status,
  status,
  status,
  status,
  status,
]

/** The authority table of decisions.md, call by call. Guest 1 is there, 999999 is not. */
export const API_CALLS: ApiCall[] = [
  { method: 'GET', route: 'health', statuses: anyone(200) },
  { method: 'GET', route: 'health/live', statuses: anyone(204) },
  { method: 'GET', route: 'visibility', statuses: anyone(200) },
  { method: 'GET', route: 'translations', statuses: anyone(200) },
  { method: 'GET', route: 'public/lineup', statuses: anyone(200) },
  { method: 'GET', route: 'public/sponsors', statuses: anyone(200) },
  {
    method: 'GET',
    route: 'images/[hash]',
    path: `images/${'0'.repeat(64)}`,
    statuses: anyone(404),
  },
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
  { method: 'POST', route: 'cache', body: { tags: ['lineup'] }, statuses: anyone(404) },
  { method: 'GET', route: 'auth/me', statuses: [401, 200, 200, 200, 200, 200] },
  {
    method: 'PUT',
    route: 'visibility/[key]',
    path: 'visibility/TLOCRT_VISIBILITY',
    body: { visible: 1 },
    statuses: [401, 403, 200, 403, 403, 403],
  },
  {
    method: 'GET',
    route: 'guests',
    path: 'guests/?search=ana&search_fields=name',
    statuses: [401, 403, 200, 200, 403, 200],
  },
  { method: 'GET', route: 'guests', statuses: [401, 403, 200, 403, 403, 403] },
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
  { method: 'GET', route: 'tags', statuses: [401, 403, 200, 200, 403, 200] },
  { method: 'GET', route: 'reports/daily', statuses: [401, 403, 200, 403, 403, 403] },
  { method: 'GET', route: 'mailer', statuses: [401, 403, 200, 403, 403, 403] },
  { method: 'GET', route: 'mailer/counts', statuses: [401, 403, 200, 403, 403, 403] },
  {
    method: 'GET',
    route: 'mailer/[id]/qr',
    path: `mailer/${UNKNOWN_CODE}/qr`,
    statuses: [401, 403, 404, 403, 403, 403],
  },
  {
    method: 'GET',
    route: 'mailer/[id]',
    path: `mailer/${UNKNOWN_CODE}`,
    statuses: [401, 403, 404, 403, 403, 403],
  },
  {
    method: 'POST',
    route: 'mailer/[id]/resend',
    path: `mailer/${UNKNOWN_CODE}/resend`,
    statuses: [401, 403, 404, 403, 403, 403],
  },
]
