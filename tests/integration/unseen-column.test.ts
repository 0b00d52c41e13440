import { setTimeout as sleep } from 'node:timers/promises'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { type PgTable, pgTable, text } from 'drizzle-orm/pg-core'
import { beforeAll, expect, it } from 'vitest'
import { inner } from '@/db/catalogue/facts'
import { TABLES, type TableName } from '@/db/catalogue/tables'
import * as schema from '@/db/schema'

// Adds a column that no viewer may see to every table, before any query is built from the schema.
const UNSEEN = 'Neviđeno-4417'
const dbTables: Record<TableName, PgTable> = schema
const tableNames = Object.keys(TABLES) as TableName[]

for (const name of tableNames) {
  const { unseen } = pgTable(getTableName(dbTables[name]), { unseen: text() })
  Object.assign(getTableColumns(dbTables[name]), { unseen })
  Object.assign(dbTables[name], { unseen })
  Object.assign(TABLES[name].columns, { unseen: inner('Neviđeno') })
}

const { getSql } = await import('@/db/pool')
const { randomUuidV1 } = await import('@/db/uuid')
const { endpoints } = await import('@/lib/endpoints')
const { newPassageId } = await import('@/lib/admission/rules')
const { setEmergencyPassword } = await import('@/lib/night/emergency-list/emergency-list')
const { API_CALLS } = await import('../support/api-table')
const { openEmergencyList } = await import('../support/emergency-list')
const { makeGuest, makeSignup, showToStaff, staff } = await import('../support/factories')
const { call, signedIn, registerStaffPhone } = await import('../support/gate')
const { unzip } = await import('../support/unzip')
const { makeSponsor } = await import('../support/programme')

const sql = getSql()
const CODE = randomUuidV1()
const JMBAG = '0036000001'
const PASSWORD = 'kiša u Zagrebu 2026'
let ids: Record<string, string | number> = {}

beforeAll(async () => {
  for (const name of tableNames)
    await sql.unsafe(
      `alter table "${getTableName(dbTables[name])}" add column unseen text default '${UNSEEN}'`,
    )
  for (const privilege of [0, 1, 2, 3, 4]) await staff(privilege)
  await sql`insert into webhook_receivers (description, url, events, secret)
    values ('Ana', 'https://primjer.hr/', array['ticket.sold', 'ticket.returned', 'guest.admitted'], 's')`
  const guest = await makeGuest({ name: 'Ana', surname: 'Anić', jmbag: JMBAG })
  const sold = { conf_code: CODE, bought_at: new Date().toISOString() }
  const holder = await makeGuest({ name: 'Ana', surname: 'Kartić', ...sold })
  await sql`update guests set ban_reason = 'Zabrana' where id = ${guest.id}`
  await makeSignup(JMBAG, 'Ana', 'Anić')
  const sponsor = await makeSponsor({ name: 'Ana d.o.o.' })
  const [mail] = await sql`insert into mails ${sql({
    template: 'text',
    to_mail: 'ana@primjer.hr',
    name: 'Ana',
    guest_id: holder.id,
    sponsor_id: sponsor.id,
  })} returning id`
  const [entry] = await sql`
    insert into leaderboard_entries (name, email, score) values ('Ana', 'ana@primjer.hr', 5) returning id`
  const [contact] = await sql`insert into band_contacts (band_name, booker_name, booker_phone)
    values ('Ana', 'Ana', '1') returning id`
  await sql`insert into price_items (name, category, "order", price_eur, volume_litres)
    values ('Ana', 'SOK', 1, 1, 1)`
  await sql`insert into translations (key, value) values ('ana.ana', 'Ana')`
  await sql`update visibility_flags set visible = true where visible is not null`
  await sql`update editions set opens_at = now() - interval '1 hour', closes_at = now() + interval '5 hours'`
  ids = {
    guest: guest.id,
    holder: holder.id,
    sponsor: sponsor.id,
    slug: sponsor.slug,
    mail: mail?.id,
    entry: entry?.id,
    contact: contact?.id,
  }
  await showToStaff()
})

/** Returns all text of a response: of a workbook its files, of a stream its first event. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const reader = response.body?.getReader()
    let text = ''
    // The stream may send an SSE comment before the first event.
    while (!text.includes('data:')) {
      const chunk = await Promise.race([reader?.read(), sleep(3000)])
      if (!chunk?.value) break
      text += Buffer.from(chunk.value).toString()
    }
    await reader?.cancel()
    return text
  }
  return unpack(Buffer.from(await response.arrayBuffer()))
}

/** Returns the text of an archive's files, also of archives inside it, and of other bytes as is. */
async function unpack(bytes: Buffer): Promise<string> {
  if (bytes.toString('latin1', 0, 2) !== 'PK') return bytes.toString()
  const texts = await Promise.all(Object.values(await unzip(bytes)).map(unpack))
  return texts.join('\n')
}

type Handler = Parameters<typeof call>[0]
type Handlers = Partial<Record<string, Handler>>
type Headers = Record<string, string>

/** Calls the handler of a route; `path` is the path below /api. */
async function request(
  method: string,
  route: string,
  path: string,
  headers: Headers,
  body?: unknown,
) {
  const handlers: Handlers | undefined = Object.entries(endpoints).find(
    ([name]) => name === route,
  )?.[1]
  const handler = handlers?.[method]
  if (!handler) throw new Error(`no ${method} ${route}`)
  const [pathname = '', query] = path.split('?')
  const parts = pathname.split('/')
  const params = Object.fromEntries(
    route
      .split('/')
      .flatMap((part, i) => (part.startsWith('[') ? [[part.slice(1, -1), parts[i] ?? '']] : [])),
  )
  const response = await call(handler, method, {
    headers,
    params,
    body,
    query: query === undefined ? '' : `?${query}`,
  })
  return { status: response.status, text: await textOf(response) }
}

