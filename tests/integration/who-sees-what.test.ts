import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { readLogPosition } from '@/db/queries/roster'
import { randomUuidV1 } from '@/db/uuid'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { cursorOf } from '@/lib/gate/roster'
import { flushGuestViews, listReads } from '@/lib/guests/access-log'
import { guestEndpoints } from '@/lib/guests/endpoints'
import { searchEndpoints } from '@/lib/search/endpoints'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { call, registerStaffPhone, signedIn } from '../support/gate'
import { makeSponsor } from '../support/programme'

const sql = getSql()

/** Values of a test guest that occur nowhere else. */
const SECRETS = {
  name: 'Zvjezdana',
  surname: 'Tajnović',
  jmbag: '0036519283',
  email: 'skrivena.adresa@primjer.hr',
  phone: '+385 91 555 1928',
  note: 'Dolazi s kolicima',
  confCode: randomUuidV1(),
}
type Field = keyof typeof SECRETS | 'key'

let fresher = { id: 0, name: SECRETS.surname, find: SECRETS.jmbag }
let sponsored = { id: 0, name: 'Prikrivena', find: SECRETS.jmbag }
let sponsor = { slug: '', tag: '' }

beforeAll(async () => {
  for (const privilege of [0, 1, 2, 3, 4]) await staff(privilege)
  await empty(sql, 'guests', 'sponsors')
  const { name, surname, jmbag, email, confCode: conf_code } = SECRETS
  const { id } = await makeGuest({
    name,
    surname,
    jmbag,
    email,
    conf_code,
    bought_at: new Date().toISOString(),
  })
  await sql`update guests set phone = ${SECRETS.phone}, note = ${SECRETS.note} where id = ${id}`
  fresher = { ...fresher, id }
  const { id: sponsorId, slug } = await makeSponsor({ name: 'Zec d.o.o.' })
  const [row] = await sql`
    insert into guests (name, surname, list_id)
    select 'Mara', 'Prikrivena', id from guest_lists where sponsor_id = ${sponsorId} returning id`
  sponsored = { ...sponsored, id: row?.id }
  sponsor = { slug, tag: `${slug} Zec d.o.o.` }
})

type Headers = Record<string, string>
type Handler = Parameters<typeof call>[0]

const textOf = async (response: Response) => ({
  status: response.status,
  text: await response.text(),
})
const get = async (handler: Handler, headers: Headers, query = '', params = {}) =>
  textOf(await call(handler, 'GET', { headers, query, params }))
const list = (headers: Headers, query: Record<string, string>) =>
  get(guestEndpoints.guests.GET, headers, `?${new URLSearchParams(query)}`)
const searchAtDesk = (headers: Headers, jmbag: string) =>
  get(guestEndpoints['guests/search-brucosi'].GET, headers, `?jmbag=${jmbag}`)
const find = (headers: Headers, q: string) =>
  get(searchEndpoints.find.GET, headers, `?${new URLSearchParams({ q })}`)
const open = (headers: Headers, id: number) =>
  get(guestEndpoints['guests/[id]'].GET, headers, '', { id: String(id) })
const put = async (headers: Headers, id: number, body: object) =>
  textOf(
    await call(guestEndpoints['guests/[id]'].PUT, 'PUT', {
      headers,
      body,
      params: { id: String(id) },
    }),
  )

/** Returns the responses of all endpoints that show guests, each requested for one guest. */
async function readAll(headers: Headers, guest: typeof fresher): Promise<string> {
  const responses = [
    await list(headers, { search: guest.name, search_fields: 'name,surname' }),
    await list(headers, { search: guest.name, search_fields: 'surname', total: '1' }),
    await searchAtDesk(headers, guest.find.slice(3)),
    await searchAtDesk(headers, guest.find),
    await find(headers, guest.name),
    await find(headers, guest.find),
    await get(guestEndpoints['guests/lists'].GET, headers),
    await open(headers, guest.id),
  ]
  return responses.map(({ status, text }) => (status === 200 ? text : '')).join('\n')
}

/** Whether any search for this text in this field finds the guest. */
async function canFind(headers: Headers, field: Field, search: string): Promise<boolean> {
  const id = field === 'key' ? sponsored.id : fresher.id
  const searchField = field === 'key' ? 'tag' : field
  const responses = [
    await list(headers, { search, search_fields: searchField }),
    await list(headers, { search, search_fields: searchField, total: '0', limit: '5' }),
    // Together with a field that matches no guest.
    await list(headers, { search, search_fields: `surname,${searchField}` }),
    ...(field === 'jmbag' ? [await searchAtDesk(headers, search)] : []),
    await find(headers, search),
  ]
  return responses.some(
    ({ status, text }) => status === 200 && new RegExp(`"id":${id}\\b`).test(text),
  )
}

