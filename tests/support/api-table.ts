/**
 * One request with a valid body, and the status that each caller gets: anonymous, then privilege 0
 * to 4.
 */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Route below /api as in the table of endpoints, such as `guests/[id]`. */
  route: string
  path?: string
  body?: unknown
  /** Fields of a multipart form, sent instead of `body`. */
  form?: Record<string, string | Blob>
  statuses: [anonymous: number, p0: number, p1: number, p2: number, p3: number, p4: number]
}

type Statuses = ApiCall['statuses']

const UNKNOWN_CODE = '00000000-0000-1000-8000-000000000000'
const PASSAGE = '0199a0c0-0000-7000-8000-000000000000'

const anyone = (status: number): Statuses => [status, status, status, status, status, status]
const signedInGets = (status: number): Statuses => [401, status, status, status, status, status]
const staffGets = (status: number): Statuses => [401, 403, status, status, status, status]
const gateGets = (status: number): Statuses => [401, 403, status, status, 403, status]
const deskGets = (status: number): Statuses => [401, 403, status, 403, status, status]
const adminGets = (status: number): Statuses => [401, 403, status, 403, 403, 403]
/**
 * Statuses for an unknown guest. Only an admin gets 404: other staff may open only guests that
 * their searches have shown.
 */
const NO_SUCH_GUEST: Statuses = [401, 403, 404, 403, 403, 403]
const ADMIN = adminGets(200)

type Input = Pick<ApiCall, 'path' | 'body' | 'form'>

const requestBuilder =
  (method: ApiCall['method']) =>
  (route: string, statuses: Statuses, input: Input = {}): ApiCall => ({
    method,
    route,
    ...input,
    statuses,
  })
const get = requestBuilder('GET')
const post = requestBuilder('POST')
const put = requestBuilder('PUT')
const remove = requestBuilder('DELETE')

/** Builds a request for a record that does not exist (id 999999). Only an admin gets 404. */
const missing = (method: ApiCall['method'], entity: string, input: Input = {}) =>
  requestBuilder(method)(`${entity}/[id]`, adminGets(404), { path: `${entity}/999999`, ...input })

const unknownPosition = (entity: string) =>
  post(`${entity}/reorder`, adminGets(409), { body: [{ id: 999_999, order: 1 }] })

/** PNG image of one pixel. */
const PICTURE = new Blob(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  { type: 'image/png' },
)

/**
 * Requests of the authority table (rule 9.17: which caller may send which request). Guest 1 exists,
 * guest 999999 does not.
 */
