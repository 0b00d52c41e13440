import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, expect, it } from 'vitest'
import { newDatabase } from '../support/database'
import { demoCookie, type Instance, startInstance } from '../support/instance'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Returns the rows of the tables that the end of an edition changes, as one text. */
async function stored(sql: postgres.Sql): Promise<string> {
  const tables = [
    'guests',
    'translations',
    'editions',
    'edition_totals',
    'activities',
    'visibility_flags',
  ]
  const rows = await Promise.all(
    tables.map(
      (name) => sql`select coalesce(json_agg(t order by t::text), '[]') as all from ${sql(name)} t`,
    ),
  )
  return JSON.stringify(rows)
}

async function requestEnd({ url }: Instance, cookie: string) {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const { edition } = await (await fetch(`${url}/api/editions/end/`, { headers })).json()
  const { id, name, year, number } = edition
  const names = ['users', 'lineup', 'sponsors', 'priceList', 'texts', 'contacts', 'artwork']
  const keep = Object.fromEntries(names.map((part) => [part, part !== 'texts']))
  const next = { name, year: year + 1, number: number + 1, opensAt: null, closesAt: null }
  const body = JSON.stringify({ edition: id, confirm: name, keep, next })
  return fetch(`${url}/api/editions/end/`, { method: 'POST', headers, body })
}

it('the end of an edition is rolled back when the process is killed, and can be requested again', async () => {
  const databaseUrl = await newDatabase()
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => {} })
  cleanups.push(() => sql.end({ timeout: 1 }))
  await sql`insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Ana', 'Šarić', id, gen_random_uuid(), now() from guest_lists where name = 'VIP'`
  await sql`insert into translations (key, value) values ('naslovna.naslov', 'x')`
  const first = await startInstance(databaseUrl)
  cleanups.push(() => first.stop('SIGKILL'))
  const cookie = await demoCookie(first.url, 1)
  const before = await stored(sql)

  // Another transaction locks the site texts. The end of the edition waits for this lock after it
  // has erased the guests.
  const other = await sql.reserve()
  await other`begin`
  await other`select from translations for update`
  const lost = requestEnd(first, cookie).catch((error) => error)
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query ilike '%delete from translations%'`
    ).length > 0
  while (!(await isWaiting())) await sleep(2)
  await first.stop('SIGKILL')
  expect(await lost).toBeInstanceOf(Error)
  await other`rollback`
  other.release()
  // PostgreSQL notices the death of a client only when it next sends something to the client. Until
  // then the transaction stays open.
  const others = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database()
        and state <> 'idle' and pid <> pg_backend_pid()`
    ).length
  while ((await others()) > 0) await sleep(10)
  expect(await stored(sql)).toBe(before)

  const second = await startInstance(databaseUrl)
  cleanups.push(() => second.stop())
  const response = await requestEnd(second, await demoCookie(second.url, 1))
  expect(response.status).toBe(200)
  const [row] = await sql`select (select count(*)::int from guests) as guests,
    (select count(*)::int from editions) as editions,
    (select count(*)::int from translations) as texts`
  expect(row).toEqual({ guests: 0, editions: 2, texts: 0 })
})