/**
 * Returns the fields whose conflict response shows the secret value. Each request changes one
 * field, with wrong expected values for all fields.
 */
async function conflicts(headers: Headers, field: Field): Promise<string[]> {
  const guest = field === 'key' ? sponsored : fresher
  const secret = field === 'key' ? sponsor.slug : SECRETS[field]
  const texts = { name: 'A', surname: 'B', jmbag: '0000000001', email: 'a@b.hr', phone: '091' }
  const all = { ...texts, note: 'x', tag: 'VIP', bought: '0', entered: '1' }
  const seen = Object.fromEntries(Object.keys(all).map((name) => [name, 'izmišljeno']))
  const shownFields: string[] = []
  for (const [name, value] of Object.entries(all)) {
    const response = await put(headers, guest.id, { [name]: value, seen })
    expect(response.status, `${name}: ${response.text}`).toBeGreaterThanOrEqual(400)
    if (response.text.includes(secret)) shownFields.push(name)
  }
  const codeResponse = await put(headers, guest.id, { name: 'A', seen: { confCode: 'izmišljeno' } })
  expect(codeResponse.status).toBeGreaterThanOrEqual(400)
  if (codeResponse.text.includes(secret)) shownFields.push('confCode')
  return shownFields
}

let changes = 0

/** Returns the first message that the stream of a gate phone sends after a guest has changed. */
async function readStream(privilege: number): Promise<string> {
  const { headers } = await registerStaffPhone(privilege)
  const cursor = cursorOf(await readLogPosition(getDb()))
  await sql`update guests set note = ${`${SECRETS.note} ${++changes}`} where id = ${fresher.id}`
  const query = `?since=${cursor}`
  const response = await call(gateEndpoints['gate/stream'].GET, 'GET', { headers, query })
  expect(response.status).toBe(200)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  for (let isOver = false; !isOver && !text.includes('data: '); ) {
    const { value, done } = await reader.read()
    isOver = done
    text += new TextDecoder().decode(value)
  }
  await reader.cancel()
  expect(text).toContain(SECRETS.surname)
  return text
}

/** Tries every kind of access to a field with one privilege. Returns the kinds that succeed. */
async function listAccess(privilege: number, field: Field): Promise<string> {
  const headers = await signedIn(privilege)
  const secret = field === 'key' ? sponsor.slug : SECRETS[field]
  const guest = field === 'key' ? sponsored : fresher
  const whole = field === 'key' ? sponsor.tag : secret
  const part = field === 'confCode' ? secret.slice(0, 13) : secret.slice(2, 7)
  const found: string[] = []
  if ((await readAll(headers, guest)).includes(secret)) found.push('read')
  if (await canFind(headers, field, part)) found.push('part')
  else if (await canFind(headers, field, whole)) found.push('whole')
  const ordering = field === 'key' ? 'tag' : field
  const query = { search: guest.name, search_fields: 'surname' }
  for (const by of [ordering, `-${ordering}`])
    if (
      (await list(headers, { ...query, ordering: by })).status === 200 &&
      !found.includes('order')
    )
      found.push('order')
  const conflictFields = await conflicts(headers, field)
  expect(conflictFields.filter((name) => name !== (field === 'key' ? 'tag' : field))).toEqual([])
  if (conflictFields.length > 0) found.push('conflict')
  if ([1, 2, 4].includes(privilege) && (await readStream(privilege)).includes(secret))
    found.push('stream')
  if ((await get(guestEndpoints['guests/export'].GET, headers)).status === 200) found.push('export')
  return found.join(' ')
}

const FIELDS: Field[] = ['name', 'surname', 'jmbag', 'email', 'phone', 'note', 'confCode', 'key']

/**
 * Kinds of access that each privilege has to a guest’s fields. `read`: a response shows the field.
 * `part`, `whole`: a search finds the guest by part of the value, or only by the whole value.
 * `order`: a list can be ordered by the field. `conflict`: the conflict response of this field
 * shows it. `stream`: the stream of a gate phone contains it. `export`: a spreadsheet contains it.
 * `key` is the slug of a sponsor, which opens the sponsor list; the gate orders tags by name.
 */
