import type postgres from 'postgres'
import { connectPool, type Db } from '@/db/pool'
import { listGuests } from '@/db/queries/guests'
import { countGuestsByList } from '@/db/queries/guests-counts'
import { searchTags } from '@/db/queries/tags'
import { print } from '@/scripts/lib/say'

const SEARCHED = ['name', 'surname', 'jmbag', 'email']
const page = { limit: 100, offset: 0, withTotal: true, ordering: null }
const all = { search: '', searchFields: [], limit: null, offset: 0, ordering: null }
const usual = { field: 'surname', descending: false }

const search = async (db: Db, text: string) => {
  const asked = { search: text, searchFields: SEARCHED }
  await Promise.all([
    listGuests(db, { ...page, ...asked, ordering: usual }),
    countGuestsByList(db, asked),
  ])
}

const WORK: Record<string, (db: Db, words: string[]) => Promise<unknown>> = {
  'usual order, first page': (db) =>
    listGuests(db, { ...page, search: '', searchFields: [], ordering: usual }),
  'counts of all lists': (db) => countGuestsByList(db, { search: '', searchFields: [] }),
  'tags with counts': (db) => searchTags(db, all),
  'search of two words, page and counts': (db, words) => search(db, words.join(' ')),
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
    for (const [name, run] of Object.entries(WORK)) {
      const one = (i: number) => {
        const { name, surname, jmbag } = people[i % people.length] as (typeof people)[number]
        return run(pool.db, [name, surname, jmbag])
      }
      const rounds = name.includes('ana') ? 8 : 60
      for (let i = 0; i < 4; i++) await one(i)
      const alone = await timed(rounds, 1, one)
      const many = await timed(rounds * 4, 32, one)
      print(`${name}: 1 connection ${told(alone)}, 32 connections ${told(many)}`)
    }
  } finally {
    await pool.end()
  }
}

async function timed(count: number, width: number, one: (i: number) => Promise<unknown>) {
  const times: number[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const started = performance.now()
      await one(next++)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return times.sort((a, b) => a - b)
}

const told = (times: number[]) => `${at(times, 0.5)} / ${at(times, 0.99)} ms`
const at = (times: number[], share: number) =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] as number).toFixed(1)
