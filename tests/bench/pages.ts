import type postgres from 'postgres'
import { say } from '@/scripts/lib/say'
import { startInstance } from '../support/instance'
import { type Call, measure } from './load'
import { ms, ratio, table, whole } from './table'

const COUNT = 4000
const page = (path: string) => (): Call => ({ method: 'GET', path, expect: 200 })

/** The home page from the cache beside the same page made per request and an empty static one. */
export async function benchPages(url: string, sql: postgres.Sql) {
  await sql`update visibility_flags set visible = true where visible is not null`
  const instance = await startInstance(url, { BUILD_DIR: '.next/bench' })
  const run = async (path: string) => {
    await measure(instance.url, 32, 300, page(path))
    return measure(instance.url, 32, COUNT, page(path))
  }
  try {
    const empty = await run('/bench/empty')
    const cached = await run('/')
    const rendered = await run('/bench/home')
    say(
      `\npages, 32 connections\n${table([
        ['', 'req/s', 'p50 ms', 'p99 ms', '× empty page', '× per request'],
        ['empty static page', whole(empty.rps), ms(empty.p50), ms(empty.p99), '', ''],
        ['home per request', whole(rendered.rps), ms(rendered.p50), ms(rendered.p99), '', ''],
        [
          'home from cache',
          whole(cached.rps),
          ms(cached.p50),
          ms(cached.p99),
          ratio(cached.rps / empty.rps),
          ratio(cached.rps / rendered.rps),
        ],
      ])}`,
    )
  } finally {
    await instance.stop()
  }
}