const ACCESS: Record<string, { privilege: number; access: Record<Field, string> }> = {
  'a user without privileges': {
    privilege: 0,
    access: {
      name: '',
      surname: '',
      jmbag: '',
      email: '',
      phone: '',
      note: '',
      confCode: '',
      key: '',
    },
  },
  gate: {
    privilege: 2,
    access: {
      name: 'read part order stream',
      surname: 'read part order stream',
      jmbag: 'whole',
      email: '',
      phone: '',
      note: 'read stream',
      confCode: 'whole',
      key: 'order',
    },
  },
  desk: {
    privilege: 3,
    access: {
      name: 'read conflict',
      surname: 'read conflict',
      jmbag: 'read part',
      email: 'read conflict',
      phone: '',
      note: 'read',
      confCode: 'read',
      key: '',
    },
  },
  'desk and gate': {
    privilege: 4,
    access: {
      name: 'read part order conflict stream',
      surname: 'read part order conflict stream',
      jmbag: 'read part',
      email: 'read conflict',
      phone: '',
      note: 'read stream',
      confCode: 'read whole',
      key: 'order',
    },
  },
  admin: {
    privilege: 1,
    access: {
      name: 'read part order conflict stream export',
      surname: 'read part order conflict stream export',
      jmbag: 'read part order conflict export',
      email: 'read part conflict export',
      phone: 'read conflict export',
      note: 'read conflict stream export',
      confCode: 'read whole export',
      key: 'read whole order conflict export',
    },
  },
}

describe('access to the fields of a guest', () => {
  // Rules 4.13 and 4.24: a hidden field can be neither searched nor ordered by, and a conflict
  // shows only the fields that the caller changes.
  it.each(Object.entries(ACCESS))(
    'for %s is exactly what the privilege allows, in responses, search, stream and export',
    async (_, row) => {
      const found: Partial<Record<Field, string>> = {}
      for (const field of FIELDS) found[field] = await listAccess(row.privilege, field)
      expect(found).toEqual(row.access)
    },
    60_000,
  )
})

/** Creates a user to whom no guest has been shown. */
async function newUser(privilege: number): Promise<number> {
  const email = `${crypto.randomUUID()}@primjer.hr`
  const [user] = await sql`
    insert into users (name, email, privilege) values ('Nova', ${email}, ${privilege}) returning id`
  return user?.id
}

