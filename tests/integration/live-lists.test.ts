import { afterEach, expect, it, vi } from 'vitest'
import { getSql } from '@/db/pool'
import { crudEntityEndpoints } from '@/lib/endpoints/crud'
import { lifecycle } from '@/lib/instance/state'
import { listenForLists, notifyListsChanged } from '@/lib/live/feed'
import { searchEndpoints } from '@/lib/search/endpoints'
import { staff } from '../support/factories'
import { call, signedIn } from '../support/gate'

const sql = getSql()
await staff(1)
await listenForLists()

afterEach(() => {
  lifecycle.isShuttingDown = false
})

/** Opens the event stream of changed lists. `heard` returns the lists of each message so far. */
async function listener(headers: Record<string, string>) {
  const answer = await call(searchEndpoints['lists/stream'].GET, 'GET', { headers })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  let isOver = false
  const follow = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      text += new TextDecoder().decode(value)
    }
    isOver = true
  }
  void follow()
  return {
    heard: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '')),
    text: () => text,
    isOver: () => isOver,
    leave: () => reader.cancel(),
  }
}

const addContact = (headers: Record<string, string>, body: object) =>
  crudEntityEndpoints.contact.POST(
    new Request('http://x/api/contact/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({}) },
  )

const QUICKLY = { timeout: 30_000 }

it('the stream names the lists that a write has changed, but not their content', async () => {
  const headers = await signedIn(1)
  const all = await listener(headers)
  const sent = { bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' }
  expect((await addContact(headers, sent)).status).toBe(201)
  await vi.waitFor(() => expect(all.heard()).toEqual([['band-contacts', 'activities']]), QUICKLY)
  expect(all.text()).not.toMatch(/Bura|Iva/)
  const late = await listener(headers)
  await vi.waitFor(() => expect(late.heard()).toEqual([['band-contacts', 'activities']]), QUICKLY)
  await all.leave()
  await late.leave()
})

it('the stream reports many writes once, and neither refused writes nor reads', async () => {
  const headers = await signedIn(1)
  const one = await listener(headers)
  notifyListsChanged(['mails'])
  await vi.waitFor(() => expect(one.heard().flat()).toContain('mails'), QUICKLY)
  const before = one.heard().length
  expect((await addContact(headers, {})).status).toBe(400)
  expect((await call(crudEntityEndpoints.contact.GET, 'GET', { headers })).status).toBe(200)
  for (let i = 0; i < 200; i++) notifyListsChanged(['users'])
  await vi.waitFor(() => expect(one.heard().slice(before)).toEqual([['users']]), QUICKLY)
  await one.leave()
})

it('the stream names all lists as changed after the LISTEN connection is lost', async () => {
  const one = await listener(await signedIn(1))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`
  const all = () => expect(one.heard().some((lists) => lists.length > 15)).toBe(true)
  await vi.waitFor(all, QUICKLY)
  await one.leave()
})

it('the stream ends when the instance shuts down', async () => {
  const one = await listener(await signedIn(1))
  lifecycle.isShuttingDown = true
  await vi.waitFor(() => expect(one.isOver()).toBe(true), QUICKLY)
})

it('the stream of a demoted or deleted user ends at the next change, and does not report it', async () => {
  const people = await sql`insert into users (email, privilege)
    values ('bivsi1@primjer.hr', 1), ('bivsi2@primjer.hr', 1) returning id`
  const [demoted, removed] = await Promise.all(
    people.map(async ({ id }) => listener(await signedIn(1, id))),
  )
  // Both streams first receive an earlier change.
  notifyListsChanged(['mails'])
  const last = () => [demoted?.heard().at(-1), removed?.heard().at(-1)]
  await vi.waitFor(() => expect(last()).toEqual([['mails'], ['mails']]), QUICKLY)
  await sql`update users set privilege = 3 where id = ${people[0]?.id}`
  await sql`delete from users where id = ${people[1]?.id}`
  notifyListsChanged(['gates'])
  // The stream ends earlier than its check of the permission, which runs every 15 s.
  await vi.waitFor(() => expect([demoted?.isOver(), removed?.isOver()]).toEqual([true, true]), {
    timeout: 10_000,
  })
  expect(demoted?.text()).toContain('"code":"forbidden"')
  expect(removed?.text()).toContain('"code":"not_signed_in"')
  for (const one of [demoted, removed]) expect(one?.text()).not.toContain('data: ["gates"]')
})

it('the stream is refused to users who are not admins', async () => {
  for (const [privilege, status] of [
    [0, 403],
    [2, 403],
    [3, 403],
    [4, 403],
  ] as const) {
    const headers = await signedIn(privilege)
    const answer = await call(searchEndpoints['lists/stream'].GET, 'GET', { headers })
    expect(answer.status).toBe(status)
  }
})
