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
import { createDatabase, startEmbeddedPostgres } from '../../scripts/lib/embedded-postgres'
import { print, runCommand } from '../../scripts/lib/say'

const SIZES = [20_000, 500_000]

/** Each on a database of its own. */
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

/** On a database of so many guests each. */
const PARTS_BY_SIZE = {
  lists: benchLists,
  'guest-list': benchGuestList,
  api: benchApi,
  gate: benchGate,
  phone: benchPhone,
  night: benchNight,
}

/** What `npm run bench -- api pages` names, `api:500000` at one size alone; else all of them. */
const asked = process.argv.slice(2)
const wanted = (part: string, size?: number) =>
  asked.length === 0 || asked.includes(part) || asked.includes(`${part}:${size}`)

/** What stands behind the name of such a part: `drop:20000:300`, visitors and seconds. */
const figuresOf = (part: string) => {
  const named = asked.find((one) => one === part || one.startsWith(`${part}:`))
  return named?.split(':').slice(1).map(Number)
}

/**
 * `npm run bench`: the jobs of the night at two sizes of guest list, the public pages, the
 * back office, the sponsors' lists, mail, spreadsheets, the gate and the end of an edition, each beside its floors in the
 * same run. Needs no settings and leaves nothing behind.
 */
await runCommand(async () => {
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
      const parts = Object.entries(PARTS_BY_SIZE).filter(([part]) => wanted(part, size))
      if (parts.length === 0) continue
      await onDatabase(`guests_${size}`, async (url, sql) => {
        await insertGuests(sql, { count: size, seed: 1 })
        await sql`vacuum analyze guests`
        for (const [, run] of parts) await run(url, sql, size, join(dir, 'postgres.log'))
      })
    }
    for (const [part, run] of Object.entries(PARTS)) {
      const figures = asked.length === 0 ? [] : figuresOf(part)
      if (figures) await onDatabase(part, (url, sql) => run(url, sql, ...figures))
    }
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