/**
 * Routes that the test leaves out: a stream that sends nothing before a change, and files that only
 * a built instance has.
 */
const UNTESTED_ROUTES = ['lists/stream', 'game/[file]']

it('an undeclared column is in no response, export, stream, webhook or emergency list', async () => {
  const [admin, gate, desk] = await Promise.all([signedIn(1), signedIn(2), signedIn(3)])
  const anonymous: Headers = {}
  const phone = await registerStaffPhone(1)
  const phoneJson = { ...phone.headers, accept: 'application/json' }
  const { guest, holder, sponsor, slug, mail, contact, entry } = ids
  const apiReads = API_CALLS.filter(
    ({ method, route }) =>
      method === 'GET' && route in endpoints && !UNTESTED_ROUTES.includes(route),
  )
  const recordReads: [route: string, path: string][] = [
    ['guests/[id]', `guests/${guest}`],
    ['guests/[id]/history', `guests/${holder}/history`],
    ['guests/export', 'guests/export'],
    ['guests/search-brucosi', `guests/search-brucosi/?jmbag=${JMBAG}`],
    ['mailer/[id]', `mailer/${mail}`],
    ['contact/[id]', `contact/${contact}`],
    ['people', 'people/?search=anić'],
    ['sponsors/[id]', `sponsors/${sponsor}`],
    ['sponsors/[id]/guests', `sponsors/${sponsor}/guests`],
    ['sponsors/[id]/mails', `sponsors/${sponsor}/mails`],
    ['sponsors/public', `sponsors/public/?slug=${slug}`],
    ['sponsors/public/guests', `sponsors/public/guests/?slug=${slug}`],
    ['gate/me', 'gate/me'],
    ['gate/roster', 'gate/roster/?after=0'],
  ]
  const reads = [
    ...apiReads.map(({ route, path = route }) => [route, path] as [string, string]),
    ...recordReads,
  ]
  const leaks: string[] = []
  const succeeded = new Set<string>()
  const search = (source: string, text: string) => {
    const at = text.indexOf(UNSEEN)
    if (at !== -1) leaks.push(`${source}: …${text.slice(Math.max(0, at - 60), at + 20)}…`)
  }
  const read = async (route: string, path: string, headers: Headers) => {
    const { status, text } = await request('GET', route, path, headers)
    if (status < 300) succeeded.add(`GET ${route}`)
    search(`GET ${route}`, text)
    return text
  }
  const write = async (method: string, route: string, path: string, body: object, by = admin) => {
    const { status, text } = await request(method, route, path, by, body)
    if (status < 300) succeeded.add(`${method} ${route}`)
    if (status === 409) succeeded.add(`conflict ${route}`)
    search(`${method} ${route}`, text)
  }

  for (const [route, path] of reads)
    for (const headers of [admin, gate, desk, anonymous, phone.headers, phoneJson])
      await read(route, path, headers)
  const { cursor } = JSON.parse(await read('gate/roster', 'gate/roster/?after=0', phoneJson))

  for (const by of [admin, desk]) {
    await write('PUT', 'guests/[id]', `guests/${guest}`, { name: 'Eva', seen: { name: 'x' } }, by)
    await write('PUT', 'guests/[id]', `guests/${guest}`, { bought: '1', name: 'Ana' }, by)
    await write('PUT', 'guests/[id]', `guests/${guest}`, { bought: '0' }, by)
  }
  await write('PUT', 'contact/[id]', `contact/${contact}`, { notes: 'x' })
  await write('PUT', 'contact/[id]', `contact/${contact}`, { notes: 'y', seen: { notes: 'z' } })
  await write('POST', 'guests', 'guests', { name: 'Eva', surname: 'Ević', tag: 'VIP' })
  await write('POST', 'guests/bulk-import', 'guests/bulk-import', [{ name: 'I', surname: 'J' }])
  await write('POST', 'people/file', 'people/file/?format=json', {
    guests: [guest, holder],
    mails: [mail],
    bandContacts: [contact],
    leaderboard: [entry],
    sponsors: [sponsor],
    users: [1],
  })
  const scan = { id: newPassageId(), code: CODE, direction: 'in' }
  await write('POST', 'gate/scan', 'gate/scan', scan, phone.headers)
  for (const route of ['gate/changes', 'gate/stream'])
    await read(route, `${route}/?since=${cursor}`, phone.headers)
  await read('activities', 'activities', admin)

  const deliveries = await sql`select data::text as data from webhook_deliveries`
  expect(deliveries.length).toBeGreaterThan(0)
  for (const { data } of deliveries) search('webhook', data)

  const printer = await staff(1)
  await setEmergencyPassword({ password: PASSWORD }, printer)
  const { content } = await openEmergencyList(PASSWORD, printer)
  expect(content.guests).not.toEqual([])
  search('emergency list', JSON.stringify(content))

  expect(leaks).toEqual([])
  // A route that always failed has returned nothing, so each must have succeeded at least once.
  const forAdmins = apiReads.filter(({ statuses }) => statuses[2] === 200)
  const expected = [...forAdmins, ...recordReads.map(([route]) => ({ route }))].map(
    ({ route }) => `GET ${route}`,
  )
  expected.push('GET gate/changes', 'GET gate/stream', 'POST gate/scan', 'POST people/file')
  expected.push('POST guests', 'POST guests/bulk-import')
  expected.push(
    'PUT guests/[id]',
    'conflict guests/[id]',
    'PUT contact/[id]',
    'conflict contact/[id]',
  )
  expect([...new Set(expected)].filter((route) => !succeeded.has(route))).toEqual([])
})
