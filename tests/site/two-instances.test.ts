// covers: lib/cache lib/jobs lib/server
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPassageId } from '@/lib/admission/rules'
import type { NightSnapshot } from '@/lib/night/board/board-schema'
import { newDatabase } from '../support/database'
import { demoCookie, type Instance, startInstance } from '../support/instance'

let first: Instance
let second: Instance
let sql: postgres.Sql

beforeAll(async () => {
  const database = await newDatabase()
  sql = postgres(database, { max: 1 })
  ;[first, second] = await Promise.all([startInstance(database), startInstance(database)])
})
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()])
  await sql?.end()
})

const put = async (instance: Instance, path: string, body: object) =>
  fetch(`${instance.url}/api/${path}/`, {
    method: 'PUT',
    headers: {
      cookie: await demoCookie(instance.url, 1),
      origin: instance.url,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })

const setLive = (instance: Instance, visible: 0 | 1) =>
  put(instance, 'visibility/COMINGSOON_VISIBILITY', { visible })

const status = async (instance: Instance) => (await fetch(`${instance.url}/brucosi`)).status

// Rule 1.9: a change by an admin is seen on every running instance.
it('a flag changed on one instance applies there at once, and on the other within a second', async () => {
  for (const visible of [1, 0, 1] as const) {
    const expected = visible ? 200 : 404
    expect((await setLive(first, visible)).status).toBe(200)
    const changedAt = performance.now()
    expect(await status(first)).toBe(expected)
    for (;;) {
      const requestedAt = performance.now()
      if ((await status(second)) === expected) break
      expect(requestedAt - changedAt).toBeLessThan(1000)
      await sleep(20)
    }
  }
})

it('an instance catches up on changes that it missed while its LISTEN connection was lost', async () => {
  await setLive(first, 1)
  await expect.poll(() => status(second), { timeout: 2000 }).toBe(200)
  // A flag that changes while no instance has a LISTEN connection is seen after the reconnect.
  await sql`update visibility_flags set visible = false where name = 'COMINGSOON_VISIBILITY'`
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`
  await expect.poll(() => status(second), { timeout: 15_000 }).toBe(404)
  await expect.poll(() => status(first), { timeout: 15_000 }).toBe(404)
})

it('the pages of both instances change at opening and closing time without a notification', {
  tags: ['full'],
}, async () => {
  await setLive(first, 1)
  for (const flag of ['ULAZNICA_VISIBILITY', 'SATNICA_VISIBILITY'])
    await put(first, `visibility/${flag}`, { visible: 1 })
  const [opens, closes] = [Date.now() + 15_000, Date.now() + 25_000]
  const times = { opensAt: new Date(opens).toISOString(), closesAt: new Date(closes).toISOString() }
  expect((await put(first, 'festival', times)).status).toBe(200)
  const page = async (instance: Instance, path: string) => {
    const html = await (await fetch(instance.url + path)).text()
    // Scripts are removed, because they already contain the words of later phases.
    return html.replace(/<script.*?<\/script>/gs, '')
  }
  const shownTexts = async (instance: Instance) => {
    const [home, form] = [await page(instance, '/'), await page(instance, '/brucosi')]
    const texts = ['Kupi kartu', 'Prijavi se', 'Sada', 'Svanulo je'].filter((text) =>
      home.includes(text),
    )
    return [...texts, ...(form.includes('JMBAG') ? ['form'] : [])]
  }
  const expectBoth = async (expected: string[], before: number) => {
    for (const instance of [first, second])
      await expect
        .poll(() => shownTexts(instance), { timeout: before - Date.now(), interval: 200 })
        .toEqual(expected)
  }
  await expectBoth(['Kupi kartu', 'Prijavi se', 'form'], opens)
  await expect.poll(() => Date.now(), { timeout: 20_000 }).toBeGreaterThan(opens)
  await expectBoth(['Sada', 'form'], opens + 5_000)
  await expect.poll(() => Date.now(), { timeout: 20_000 }).toBeGreaterThan(closes)
  await expectBoth(['Svanulo je'], closes + 5_000)
  expect(await page(first, '/brucosi')).toContain('noć prošla')
  expect((await put(first, 'festival', { opensAt: '', closesAt: '' })).status).toBe(200)
})

it('a scan on one instance appears on the night board of the other instance', async () => {
  const [guest] = await sql`
    insert into guests (name, list_id, conf_code, bought_at)
    select 'Ana', min(id), '00000000-0000-1000-8000-000000000001', now() from guest_lists returning conf_code as code`
  const board = await fetch(`${second.url}/api/night/stream/`, {
    headers: { cookie: await demoCookie(second.url, 1) },
  })
  const reader = (board.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  const inside = async (): Promise<number> => {
    for (;;) {
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      const last = events.findLast((event) => event.startsWith('data: '))
      if (last) return (JSON.parse(last.slice(6)) as NightSnapshot).inside
      text += new TextDecoder().decode((await reader.read()).value)
    }
  }
  expect(await inside()).toBe(0)
  const staff = { cookie: await demoCookie(first.url, 1), origin: first.url }
  const headers = { ...staff, 'content-type': 'application/json' }
  const joined = await fetch(`${first.url}/api/gate/devices/`, {
    method: 'POST',
    headers,
    body: '{}',
  })
  const [device] = (joined.headers.get('set-cookie') as string).split(';')
  const body = JSON.stringify({ id: newPassageId(), code: guest?.code, direction: 'in' })
  const scan = await fetch(`${first.url}/api/gate/scan/`, {
    method: 'POST',
    body,
    headers: { ...headers, cookie: device as string },
  })
  expect(await scan.json()).toMatchObject({ verdict: 'admitted' })
  while ((await inside()) === 0);
  await reader.cancel()
})

it('a user signed out on one instance is refused at once on the other, at the gate too', async () => {
  const cookie = await demoCookie(first.url, 4)
  const admin = { cookie: await demoCookie(first.url, 1), origin: first.url }
  const joined = await fetch(`${second.url}/api/gate/devices/`, {
    method: 'POST',
    body: '{}',
    headers: { cookie, origin: second.url, 'content-type': 'application/json' },
  })
  const [phone] = (joined.headers.get('set-cookie') as string).split(';')
  const getStatuses = async () => [
    (await fetch(`${second.url}/api/auth/me/`, { headers: { cookie } })).status,
    (await fetch(`${second.url}/api/gate/me/`, { headers: { cookie: phone as string } })).status,
  ]
  expect(await getStatuses()).toEqual([200, 200])
  const { id } = await (await fetch(`${first.url}/api/auth/me/`, { headers: { cookie } })).json()
  const ended = await fetch(`${first.url}/api/users/${id}/sign-ins/`, {
    method: 'DELETE',
    headers: admin,
  })
  expect(ended.status).toBe(200)
  expect(await getStatuses()).toEqual([401, 403])
})

it('a new sign-in in a browser ends the earlier sign-in, on the other instance too', async () => {
  const before = await demoCookie(first.url, 1)
  const after = await demoCookie(first.url, 2, before)
  const getUser = (cookie: string) => fetch(`${second.url}/api/auth/me/`, { headers: { cookie } })
  expect(await (await getUser(after)).json()).toMatchObject({ privilege: 2 })
  expect((await getUser(before)).status).toBe(401)
})

it('a list that is changed on one instance is reported by the other, without its data', async () => {
  const lists = await fetch(`${second.url}/api/lists/stream/`, {
    headers: { cookie: await demoCookie(second.url, 1) },
  })
  const reader = (lists.body as ReadableStream<Uint8Array>).getReader()
  const added = await fetch(`${first.url}/api/contact/`, {
    method: 'POST',
    headers: {
      cookie: await demoCookie(first.url, 1),
      origin: first.url,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' }),
  })
  expect(added.status).toBe(201)
  let text = ''
  while (!text.includes('band-contacts'))
    text += new TextDecoder().decode((await reader.read()).value)
  expect(text).not.toMatch(/Bura|Iva/)
  await reader.cancel()
})