export const API_CALLS: ApiCall[] = [
  get('health', anyone(200)),
  get('health/live', anyone(204)),
  get('health/report', ADMIN),
  get('openapi.json', anyone(200)),
  get('visibility', anyone(200)),
  get('translations', anyone(200)),
  get('public/fullness', anyone(200)),
  get('public/lineup', anyone(200)),
  get('public/sponsors', anyone(200)),
  get('images/[hash]', anyone(404), { path: `images/${'0'.repeat(64)}` }),
  get('editions', ADMIN),
  get('editions/end', ADMIN),
  get('editions/export', ADMIN),
  post('editions/end', adminGets(409), {
    body: {
      edition: 999_999,
      confirm: 'Brucošijada',
      keep: {
        users: true,
        lineup: true,
        sponsors: true,
        priceList: true,
        texts: true,
        contacts: true,
        artwork: true,
      },
      next: { name: 'Brucošijada', year: 2026, number: 43, opensAt: null, closesAt: null },
    },
  }),
  get('people', ADMIN, { path: 'people/?search=meda' }),
  post('people/file', ADMIN, { body: { guests: [999_999] } }),
  post('people/erase', ADMIN, { body: { guests: [999_999] } }),
  get('forms/signups', ADMIN),
  get('forms/signups/counts', ADMIN),
  get('forms/signups/export', ADMIN),
  get('forms/signups/missing', ADMIN),
  missing('DELETE', 'forms/signups'),
  post('forms/brucosi-form-submit', anyone(201), {
    body: {
      name: 'Ivo',
      surname: 'Šarić',
      jmbag: '0036512345',
      email: 'is51234@fer.hr',
      gdpr_accepted: true,
    },
  }),
  post('auth/google', anyone(503), { body: { token: 'x' } }),
  post('auth/token/refresh', anyone(401), { body: { refresh: 'x' } }),
  post('auth/logout', anyone(401), { body: { refresh: 'x' } }),
  get('auth/sign-ins', signedInGets(200)),
  remove('auth/sign-ins', signedInGets(200)),
  remove('auth/sign-ins/[id]', signedInGets(404), { path: `auth/sign-ins/${PASSAGE}` }),
  get('users/keys', ADMIN),
  post('users/keys', ADMIN, { body: { name: 'Zaslon', privilege: 3 } }),
  get('users/[id]/sign-ins', ADMIN, { path: 'users/1/sign-ins' }),
  remove('users/[id]/sign-ins/[signIn]', adminGets(404), { path: `users/1/sign-ins/${PASSAGE}` }),
  remove('users/[id]/sign-ins', adminGets(404), { path: 'users/999999/sign-ins' }),
  get('auth/me', signedInGets(200)),
  put('visibility/[key]', ADMIN, { path: 'visibility/TLOCRT_VISIBILITY', body: { visible: 1 } }),
  get('guests', gateGets(200), { path: 'guests/?search=ana&search_fields=name' }),
  get('guests', ADMIN),
  get('guests', [401, 403, 200, 400, 403, 400], {
    path: 'guests/?search=an&search_fields=name,surname',
  }),
  get('guests', ADMIN, { path: 'guests/?search=1&search_fields=bought' }),
  get('guests/lists', gateGets(200)),
  get('users/guest-reads', ADMIN),
  get('guests/[id]', staffGets(200), { path: 'guests/1' }),
  put('guests/[id]', gateGets(200), { path: 'guests/1', body: { entered: '1' } }),
  put('guests/[id]', deskGets(200), { path: 'guests/1', body: { bought: '1' } }),
  put('guests/[id]', NO_SUCH_GUEST, { path: 'guests/999999', body: { name: 'Ana' } }),
  get('guests/search-brucosi', deskGets(200), { path: 'guests/search-brucosi/?jmbag=0036' }),
  get('guests/freshers-by-name', deskGets(200), { path: 'guests/freshers-by-name/?name=ana' }),
  // A desk user may add a student who signed up only if an admin has allowed it.
  post('guests/add-signed-up', adminGets(404), { body: { signup: 999_999 } }),
  get('guests/today-stats', deskGets(200)),
  post('guests/check-in', gateGets(404), { body: { confCode: UNKNOWN_CODE } }),
  // Endpoints for help at the ticket desk. Guest 1 is a fresher and has a ticket since the request
  // above.
  put('guests/[id]', deskGets(200), { path: 'guests/1', body: { email: '' } }),
  post('guests/[id]/show-ticket', deskGets(200), {
    path: 'guests/1/show-ticket',
    body: { print: '0' },
  }),
  post('guests/[id]/resend-ticket', NO_SUCH_GUEST, { path: 'guests/999999/resend-ticket' }),
  // Endpoints for the cash desk, which is turned off here.
  get('cash/desk', deskGets(200)),
  get('cash/guests/[id]', deskGets(200), { path: 'cash/guests/1' }),
  post('cash/shifts', deskGets(409), { body: { floatCents: 5000 } }),
  put('cash/shifts/[id]', deskGets(404), { path: 'cash/shifts/999999', body: { note: 'Proba' } }),
  post('cash/shifts/[id]/close', deskGets(404), {
    path: 'cash/shifts/999999/close',
    body: { countedCents: 5000 },
  }),
  post('cash/shifts/[id]/corrections', deskGets(404), {
    path: 'cash/shifts/999999/corrections',
    body: { cents: -500, reason: 'Proba' },
  }),
  get('cash/settings', ADMIN),
  put('cash/settings', ADMIN, { body: { on: '0' } }),
  get('cash/takings', ADMIN),
  get('cash/takings/export', ADMIN),
  get('tags', gateGets(200)),
  get('reports/daily', ADMIN),
  get('mailer', ADMIN),
  get('mailer/counts', ADMIN),
  get('mailer/[id]/qr', adminGets(404), { path: `mailer/${UNKNOWN_CODE}/qr` }),
  get('mailer/[id]', adminGets(404), { path: `mailer/${UNKNOWN_CODE}` }),
  post('mailer/[id]/resend', adminGets(404), { path: `mailer/${UNKNOWN_CODE}/resend` }),
  post('mailer/[id]/try-now', adminGets(404), { path: `mailer/${UNKNOWN_CODE}/try-now` }),

  // Endpoints for visibility flags, the activity log and reports.
  get('visibility/[key]', anyone(200), { path: 'visibility/TIMER_TIME' }),
  get('activities', ADMIN),
  get('activities', ADMIN, { path: 'activities/?entity=guests&entityId=1&limit=2' }),
  get('reports/arrivals', ADMIN),
  get('reports/arrivals/export', ADMIN),
  get('reports/nights', ADMIN),
  get('reports/today', ADMIN),
  // Endpoints for users and exports.
  get('users', ADMIN, { path: 'users/?search=a&ordering=-email' }),
  get('users/counts', ADMIN),
  get('users/export', ADMIN),
  get('tags/export', ADMIN),
  get('contact/export', ADMIN),
  post('users', adminGets(201), {
    body: { name: 'Ana Anić', email: 'ana@primjer.hr', privilege: 3 },
  }),
  get('users/[id]', ADMIN, { path: 'users/1' }),
  missing('PUT', 'users', { body: { privilege: 2 } }),
  missing('DELETE', 'users'),
  // Endpoints for tags. Tag 1 is Brucoši, which cannot be deleted.
  get('tags/[id]', gateGets(200), { path: 'tags/1' }),
  post('tags', adminGets(201), { body: { name: 'Press' } }),
  put('tags/[id]', ADMIN, { path: 'tags/1', body: { count: 9, bought: 9, entered: 9 } }),
  remove('tags/[id]', adminGets(409), { path: 'tags/1' }),
  // Endpoints for gates, gate devices and drills.
  get('gates', ADMIN),
  get('gates/board', ADMIN),
  post('gates', adminGets(201), { body: { name: 'Jug' } }),
  get('gates/[id]', ADMIN, { path: 'gates/1' }),
  put('gates/[id]', ADMIN, { path: 'gates/1', body: { unknownPolicy: 'stop' } }),
  remove('gates/[id]', adminGets(404), { path: 'gates/999999' }),
  post('gates/[id]/pairings', adminGets(400), {
    path: 'gates/1/pairings',
    body: { until: '2025-01-01T00:00:00Z' },
  }),
  remove('gates/devices/[id]', adminGets(404), { path: `gates/devices/${UNKNOWN_CODE}` }),
  put('gates/doubles/[first]/[second]', adminGets(404), {
    path: `gates/doubles/${UNKNOWN_CODE}/${UNKNOWN_CODE}`,
    body: { settled: 'same_guest' },
  }),
  put('gates/objections/[passage]', adminGets(404), {
    path: `gates/objections/${UNKNOWN_CODE}`,
    body: { settled: 'stays' },
  }),
  get('gates/drill', ADMIN),
  post('gates/drill', adminGets(201)),
  remove('gates/drill', adminGets(204)),
  // Endpoints for the settings of the edition.
  get('festival', ADMIN),
  put('festival', ADMIN, { body: { year: 2026, seen: { year: 2025 } } }),
  put('festival', adminGets(409), { body: { number: 43, seen: { number: 7 } } }),
  put('festival', adminGets(400), {
    body: { ticketShopUrl: '', ticketWidgetSrc: 'https://primjer.hr/dodatak.js' },
  }),
  // Endpoints for the event night.
  get('night', ADMIN),
  put('night', ADMIN, { body: { capacity: 1200 } }),
  put('night', adminGets(400), { body: { opensAt: '2026-11-21T20:00:00Z' } }),
  put('night', adminGets(409), { body: { capacity: null, seen: { capacity: 7 } } }),
  get('night/handover', ADMIN, { path: 'night/handover/?night=2026-11-20' }),
  get('night/stream', ADMIN),
  // Endpoints that all admin screens share, and the emergency lists.
  get('find', staffGets(200), { path: 'find/?q=ana' }),
  get('lists/stream', ADMIN),
  get('lists/[list]/columns', ADMIN, { path: 'lists/guest-list/columns' }),
  put('lists/[list]/columns', ADMIN, {
    path: 'lists/guest-list/columns',
    body: { columns: ['tag', 'phone'] },
  }),
  get('night/packs', ADMIN),
  post('night/packs', adminGets(409)),
  get('night/pack', adminGets(404)),
  put('night/packs/password', adminGets(400), { body: { password: 'kratka' } }),
  // Endpoints for the artwork slots of the public pages.
  get('artwork', ADMIN),
  put('artwork/[place]', adminGets(400), { path: 'artwork/poster', form: { image: PICTURE } }),
  put('artwork/[place]', adminGets(400), {
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
  }),
  remove('artwork/[place]', adminGets(404), { path: 'artwork/poster' }),
  get('artwork/[place]/document', anyone(404), { path: 'artwork/poster/document' }),
  // Endpoints for site texts and band contacts.
  get('translations/[id]', anyone(404), { path: 'translations/999999' }),
  post('translations', adminGets(201), { body: { key: 'proba.title1', value: 'Proba' } }),
  missing('PUT', 'translations', { body: { value: 'Proba' } }),
  missing('DELETE', 'translations'),
  get('contact', ADMIN),
  post('contact', adminGets(201), {
    body: { bandName: 'Proba', bookerName: 'Proba', bookerPhone: 'Proba' },
  }),
  missing('GET', 'contact'),
  missing('PUT', 'contact', { body: { bandName: 'Proba' } }),
  missing('DELETE', 'contact'),
  // Endpoints for the price list.
  get('cjenik', anyone(200), { path: 'cjenik/?ordering=order&search=PIVO&search_fields=tag' }),
  post('cjenik', adminGets(201), {
    body: { name: 'Sok', tag: 'SOK', order: '01', priceEUR: '2,50', volume: 0.33 },
  }),
  get('cjenik/[id]', anyone(404), { path: 'cjenik/999999' }),
  missing('PUT', 'cjenik', { body: { order: '02' } }),
  unknownPosition('cjenik'),
  missing('DELETE', 'cjenik'),
  // Endpoints for guests.
  get('guests', ADMIN, {
    path: 'guests/?tag=VIP&bought=1&entered=0&ordering=-boughtTicketTime&limit=5',
  }),
  get('guests', adminGets(200), { path: 'guests/?deleted=1&search=iva&ordering=-deletedTime' }),
  post('guests', adminGets(201), {
    body: { name: 'Iva', surname: 'Ivić', tag: 'Brucoši', jmbag: '', bought: '0', entered: '0' },
  }),
  post('guests', adminGets(409), {
    body: { name: 'Iva', surname: 'Ivić', tag: 'Brucoši', jmbag: '0036000001' },
  }),
  put('guests/[id]', ADMIN, {
    path: 'guests/1',
    body: { email: 'ana@primjer.hr', phone: '+385 91 234 567', seen: { email: '' } },
  }),
  put('guests/[id]', adminGets(409), {
    path: 'guests/1',
    body: { tag: 'VIP', seen: { tag: 'Drugi popis' } },
  }),
  missing('DELETE', 'guests'),
  post('guests/[id]/restore', ADMIN, { path: 'guests/1/restore' }),
  post('guests/[id]/restore', adminGets(404), { path: 'guests/999999/restore?tag=VIP' }),
  get('guests/[id]/history', ADMIN, { path: 'guests/1/history' }),
  // Endpoints for bulk jobs.
  get('guests/bulk', ADMIN),
  post('guests/bulk', adminGets(202), {
    path: 'guests/bulk/?preview=1',
    body: { selection: { filter: { search: 'ana' } }, action: { kind: 'list', tag: 'VIP' } },
  }),
  post('guests/bulk', adminGets(202), {
    body: { selection: { ids: [1] }, action: { kind: 'lift' } },
  }),
  get('guests/bulk/[id]', adminGets(404), { path: `guests/bulk/${UNKNOWN_CODE}` }),
  post('guests/bulk/[id]/stop', adminGets(404), { path: `guests/bulk/${UNKNOWN_CODE}/stop` }),
  post('guests/bulk/[id]/undo', adminGets(404), { path: `guests/bulk/${UNKNOWN_CODE}/undo` }),
  post('guests/bulk/export', ADMIN, { body: { selection: { ids: [1] } } }),
  post('guests/bulk-import', ADMIN, {
    path: 'guests/bulk-import/?preview=1',
    body: [
      { name: 'Iva', surname: 'Ivić', jmbag: '0036000001' },
      { name: 'Ana', entered: 'da' },
    ],
  }),
  post('guests/bulk-import', ADMIN, {
    body: [{ name: 'Iva', surname: 'Ivić', tag: 'VIP', bought: '1' }],
  }),
  post('users/bulk-import', ADMIN, {
    body: [{ name: '', email: 'uvezena@brucosijada.example', privilege: 2 }],
  }),
  // Endpoints for mails.
  post('mailer', adminGets(202), {
    body: {
      template: 'message',
      subject: 'Vrata u 20 h',
      message: 'Vidimo se.',
      name: 'Iva',
      to_mail: 'iva@primjer.hr',
      link: 'https://primjer.hr',
    },
  }),
  post('mailer/send_mail', adminGets(400), {
    body: { emails: [{ template: 'ticket-confirmation', confCode: UNKNOWN_CODE }] },
  }),
  post('mailer/send-range', adminGets(202), { body: { start: 1, end: 5 } }),
  post('mailer/resend-failed', adminGets(202)),
  // Endpoints for the line-up.
  get('lineup', ADMIN),
  get('lineup', ADMIN, { path: 'lineup/?ordering=order&search=1&search_fields=visible' }),
  post('lineup', adminGets(201), {
    form: { name: 'Bura', biography: '', visible: '1', image: PICTURE },
  }),
  missing('GET', 'lineup'),
  missing('PUT', 'lineup', { form: { visible: '0' } }),
  unknownPosition('lineup'),
  missing('DELETE', 'lineup'),
  // Endpoints for the programme and stages. Visitors may not see the schedule yet.
  get('programme', anyone(200)),
  post('programme', adminGets(400), {
    body: {
      stageId: 999_999,
      title: 'Otvaranje vrata',
      startsAt: '2026-11-21T19:00:00Z',
      endsAt: '2026-11-21T20:00:00Z',
    },
  }),
  get('programme/[id]', anyone(404), { path: 'programme/999999' }),
  missing('PUT', 'programme', { body: { title: 'Proba' } }),
  missing('DELETE', 'programme'),
  get('programme/calendar.ics', [404, 404, 200, 404, 404, 404]),
  get('programme/[id]/calendar.ics', anyone(404), { path: 'programme/999999/calendar.ics' }),
  post('programme/import', ADMIN, {
    path: 'programme/import/?preview=1',
    form: {
      file: new Blob(['Pozornica;Naziv;Od;Do\nProba;Otvaranje;21.11.2026. 20:00;21:00\nProba;;x;']),
    },
  }),
  get('programme/import-template', ADMIN),
  get('stages', ADMIN),
  post('stages', adminGets(201), { body: { name: 'Proba' } }),
  missing('GET', 'stages'),
  missing('PUT', 'stages', { body: { name: 'Proba' } }),
  missing('DELETE', 'stages'),
  unknownPosition('stages'),
  // Endpoints for sponsors and their lists.
  get('sponsors', ADMIN),
  get('sponsors', ADMIN, { path: `sponsors/?search=${UNKNOWN_CODE}&search_fields=slug` }),
  get('sponsors/counts', ADMIN),
  post('sponsors', adminGets(201), {
    form: {
      name: 'Bura',
      url: 'https://bura.example',
      email: 'a@bura.example, b@bura.example',
      guestCap: '3',
      visible: '1',
      guestsEnabled: '1',
      image: PICTURE,
    },
  }),
  missing('GET', 'sponsors'),
  missing('PUT', 'sponsors', { form: { guestsEnabled: '0' } }),
  missing('PUT', 'sponsors', { body: { guestsEnabled: 0 } }),
  post('sponsors/[id]/replace-link', adminGets(404), { path: 'sponsors/999999/replace-link' }),
  unknownPosition('sponsors'),
  missing('DELETE', 'sponsors'),
  get('sponsors/public', anyone(404), { path: `sponsors/public/?slug=${UNKNOWN_CODE}` }),
  get('sponsors/public/guests', anyone(404), {
    path: `sponsors/public/guests/?slug=${UNKNOWN_CODE}`,
  }),
  post('sponsors/public/guests', anyone(404), { body: { slug: UNKNOWN_CODE, name: 'Ana Anić' } }),
  remove('sponsors/public/guests', anyone(404), {
    path: `sponsors/public/guests/?slug=${UNKNOWN_CODE}&id=1`,
  }),
  // Endpoints for tickets: a lost ticket, and the calendar entry.
  post('karta', anyone(200), { body: { who: '0036512345' } }),
  get('karta/calendar.ics', anyone(404)),
  // Endpoints for the game and its leaderboard.
  get('gameLeaderboard', anyone(200)),
  post('gameLeaderboard/start', anyone(201)),
  get('game/[file]', anyone(404), { path: 'game/index.html' }),
  get('gameLeaderboard', anyone(200), {
    path: 'gameLeaderboard/?verified=0&search=meda&ordering=-score',
  }),
  post('gameLeaderboard', anyone(201), {
    body: { name: 'Meda', email: 'meda@primjer.hr', score: 100 },
  }),
  post('gameLeaderboard', anyone(400), {
    body: {
      name: 'Meda',
      email: 'meda@primjer.hr',
      score: 100,
      proof: { token: 'x', presses: [1] },
    },
  }),
  put('gameLeaderboard/[id]', adminGets(404), {
    path: 'gameLeaderboard/999999/',
    body: { name: 'Meda' },
  }),
  remove('gameLeaderboard/[id]', adminGets(404), { path: 'gameLeaderboard/999999/' }),
  // The report export, and writes whose expected values (`seen`) are outdated.
  get('reports/daily/export', ADMIN),
  put('tags/[id]', adminGets(409), {
    path: 'tags/1',
    body: { name: 'Novi', seen: { name: 'Netko drugi' } },
  }),
  put('visibility/[key]', adminGets(409), {
    path: 'visibility/TIMER_TIME',
    body: { visible: '', seen: { visible: '2020-01-01T00:00:00.000Z' } },
  }),
  post('mailer/send-range', adminGets(202), {
    path: 'mailer/send-range/?preview=1',
    body: { start: 1, end: 5 },
  }),
  post('mailer/resend-failed', adminGets(202), { path: 'mailer/resend-failed/?preview=1' }),
  // Endpoints for the guest list of the admin area.
  get('guests/counts', ADMIN, { path: 'guests/counts/?search=ana&search_fields=name,email' }),
  get('guests', ADMIN, { path: 'guests/?sponsor=1&limit=5' }),
  // Endpoints for imports and exports of spreadsheets.
  post('guests/import', ADMIN, {
    path: 'guests/import/?preview=1',
    form: { file: new Blob(['name;jmbag\nIva;0036000001\nAna;36']) },
  }),
  post('guests/import', ADMIN, {
    path: 'guests/import/?namesakes=skip',
    form: { file: new Blob(['surname,name,tag\nIvić,Iva,VIP']) },
  }),
  post('guests/import', ADMIN, {
    path: 'guests/import/?preview=1&existing=update',
    form: {
      file: new Blob(['Popis\nPrezime i ime;E-mail\nIvić Iva;iva@primjer.hr']),
      mapping:
        '{"sheets":[{"sheet":0,"headingRow":2}],"columns":[{"column":0,"field":"surnameName"},{"column":1,"field":"email"}]}',
    },
  }),
  post('guests/import', ADMIN, {
    path: 'guests/import/?preview=1',
    form: {
      file: new Blob(['name;jmbag\nIva;12\nAna;36\nIvo;']),
      corrections: '[{"row":2,"skip":true},{"row":3,"fields":{"jmbag":"0036000001"}}]',
    },
  }),
  post('guests/import-shape', ADMIN, {
    form: { file: new Blob(['Popis\nPrezime i ime;E-mail\nIvić Iva;iva@primjer.hr']) },
  }),
  post('guests/import', adminGets(400), { form: { file: new Blob(['ime,prezime\nIva,Ivić']) } }),
  post('users/import', ADMIN, {
    form: { file: new Blob(['email,privilege\niz-tablice@brucosijada.example,2']) },
  }),
  get('guests/import-template', ADMIN),
  get('users/import-template', ADMIN, { path: 'users/import-template/?format=csv' }),
  get('users/imports', ADMIN),
  post('users/imports/[id]/undo', adminGets(409), { path: 'users/imports/999999/undo' }),
  get('guests/export', ADMIN, { path: 'guests/export/?tag=VIP&bought=1&search=iva' }),
  // Endpoints for mail batches and for the mail provider.
  get('mailer/batches', ADMIN),
  put('mailer/batches/[id]', adminGets(404), {
    path: `mailer/batches/${UNKNOWN_CODE}`,
    body: { stopped: '1' },
  }),
  get('mailer/service', ADMIN),
  post('csp', anyone(204), { body: { 'csp-report': { 'blocked-uri': 'inline' } } }),
  post('mailer/webhook', anyone(404), { body: { type: 'email.sent' } }),
  // Endpoints for sponsor lists: invitations, reminders, bulk adding, passes.
  post('sponsors/invite', adminGets(202), {
    path: 'sponsors/invite/?preview=1',
    body: { to: 'unreached' },
  }),
  post('sponsors/invite', adminGets(202), { body: { sponsors: [999_999] } }),
  post('sponsors/remind', adminGets(202), { path: 'sponsors/remind/?preview=1' }),
  post('sponsors/remind', adminGets(202)),
  get('sponsors/counts/export', ADMIN),
  get('sponsors/[id]/guests', adminGets(404), { path: 'sponsors/999999/guests' }),
  get('sponsors/[id]/mails', adminGets(404), { path: 'sponsors/999999/mails' }),
  post('sponsors/public/guests/bulk', anyone(404), {
    body: { slug: UNKNOWN_CODE, guests: [{ name: 'Ana Anić', email: '', again: false }] },
  }),
  put('sponsors/public/guests', anyone(404), {
    body: { slug: UNKNOWN_CODE, id: 1, email: 'ana@primjer.hr' },
  }),
  post('sponsors/public/passes', anyone(404), { body: { slug: UNKNOWN_CODE, ids: [1] } }),
  post('sponsors/public/opened', anyone(404), { body: { slug: UNKNOWN_CODE } }),

  // Endpoints for gate devices. Most return 401 without the cookie of a gate device, whatever the
  // privilege.
  get('gate/me', anyone(401)),
  put('gate/me', anyone(401), { body: { gateId: 1 } }),
  remove('gate/me', anyone(401)),
  post('gate/scan', anyone(401), { body: { id: PASSAGE, code: UNKNOWN_CODE, direction: 'in' } }),
  post('gate/passages', anyone(401), { body: { sentAt: '2025-10-03T20:00:00Z', passages: [] } }),
  get('gate/roster', anyone(401), { path: 'gate/roster/?after=0' }),
  get('gate/changes', anyone(401), { path: 'gate/changes/?since=00000000.1.1' }),
  get('gate/stream', anyone(401), { path: 'gate/stream/?since=00000000.1.1' }),
  post('gate/join', anyone(404), { body: { code: 'x', name: 'Vrata 1' } }),
  post('gate/drill', anyone(401), {
    body: {
      drill: 1,
      sentAt: '2025-10-03T20:00:00Z',
      passages: [],
      facts: { scans: 0, slowest: 0, camera: 'on', isLasting: true },
    },
  }),
  post('gate/devices', gateGets(200), { body: {} }),

  get('webhooks', ADMIN),
  post('webhooks', adminGets(201), {
    body: {
      description: 'Proba',
      url: 'https://prijemnik.example/dojave',
      events: ['double.found'],
    },
  }),
  missing('GET', 'webhooks'),
  missing('PUT', 'webhooks', { body: { state: 'paused' } }),
  missing('DELETE', 'webhooks'),
  post('webhooks/[id]/secret', adminGets(404), { path: 'webhooks/999999/secret' }),
  post('webhooks/[id]/test', adminGets(404), { path: 'webhooks/999999/test' }),
  get('webhooks/deliveries', ADMIN),
  post('webhooks/deliveries/[id]/resend', adminGets(404), {
    path: `webhooks/deliveries/${PASSAGE}/resend`,
  }),

  // Endpoints for wallet passes: no wallet is configured in this test, so every request gets 404.
  get('wallet/apple/[code]', anyone(404), { path: `wallet/apple/${UNKNOWN_CODE}` }),
  get('wallet/google/[code]', anyone(404), { path: `wallet/google/${UNKNOWN_CODE}` }),
  get('wallet/v1/devices/[device]/registrations/[passType]', anyone(404), {
    path: 'wallet/v1/devices/x/registrations/pass.hr.example',
  }),
  post('wallet/v1/devices/[device]/registrations/[passType]/[serial]', anyone(404), {
    path: `wallet/v1/devices/x/registrations/pass.hr.example/${UNKNOWN_CODE}`,
    body: { pushToken: 'f00' },
  }),
  remove('wallet/v1/devices/[device]/registrations/[passType]/[serial]', anyone(404), {
    path: `wallet/v1/devices/x/registrations/pass.hr.example/${UNKNOWN_CODE}`,
  }),
  post('wallet/v1/log', anyone(404), { body: { logs: ['x'] } }),
  get('wallet/v1/passes/[passType]/[serial]', anyone(404), {
    path: `wallet/v1/passes/pass.hr.example/${UNKNOWN_CODE}`,
  }),
]
