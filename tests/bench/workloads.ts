import type postgres from 'postgres'
import { newPassageId } from '@/lib/admission/rules'
import { registerPhones } from './gate-calls'
import type { LoadRequest } from './load'

/**
 * One kind of request of an event night: `ours` goes to the application, `bare` runs the same SQL
 * on the baseline server.
 */
export interface Workload {
  name: string
  ours: (i: number) => LoadRequest
  bare: (i: number) => LoadRequest
  /**
   * What the empty handler for comparison does: respond with `{}`, read a body, or send stored
   * bytes.
   */
  empty: 'answers' | 'reads' | 'sends'
  /** Share of the usual number of requests to send; below 1 for a slow request. */
  part: number
}

interface Guest {
  id: number
  code: string
  name: string
  surname: string
  jmbag: string
}

/** Number of guests of each workload; after that many requests, the same guests are used again. */
export const GUESTS = 4000

const part = (text: string, length: number) => text.slice(0, length)

/**
 * Builds the workloads with guests from the whole table: scans of tickets that are not yet
 * admitted, sales to guests without a ticket, and searches by parts of real names and JMBAGs.
 */
export async function workloads(
  sql: postgres.Sql,
  { sid, token, origin }: { sid: string; token: string; origin: string },
) {
  await sql`truncate passages, duplicate_admissions, dispute_resolutions`
  await sql`update guests set entered_at = null where entered_at is not null`
  await sql`vacuum analyze guests`
  const pick = async (bought: boolean) => {
    const rows = await sql<Guest[]>`
      select id, conf_code as code, name, surname, jmbag from guests
      where (bought_at is not null) = ${bought} and jmbag is not null and name <> '' and deleted_at is null
      order by md5(id::text) limit ${GUESTS}`
    return (i: number) => rows[i % rows.length] as Guest
  }
  const [ticketed, ticketless] = [await pick(true), await pick(false)]
  const headers = { authorization: `Bearer ${token}` }
  const [cookie = ''] = await registerPhones(sql, 1)
  const phone = { cookie, origin }
  const get = (path: string): LoadRequest => ({ method: 'GET', path, headers, expect: 200 })
  const put = (id: number, body: object): LoadRequest => ({
    method: 'PUT',
    path: `/api/guests/${id}/`,
    headers,
    body,
    expect: 200,
  })
  const bare = (name: string, query: Record<string, string>): LoadRequest => ({
    method: 'GET',
    path: `/${name}?${new URLSearchParams({ sid, ...query })}`,
    expect: 200,
  })
  const defaults = { empty: 'answers', part: 1 } as const
  const nameParts = ({ name, surname }: Guest) => [part(name, 4), part(surname, 5)] as const

  const list: Workload[] = [
    {
      ...defaults,
      name: 'scan',
      ours: (i) => ({
        method: 'POST',
        path: '/api/guests/check-in/',
        headers,
        body: { confCode: ticketed(i).code },
        expect: 200,
      }),
      bare: (i) => bare('scan', { code: ticketed(i).code }),
    },
    {
      ...defaults,
      name: 'gate scan',
      ours: (i) => ({
        method: 'POST',
        path: '/api/gate/scan/',
        headers: phone,
        body: { id: newPassageId(), code: ticketed(i).code, direction: 'in' },
        expect: 200,
      }),
      bare: (i) => bare('scan', { code: ticketed(i).code }),
    },
    {
      ...defaults,
      name: 'entry search',
      ours: (i) => {
        const search = encodeURIComponent(nameParts(ticketed(i)).join(' '))
        return get(`/api/guests/?search=${search}&search_fields=name,surname&limit=20&total=0`)
      },
      bare: (i) => {
        const [a, b] = nameParts(ticketed(i))
        return bare('entry', { a, b })
      },
    },
    {
      ...defaults,
      name: 'desk search',
      ours: (i) => get(`/api/guests/search-brucosi/?jmbag=${ticketed(i).jmbag.slice(3)}`),
      bare: (i) => bare('desk', { jmbag: ticketed(i).jmbag.slice(3) }),
    },
    {
      ...defaults,
      name: 'sale',
      empty: 'reads',
      ours: (i) => put(ticketless(i).id, { bought: '1' }),
      bare: (i) => bare('sale', { id: String(ticketless(i).id) }),
    },
    {
      ...defaults,
      name: 'update',
      empty: 'reads',
      ours: (i) => put(ticketed(i).id, { entered: '1' }),
      bare: (i) => bare('update', { id: String(ticketed(i).id) }),
    },
    {
      name: 'list of 1,000',
      empty: 'sends',
      part: 0.1,
      ours: (i) => get(`/api/guests/?limit=1000&offset=${(i % 10) * 1000}&ordering=id`),
      bare: (i) => bare('list', { offset: String((i % 10) * 1000) }),
    },
  ]
  /** Resets the same guests before each measurement, so that all measurements do the same work. */
  const reset = async () => {
    await sql`truncate passages, duplicate_admissions, dispute_resolutions`
    await sql`update guests set entered_at = null where entered_at is not null`
    const ids = Array.from({ length: GUESTS }, (_, i) => ticketless(i).id)
    await sql`update guests set bought_at = null, conf_code = null where id in ${sql(ids)}`
    await sql`truncate mails, activities`
    await sql`vacuum analyze guests`
  }
  return { list, reset }
}