describe('opening a guest by id', () => {
  // Rule 4.15: desk and gate open a guest by number only after a search has shown the guest.
  it.each([2, 3, 4])(
    'with privilege %i is allowed only after a search has shown the guest to this user',
    async (privilege) => {
      const signIn = async () => signedIn(privilege, await newUser(privilege))
      const [headers, otherHeaders] = [await signIn(), await signIn()]
      const change = privilege === 2 ? { entered: '1' } : { name: SECRETS.name }
      const params = { id: String(fresher.id) }
      const requests: ((caller: Headers) => Promise<{ status: number; text: string }>)[] = [
        (caller) => open(caller, fresher.id),
        (caller) => put(caller, fresher.id, change),
        ...(privilege === 2
          ? []
          : (['show-ticket', 'resend-ticket'] as const).map((action) => async (caller: Headers) => {
              const { POST } = guestEndpoints[`guests/[id]/${action}`]
              return textOf(await call(POST, 'POST', { headers: caller, params, body: {} }))
            })),
        ...(privilege === 2
          ? []
          : [(caller: Headers) => get(guestEndpoints['cash/guests/[id]'].GET, caller, '', params)]),
      ]
      for (const send of requests) {
        const { status, text } = await send(headers)
        expect([status, JSON.parse(text).code]).toEqual([403, 'not_shown'])
      }
      // A number that no guest has gets the same response.
      expect((await open(headers, 2_000_000_000)).text).toContain('not_shown')
      if (privilege === 2)
        await list(headers, { search: SECRETS.surname, search_fields: 'surname' })
      else await searchAtDesk(headers, SECRETS.jmbag)
      for (const send of requests) expect((await send(headers)).status).toBe(200)
      expect((await open(otherHeaders, fresher.id)).status).toBe(403)
      await sql`delete from mails`
    },
  )

  it('is allowed after a new sign-in if the user saw the guest in the last twelve hours', async () => {
    const id = await newUser(3)
    const before = await signedIn(3, id)
    await searchAtDesk(before, SECRETS.jmbag)
    await sql`update auth_sessions set ended_at = now() where user_id = ${id}`
    const renewed = await signedIn(3, id)
    expect((await open(renewed, fresher.id)).status).toBe(200)
    const another = await signedIn(3, await newUser(3))
    expect((await open(another, fresher.id)).status).toBe(403)
    await sql`update auth_sessions set last_used_at = now() - interval '13 hours'
      where user_id = ${id} and ended_at is not null`
    expect((await open(renewed, fresher.id)).status).toBe(403)
  })

  it('is allowed after a scan has shown the guest, and the scan does not count as a read', async () => {
    const headers = await signedIn(2, await newUser(2))
    await flushGuestViews()
    await sql`delete from guest_reads`
    const body = { confCode: SECRETS.confCode }
    const { POST } = guestEndpoints['guests/check-in']
    await call(POST, 'POST', { headers, body })
    await flushGuestViews()
    expect(await sql`select from guest_reads`).toHaveLength(0)
    expect((await put(headers, fresher.id, { entered: '0' })).status).toBe(200)
  })

  it('needs a search first, which succeeds even if the shown guests cannot be stored', async () => {
    const headers = await signedIn(3)
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await sql`alter table shown_guests add constraint broken check (guest_id < 0) not valid`
    try {
      expect((await searchAtDesk(headers, SECRETS.jmbag)).status).toBe(200)
      expect(String(written.mock.calls.flat())).toContain('storing the shown guests failed')
    } finally {
      await sql`alter table shown_guests drop constraint broken`
      written.mockRestore()
    }
  })

  it('is always allowed for an admin', async () => {
    expect((await open(await signedIn(1), sponsored.id)).status).toBe(200)
  })

  // Rule 4.16: every guest shown to staff counts as read.
  it('counts as a read, as do a search, a save with or without changes, and a conflict', async () => {
    const { id: userId } = await staff(4)
    const headers = await signedIn(4)
    await flushGuestViews()
    await sql`delete from guest_reads`
    await list(headers, { search: SECRETS.surname, search_fields: 'surname' })
    await open(headers, fresher.id)
    const same = { name: SECRETS.name }
    expect((await put(headers, fresher.id, same)).text).toContain('"changed":false')
    const seen = { name: 'izmišljeno' }
    expect((await put(headers, fresher.id, { name: 'A', seen })).status).toBe(409)
    expect((await put(headers, fresher.id, { ...same, surname: SECRETS.surname })).status).toBe(200)
    expect(await listReads()).toEqual([{ userId, guests: 5, isUnusual: false }])
  })
})

describe('the guest list at the gate', () => {
  it('is ordered by the names of sponsors, not by the slugs of their lists', async () => {
    // The slugs are in the opposite order of the names.
    for (const [name, slug] of [
      ['Alfa', 'ffffffff-0000-1000-8000-000000000001'],
      ['Omega', '00000000-0000-1000-8000-000000000002'],
    ] as const) {
      const { id } = await makeSponsor({ name })
      await sql`update sponsors set slug = ${slug} where id = ${id}`
      await sql`insert into guests (name, surname, list_id)
        select 'Rina', ${name}, id from guest_lists where sponsor_id = ${id}`
    }
    const query = { search: 'rina', search_fields: 'name', ordering: 'tag' }
    const order = async (privilege: number) =>
      JSON.parse((await list(await signedIn(privilege), query)).text).map(
        ({ surname }: { surname: string }) => surname,
      )
    expect(await order(2)).toEqual(['Alfa', 'Omega'])
    expect(await order(1)).toEqual(['Omega', 'Alfa'])
  })

  it('neither finds nor counts a guest by part of a JMBAG, also together with other fields', async () => {
    const headers = await signedIn(2)
    for (const search_fields of [
      'surname,jmbag',
      'name,surname,jmbag',
      'jmbag,confCode',
      'tag,jmbag',
    ])
      for (const search of ['003', SECRETS.jmbag.slice(0, 9), `${SECRETS.name} ${SECRETS.jmbag}`]) {
        const params = { headers, query: `?${new URLSearchParams({ search, search_fields })}` }
        const response = await call(guestEndpoints.guests.GET, 'GET', params)
        expect(await response.text()).not.toContain(SECRETS.surname)
        expect(response.headers.get('x-total-count') ?? '0').toBe('0')
      }
  })
})
