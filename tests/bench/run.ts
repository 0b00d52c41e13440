import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrateDatabase } from '@/db/migrate'
import { insertGuests } from '@/db/seed/insert-guests'
import { parseSettings } from '@/lib/config/settings'
import { editionDefaults } from '@/lib/festival/first-edition'
import { benchAgreement } from '@/tests/bench/agreement'
import { benchApi } from '@/tests/bench/api'
import { benchBulk } from '@/tests/bench/bulk'
import { benchCosts } from '@/tests/bench/costs'
import { benchOnSale } from '@/tests/bench/drop'
import { benchEnding } from '@/tests/bench/ending'
import { benchForecast } from '@/tests/bench/forecast'
import { benchFreshness } from '@/tests/bench/freshness'
import { benchConvergence, benchGate } from '@/tests/bench/gate'
import { benchGuestList } from '@/tests/bench/guest-list'
import { benchLists } from '@/tests/bench/lists'
import { benchMail } from '@/tests/bench/mail'
import { benchNight } from '@/tests/bench/night'
import { benchOffice } from '@/tests/bench/office'
import { benchPages } from '@/tests/bench/pages'
import { benchPhone } from '@/tests/bench/phone'
import { benchSponsors } from '@/tests/bench/sponsors'
import { benchSpreadsheets } from '@/tests/bench/spreadsheets'
import { tempDir } from '@/tests/support/temp-dir'
import { buildIfStale } from '../../scripts/lib/build'
import { print, runCommand, UserError } from '../../scripts/lib/command'
import { createDatabase, startEmbeddedPostgres } from '../../scripts/lib/embedded-postgres'

const SIZES = [20_000, 500_000]

/** Benchmarks that run once, each on a database of its own. */
const PARTS = {
  pages: benchPages,
  freshness: benchFreshness,
  office: benchOffice,
  sponsors: benchSponsors,
  mail: benchMail,
  spreadsheets: benchSpreadsheets,
  convergence: benchConvergence,
  bulk: benchBulk,
  ending: benchEnding,
  forecast: benchForecast,
  agreement: benchAgreement,
  drop: benchOnSale,
  costs: benchCosts,
}

/** Benchmarks that run once for each number of guests in `SIZES`. */
const PARTS_BY_SIZE = {
  lists: benchLists,
  'guest-list': benchGuestList,
  api: benchApi,
  gate: benchGate,
  phone: benchPhone,
  night: benchNight,
}

/**
 * Names of the benchmarks to run: `npm run bench -- api pages`. `api:500000` runs a benchmark for
 * one size only. Without names, all run.
 */
const args = process.argv.slice(2)
const isSelected = (part: string, size?: number) =>
  args.length === 0 || args.includes(part) || args.includes(`${part}:${size}`)

/**
 * Returns the figures in the argument of a benchmark: for `drop:20000:300`, visitors and seconds.
 * Undefined if no argument names the benchmark.
 */
const figuresOf = (part: string) => {
  const argument = args.find((arg) => arg === part || arg.startsWith(`${part}:`))
  return argument?.split(':').slice(1).map(Number)
}

/**
 * `npm run bench`: runs all benchmarks, or those named as arguments, and compares each with its
 * baselines in the same run. Needs no settings and deletes its files at the end.
 */
await runCommand(async () => {
  const names = [...Object.keys(PARTS), ...Object.keys(PARTS_BY_SIZE)]
  const unknown = args.find((name) => !names.includes(name.split(':')[0] ?? ''))
  if (unknown)
    throw new UserError(`${unknown} is not a benchmark. Benchmarks: ${names.join(', ')}.`)
  const dir = tempDir()
  process.env.BENCH_PAGES = '1'
  process.env.BUILD_DIR = '.next/bench'
  const server = await startEmbeddedPostgres(dir, 'bench')
  const onDatabase = async (
    name: string,
    run: (url: string, sql: postgres.Sql) => Promise<void>,
  ) => {
    const url = server.urlOf(name)
    await createDatabase(server.urlOf('postgres'), name)
    await migrateDatabase(url, editionDefaults(parseSettings({ DEMO: '0' })))
    const sql = postgres(url, { max: 2, onnotice: () => {} })
    await run(url, sql).finally(() => sql.end())
  }
  try {
    await buildIfStale()
    print(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}`)
    for (const size of SIZES) {
      const parts = Object.entries(PARTS_BY_SIZE).filter(([part]) => isSelected(part, size))
      if (parts.length === 0) continue
      await onDatabase(`guests_${size}`, async (url, sql) => {
        await insertGuests(sql, { count: size, seed: 1 })
        await sql`vacuum analyze guests`
        for (const [, run] of parts) await run(url, sql, size, join(dir, 'postgres.log'))
      })
    }
    for (const [part, run] of Object.entries(PARTS)) {
      const figures = args.length === 0 ? [] : figuresOf(part)
      if (figures) await onDatabase(part, (url, sql) => run(url, sql, ...figures))
    }
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
