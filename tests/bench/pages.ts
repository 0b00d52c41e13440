import { gzipSync } from 'node:zlib'
import type postgres from 'postgres'
import { seedDemo } from '@/db/seed/demo'
import { PUBLIC_PAGES } from '@/lib/visibility/rules'
import { print } from '@/scripts/lib/command'
import { startInstance } from '../support/instance'
import { readPages } from './lighthouse'
import { type LoadRequest, measure } from './load'
import { serveStatic } from './static-server'
import { ms, ratio, table, whole } from './table'

const COUNT = 3000
const EMPTY = '/bench/empty'
const page = (path: string) => (): LoadRequest => ({ method: 'GET', path, expect: 200 })

/**
 * Measures every public page of the demo festival: requests a second, the size of its scripts, and
 * its Lighthouse scores on a phone. The baselines are an empty static page of this application, and
 * the bytes of the page served by plain node:http.
 */
export async function benchPages(url: string, sql: postgres.Sql) {
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  await sql`update visibility_flags set visible = true where visible is not null`
  const instance = await startInstance(url, { BUILD_DIR: '.next/bench' })
  const addresses = ['/', ...PUBLIC_PAGES.map((publicPage) => publicPage.address)]
  const run = async (serverUrl: string, path: string) => {
    await measure(serverUrl, 32, 300, page(path))
    return measure(serverUrl, 32, COUNT, page(path))
  }
  try {
    const framework = await scriptBytes(instance.url, EMPTY)
    const rows = [
      ['pages, 32 connections', 'req/s', 'p50 ms', 'p99 ms'].concat([
        'vs. empty page',
        'vs. plain Node',
        'script kB',
      ]),
    ]
    for (const address of addresses) {
      // Measured directly before the page, since the speed of a machine drifts over a long run.
      const empty = await run(instance.url, EMPTY)
      const ours = await run(instance.url, address)
      const bare = await serveStatic(`${instance.url}${address}`)
      const baseline = await run(bare.url, '/')
      bare.stop()
      rows.push([
        address,
        whole(ours.rps),
        ms(ours.p50),
        ms(ours.p99),
        ratio(ours.rps / empty.rps),
        ratio(ours.rps / baseline.rps),
        ms((await scriptBytes(instance.url, address)) / 1000),
      ])
    }
    const rendered = await run(instance.url, '/bench/home')
    const perRequest = [whole(rendered.rps), ms(rendered.p50), ms(rendered.p99)]
    rows.push(['home, rendered per request', ...perRequest])
    print(`\n${table(rows)}`)
    print(`script of an empty page (the framework itself): ${ms(framework / 1000)} kB`)
    print(`\n${table(await readPages(instance.url, [EMPTY, ...addresses]))}`)
  } finally {
    await instance.stop()
  }
}

/** Returns the size in bytes of all scripts that a page names, each compressed with gzip. */
async function scriptBytes(url: string, path: string): Promise<number> {
  const html = await (await fetch(url + path)).text()
  const sources = [...html.matchAll(/<link [^>]*\bas="script"[^>]*? href="([^"]+)"/g)].map(
    ([, source]) => source as string,
  )
  let bytes = 0
  for (const source of new Set(sources)) {
    const script = await fetch(new URL(source, url))
    bytes += gzipSync(Buffer.from(await script.arrayBuffer())).byteLength
  }
  return bytes
}
