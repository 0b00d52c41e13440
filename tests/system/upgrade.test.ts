import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, describe, expect, it } from 'vitest'
import { MIGRATIONS, readMigrations } from '@/db/migrate'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { startApiFixture } from '../support/api-fixture'
import { API_CALLS, type ApiCall } from '../support/api-table'
import { endRuns, newDir, run, runIn, start } from '../support/command'
import { emptyDatabase } from '../support/database'
import { demoCookie, startInstance } from '../support/instance'
import { FIRST_RELEASE, fillFirstRelease } from '../support/old-festival'
import { brokenRules, contentsOf, emptyTables, lostBetween, migrateTo } from '../support/upgrade'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await endRuns()
})

function open(url: string) {
  const sql = postgres(url, { max: 2, onnotice: () => {}, connection: { TimeZone: 'UTC' } })
  cleanups.push(() => sql.end({ timeout: 1 }))
  return sql
}

const withDatabase = (DATABASE_URL: string) => ({
  DATABASE_URL,
  AUTH_SECRET: 'a secret of the tests, long enough to be one',
})

const migrations = async (sql: postgres.Sql) =>
  (await sql`select hash from migrations order by id`).map(({ hash }) => hash)

describe('an upgrade from the first release', () => {
  it('migrates all data exactly once, also after a refusal, a kill and a parallel upgrade', async () => {
    const url = await emptyDatabase()
    const sql = open(url)
    await migrateTo(sql, FIRST_RELEASE)
    await fillFirstRelease(sql)
    const before = await contentsOf(sql)
    expect(emptyTables(before)).toEqual([])
    const [guests, inside] = await Promise.all([
      sql`select g.id, coalesce(t.name, s.name) as list, t.id as tag from guests g
        left join tags t on t.id = g.tag_id left join sponsors s on s.id = g.sponsor_id order by g.id`,
      sql`select id, entered_at::text from guests where entered_at is not null order by id`,
    ])
    const upgrade = () => run('db-migrate', withDatabase(url))
    const expectUnchanged = async () => {
      expect(await migrations(sql)).toHaveLength(FIRST_RELEASE)
      expect(lostBetween(before, await contentsOf(sql))).toEqual([])
    }

    // The first release accepted this row, but a later constraint refuses it. The upgrade names the
    // row and changes nothing.
    const [duplicate] = await sql`insert into guests (name, jmbag, sponsor_id)
      select 'Ana', '0099999999', min(id) from sponsors returning id`
    const refused = upgrade()
    expect(await refused.exit).toBe(1)
    expect(refused.output()).toMatch(/was not changed: .*guests_live_jmbag_key.*0099999999/)
    await sql`delete from guests where id = ${duplicate?.id}`
    await expectUnchanged()

    // Kills the upgrade in the middle: a lock on the table of applied migrations makes it wait
    // after the first migration has run.
    const lockHolder = await sql.reserve()
    await lockHolder`begin`
    await lockHolder`lock table migrations in exclusive mode`
    const interrupted = upgrade()
    // Queries on another connection, because within a transaction pg_stat_activity does not change.
    const isWaiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query ilike 'insert into%migrations%' and pid <> pg_backend_pid()`
      ).length > 0
    await expect.poll(isWaiting, { interval: 10 }).toBe(true)
    interrupted.child.kill('SIGKILL')
    await interrupted.exit
    await lockHolder`commit`
    lockHolder.release()
    await expectUnchanged()

    // Two upgrades run at the same time.
    const both = [upgrade(), upgrade()]
    expect(await Promise.all(both.map(({ exit }) => exit)), both[0]?.output()).toEqual([0, 0])
    const applied = await migrations(sql)
    expect(applied).toHaveLength(readMigrations().length)
    expect(new Set(applied).size).toBe(applied.length)

    // The content has the same meaning in the new tables: tags and sponsor lists are guest lists,
    // and presence follows from passages.
    const after = await contentsOf(sql)
    expect(lostBetween(before, after).sort()).toEqual([
      'guests.sponsor_id',
      'guests.tag_id',
      'tags',
    ])
    expect(
      await sql`select g.id, l.name as list, case l.kind when 'tag' then l.id end as tag
        from guests g join guest_lists l on l.id = g.list_id order by g.id`,
    ).toEqual(guests)
    expect(
      await sql`select id, entered_at::text from guests g where entered_at is not null
        and exists (select from passages where guest_id = g.id and verdict = 'admitted') order by id`,
    ).toEqual(inside)
    expect(await brokenRules(sql)).toEqual([])

    const instance = await startInstance(url)
    cleanups.push(() => instance.stop())
    const cookie = await demoCookie(instance.url, 1)
    const get = async (path: string) => {
      const response = await fetch(instance.url + path, { headers: { cookie } })
      expect([path, response.status]).toEqual([path, 200])
      return response
    }
    const lists: Record<string, number> = {
      guests: Number((await sql`select from guests where deleted_at is null`).count),
      tags: before.tags?.length ?? 0,
      sponsors: before.sponsors?.length ?? 0,
      lineup: before.lineup_items?.length ?? 0,
      cjenik: before.price_items?.length ?? 0,
      translations: before.translations?.length ?? 0,
      contact: before.band_contacts?.length ?? 0,
      gameLeaderboard: before.leaderboard_entries?.length ?? 0,
      'forms/signups': before.signups?.length ?? 0,
      users: before.users?.length ?? 0,
      mailer: before.mails?.length ?? 0,
    }
    const counted: Record<string, number> = {}
    for (const list of Object.keys(lists)) {
      const response = await get(`/api/${list}/?limit=1000`)
      const rows = await response.json()
      counted[list] = Number(response.headers.get('x-total-count') ?? rows.length)
    }
    expect(counted).toEqual(lists)
    const hash = before.images?.[0]?.hash?.replaceAll('"', '')
    for (const path of ['/', '/lineup', '/cjenik', '/satnica', '/brucosi', `/api/images/${hash}/`])
      await get(path)
  })
})

/**
 * Copies this release and adds a migration to it, as the next release would have. Migrating needs
 * no build. Returns the folder of the copy.
 */
function nextRelease(text: string): string {
  const dir = newDir()
  for (const name of ['db', 'lib', 'scripts', 'package.json', 'tsconfig.json'])
    cpSync(name, join(dir, name), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(dir, 'node_modules'))
  const folder = join(dir, MIGRATIONS.migrationsFolder)
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...otherFields } = JSON.parse(readFileSync(journal, 'utf8'))
  const tag = `${String(entries.length).padStart(4, '0')}_next`
  const when = entries.at(-1).when + 1
  entries.push({ idx: entries.length, version: '7', when, tag, breakpoints: true })
  writeFileSync(journal, JSON.stringify({ ...otherFields, entries }))
  writeFileSync(join(folder, `${tag}.sql`), text)
  return dir
}

/**
 * Returns SQL with every kind of schema change that one release may make, for each of these tables.
 */
const everyChange = (tables: string[]) =>
  [
    `create table next_things (id int primary key, "name" text not null)`,
    ...tables.flatMap((table) => [
      `alter table "${table}" add column next_may_be_empty text`,
      `alter table "${table}" add column next_has_default int default 7 not null`,
      `alter table "${table}" add constraint ${table}_next check (next_has_default between 0 and 9)`,
      `create index ${table}_by_next on "${table}" (next_has_default)`,
    ]),
    `alter type price_category add value 'NEXT'`,
  ].join(';\n--> statement-breakpoint\n')

describe('during an upgrade to the next release', () => {
  it('a running instance keeps serving with the newer database, but a new start is refused', async () => {
    const fixture = await startApiFixture()
    cleanups.push(fixture.stop)
    const { sql, url } = fixture
    const [{ name } = {}] = await sql`select current_database() as name`
    const database = (process.env.TEST_POSTGRES as string).replace(/\/postgres$/, `/${name}`)
    const tables = await sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`
    const headers = fixture.staff('bearer', 1)
    const send = async ({ method, route, path, body, form }: ApiCall) => {
      const content = form
        ? new FormData()
        : method === 'GET'
          ? undefined
          : JSON.stringify(body ?? {})
      if (content instanceof FormData)
        for (const [field, value] of Object.entries(form ?? {})) content.append(field, value)
      const response = await fetch(`${url}/api/${path ?? `${route}/`}`, {
        method,
        body: content,
        redirect: 'manual',
        headers: { ...headers, ...(!form && content && { 'content-type': 'application/json' }) },
      })
      await response.body?.cancel()
      return response.status
    }
    const reads = API_CALLS.filter(({ method }) => method === 'GET')
    const unexpected: string[] = []
    const requestAll = async (calls: ApiCall[], phase: string) => {
      for (const call of calls) {
        const status = await send(call)
        if (status !== call.statuses[2])
          unexpected.push(`${phase}: ${call.method} ${call.path ?? call.route} ${status}`)
      }
    }
    // After three rounds every connection of the pool has prepared its statements.
    for (let i = 0; i < 3; i++) await requestAll(reads, 'before')

    const dir = nextRelease(everyChange(tables.map((table) => table.name)))
    const next = runIn(dir, 'db-migrate', withDatabase(database))
    let isOver = false
    void next.exit.then(() => {
      isOver = true
    })
    // Leaves out the health check, because it rightly reports a busy database after 1.5 s.
    const readsWithoutHealth = reads.filter(({ route }) => route !== 'health')
    do await requestAll(readsWithoutHealth, 'meanwhile')
    while (!isOver)
    expect([await next.exit, next.output()]).toEqual([0, 'The database is up to date.\n'])
    // The old instance still responds to every read and write with the status in the table of
    // endpoints.
    await requestAll(API_CALLS, 'afterwards')
    expect(unexpected, fixture.instance.output()).toEqual([])

    const before = await contentsOf(sql)
    const refused = start({ ...withDatabase(database), PORT: String(await freePort()) })
    expect(await refused.exit).toBe(78)
    expect(refused.output()).toMatch(
      /^The database was migrated by a newer version: it has 1 migrations.*Start the newer version.*\n$/,
    )
    const migrate = run('db-migrate', withDatabase(database))
    expect([await migrate.exit, migrate.output()]).toEqual([78, refused.output()])
    expect(await migrations(sql)).toHaveLength(readMigrations().length + 1)
    expect(emptyTables(await contentsOf(sql))).toEqual(emptyTables(before))
    await expect.poll(async () => (await fetch(`${url}/api/health`)).status).toBe(200)
  })

  it('a stop migration is refused until the last instance has stopped', async () => {
    const url = await emptyDatabase()
    const first = run('db-migrate', withDatabase(url))
    expect(await first.exit).toBe(0)
    const sql = open(url)
    const dir = nextRelease('-- stop: mails lose their links\nalter table mails drop column link')
    const instance = await startInstance(url)
    cleanups.push(() => instance.stop())
    const early = runIn(dir, 'db-migrate', withDatabase(url))
    expect(await early.exit).toBe(78)
    expect(early.output()).toMatch(
      /^This version changes the database.*_next: mails lose their links.*Stop every instance.*\n$/,
    )
    expect(await migrations(sql)).toHaveLength(readMigrations().length)
    await instance.stop()
    // PostgreSQL removes a closed connection from the list a moment later.
    const connections = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and application_name = 'brucosijada'`
      ).length
    await expect.poll(connections).toBe(0)
    const late = runIn(dir, 'db-migrate', withDatabase(url))
    expect([await late.exit, late.output()]).toEqual([0, 'The database is up to date.\n'])
  })
})
