import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrateDatabase } from '@/db/migrate'
import { insertGuests } from '@/db/seed/insert-guests'
import { benchApi } from '@/tests/bench/api'
import { benchPages } from '@/tests/bench/pages'
import { tempDir } from '@/tests/support/temp-dir'
import { buildIfStale } from './lib/build'
import { createDatabase, startEmbeddedPostgres } from './lib/embedded-postgres'
import { main, say } from './lib/say'

const SIZES = [20_000, 500_000]

/**
 * `npm run bench`: the jobs of the night at two sizes of guest list, and the home page,
 * each beside its floors in the same run. Needs no settings and leaves nothing behind.
 */
await main(async () => {
  const dir = tempDir()
  process.env.BENCH_PAGES = '1'
  process.env.BUILD_DIR = '.next/bench'
  const server = await startEmbeddedPostgres(dir, 'bench')
  try {
    buildIfStale()
    say(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}`)
    for (const size of SIZES) {
      const name = `guests_${size}`
      await createDatabase(server.urlOf('postgres'), name)
      await migrateDatabase(server.urlOf(name), 'Brucošijada')
      const sql = postgres(server.urlOf(name), { max: 2, onnotice: () => {} })
      await insertGuests(sql as never, { count: size, seed: 1 })
      await benchApi(server.urlOf(name), sql, size, join(dir, 'postgres.log'))
      if (size === SIZES[0]) await benchPages(server.urlOf(name), sql)
      await sql.end()
    }
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
