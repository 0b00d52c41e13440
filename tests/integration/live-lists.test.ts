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

/** Opens the event stream of changed lists. `messages` returns the lists of each message so far. */
async function openStream(headers: Record<string, string>) {
  const response = await call(searchEndpoints['lists/stream'].GET, 'GET', { headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
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
    messages: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '')),
    text: () => text,
    isOver: () => isOver,
    close: () => reader.cancel(),
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

const WAIT = { timeout: 30_000 }

it('the stream names the lists that a write has changed, but not their content', async () => {
  const headers = await signedIn(1)
  const stream = await openStream(headers)
  const contact = { bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' }
  expect((await addContact(headers, contact)).status).toBe(201)
  await vi.waitFor(() => expect(stream.messages()).toEqual([['band-contacts', 'activities']]), WAIT)
  expect(stream.text()).not.toMatch(/Bura|Iva/)
  const later = await openStream(headers)
  await vi.waitFor(() => expect(later.messages()).toEqual([['band-contacts', 'activities']]), WAIT)
  await stream.close()
  await later.close()
})

it('the stream reports many writes once, and neither refused writes nor reads', async () => {
  const headers = await signedIn(1)
  const stream = await openStream(headers)
  notifyListsChanged(['mails'])
  await vi.waitFor(() => expect(stream.messages().flat()).toContain('mails'), WAIT)
  const before = stream.messages().length
  expect((await addContact(headers, {})).status).toBe(400)
  expect((await call(crudEntityEndpoints.contact.GET, 'GET', { headers })).status).toBe(200)
  for (let i = 0; i < 200; i++) notifyListsChanged(['users'])
  await vi.waitFor(() => expect(stream.messages().slice(before)).toEqual([['users']]), WAIT)
  await stream.close()
})

it('the stream names all lists as changed after the LISTEN connection is lost', async () => {
  const stream = await openStream(await signedIn(1))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`
  const expectAll = () => expect(stream.messages().some((lists) => lists.length > 15)).toBe(true)
  await vi.waitFor(expectAll, WAIT)
  await stream.close()
})

it('the stream ends when the instance shuts down', async () => {
  const stream = await openStream(await signedIn(1))
  lifecycle.isShuttingDown = true
  await vi.waitFor(() => expect(stream.isOver()).toBe(true), WAIT)
})

it('the stream of a demoted or deleted user ends at the next change, and does not report it', async () => {
  const users = await sql`insert into users (email, privilege)
    values ('bivsi1@primjer.hr', 1), ('bivsi2@primjer.hr', 1) returning id`
  const [demoted, removed] = await Promise.all(
    users.map(async ({ id }) => openStream(await signedIn(1, id))),
  )
  // Both streams first receive an earlier change.
  notifyListsChanged(['mails'])
  const lastMessages = () => [demoted?.messages().at(-1), removed?.messages().at(-1)]
  await vi.waitFor(() => expect(lastMessages()).toEqual([['mails'], ['mails']]), WAIT)
  await sql`update users set privilege = 3 where id = ${users[0]?.id}`
  await sql`delete from users where id = ${users[1]?.id}`
  notifyListsChanged(['gates'])
  // The stream ends earlier than its check of the permission, which runs every 15 s.
  await vi.waitFor(() => expect([demoted?.isOver(), removed?.isOver()]).toEqual([true, true]), {
    timeout: 10_000,
  })
  expect(demoted?.text()).toContain('"code":"forbidden"')
  expect(removed?.text()).toContain('"code":"not_signed_in"')
  for (const stream of [demoted, removed]) expect(stream?.text()).not.toContain('data: ["gates"]')
})

it('the stream is refused to users who are not admins', async () => {
  for (const [privilege, status] of [
    [0, 403],
    [2, 403],
    [3, 403],
    [4, 403],
  ] as const) {
    const headers = await signedIn(privilege)
    const response = await call(searchEndpoints['lists/stream'].GET, 'GET', { headers })
    expect(response.status).toBe(status)
  }
})
