import type postgres from 'postgres'
import { connectPool, type Db } from '@/db/pool'
import { listGuests } from '@/db/queries/guests'
import { countGuestsByList } from '@/db/queries/guests-counts'
import { searchTags } from '@/db/queries/tags'
import { print } from '@/scripts/lib/command'

const SEARCHED = ['name', 'surname', 'jmbag', 'email']
const page = { limit: 100, offset: 0, withTotal: true, ordering: null }
const all = { search: '', searchFields: [], limit: null, offset: 0, ordering: null }
const bySurname = { field: 'surname', descending: false }

const search = async (db: Db, text: string) => {
  const searchOptions = { search: text, searchFields: SEARCHED }
  await Promise.all([
    listGuests(db, { ...page, ...searchOptions, ordering: bySurname }),
    countGuestsByList(db, searchOptions),
  ])
}

const QUERIES: Record<string, (db: Db, terms: string[]) => Promise<unknown>> = {
  'usual order, first page': (db) =>
    listGuests(db, { ...page, search: '', searchFields: [], ordering: bySurname }),
  'counts of all lists': (db) => countGuestsByList(db, { search: '', searchFields: [] }),
  'tags with counts': (db) => searchTags(db, all),
  'search of two words, page and counts': (db, terms) => search(db, terms.join(' ')),
  'search of a JMBAG, page and counts': (db, [, , jmbag = '']) => search(db, jmbag.slice(2, 8)),
  'search of ana, page and counts': (db) => search(db, 'ana'),
}

/**
 * Measures the queries that the back office and the gate run on lists, without HTTP. Prints p50 and
 * p99 in ms.
 */
export async function benchLists(url: string, sql: postgres.Sql): Promise<void> {
  const pool = connectPool(url, 10)
  const people = await sql<{ name: string; surname: string; jmbag: string }[]>`
    select left(name, 4) as name, left(surname, 5) as surname, jmbag from guests
    where jmbag is not null order by md5(id::text) limit 200`
  try {
    for (const [name, run] of Object.entries(QUERIES)) {
      const runOnce = (i: number) => {
        const { name, surname, jmbag } = people[i % people.length] as (typeof people)[number]
        return run(pool.db, [name, surname, jmbag])
      }
      const rounds = name.includes('ana') ? 8 : 60
      for (let i = 0; i < 4; i++) await runOnce(i)
      const single = await timed(rounds, 1, runOnce)
      const parallel = await timed(rounds * 4, 32, runOnce)
      print(`${name}: 1 connection ${formatTimes(single)}, 32 connections ${formatTimes(parallel)}`)
    }
  } finally {
    await pool.end()
  }
}

async function timed(count: number, width: number, runOnce: (i: number) => Promise<unknown>) {
  const times: number[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const started = performance.now()
      await runOnce(next++)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return times.sort((a, b) => a - b)
}

const formatTimes = (times: number[]) => `${at(times, 0.5)} / ${at(times, 0.99)} ms`
const at = (times: number[], share: number) =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] as number).toFixed(1)
