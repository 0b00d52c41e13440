import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, expect, it } from 'vitest'
import { connect } from '@/db/pool'
import { seedDemo } from '@/db/seed/demo'
import { insertGuests } from '@/db/seed/insert-guests'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { endRuns, newDir, run, start, waitUntilServed } from '../support/command'
import { newDatabase } from '../support/database'

afterEach(endRuns)

const SECRET = { AUTH_SECRET: 'a secret of the tests, long enough to be one' }

async function runToEnd(command: string, env: Record<string, string>, ...args: string[]) {
  const running = run(command, env, ...args)
  const code = await running.exit
  return { code, output: running.output() }
}

/**
 * Returns for each permanent table the number of rows and a hash that does not depend on their
 * order.
 */
async function contents(url: string) {
  const sql = postgres(url, { max: 1 })
  const tables = await sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
    order by relname`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as all
      from ${sql(name)} t`
    found[name] = row?.all
  }
  await sql.end()
  return found
}

// Rule 11.14: a backup has the whole festival, and a restore is all or nothing.
it('a backup restores all rows and the id sequences, and a damaged file changes nothing', async () => {
  const [from, to] = [await newDatabase(), await newDatabase()]
  const file = join(newDir(), 'x.backup')
  const { sql } = connect(from, { max: 1 })
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  await insertGuests(sql, { count: 3000, seed: 3 })
  await sql`insert into translations (key, value) values ('test', ${'a\\b\n\\.\n\t"ž"\r\u2028'})
    on conflict (key) do update set value = excluded.value`
  await sql.end()
  expect(await runToEnd('backup', { DATABASE_URL: from, ...SECRET }, file)).toMatchObject({
    code: 0,
  })
  expect(statSync(file).mode & 0o077).toBe(0)

  const targetEnv = { DATABASE_URL: to, ...SECRET }
  const before = await contents(to)
  expect((await runToEnd('restore', targetEnv, file)).output).toMatch(
    /^The database is not empty.*--replace/,
  )
  const damagedFile = join(newDir(), 'cut.backup')
  const content = await readFile(file)
  writeFileSync(damagedFile, content.subarray(0, content.length - 1000))
  expect(await runToEnd('restore', targetEnv, damagedFile, '--replace')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The file is damaged or incomplete/),
  })
  writeFileSync(damagedFile, 'not one at all')
  expect((await runToEnd('restore', targetEnv, damagedFile, '--replace')).output).toMatch(
    /^The file is damaged or incomplete/,
  )
  expect(await contents(to)).toEqual(before)

  expect(await runToEnd('restore', targetEnv, file, '--replace')).toMatchObject({ code: 0 })
  expect(await contents(to)).toEqual(await contents(from))
  const after = postgres(to, { max: 1 })
  const [guest] = await after`
    insert into guests (name, surname, list_id) values ('Ana', 'Anić', 1)
    returning id, id > (select max(id) from guests) as follows`
  expect(guest?.follows).toBe(true)
  await after`update migrations set hash = 'other' where id = 1`
  expect(await runToEnd('backup', targetEnv, file)).toMatchObject({ code: 0 })
  await after.end()
  expect(
    (await runToEnd('restore', { DATABASE_URL: from, ...SECRET }, file, '--replace')).output,
  ).toMatch(/another version/)
})

it('an embedded database in a private folder is backed up while it runs and restored elsewhere', async () => {
  const privateDir = newDir()
  chmodSync(privateDir, 0o700)
  const env = { PORT: String(await freePort()), DATA_DIR: join(privateDir, 'data') }
  const url = `http://127.0.0.1:${env.PORT}`
  const file = join(newDir(), 'x.backup')
  const readLineup = async () => (await fetch(`${url}/api/public/lineup`)).json()
  const running = start(env)
  await waitUntilServed(running)
  const lineup = await readLineup()
  expect(lineup.length).toBeGreaterThan(3)
  expect(await runToEnd('backup', env, file)).toMatchObject({ code: 0 })

  const { databasePassword } = JSON.parse(
    await readFile(join(env.DATA_DIR, 'secrets.json'), 'utf8'),
  )
  const port = /port (\d+)/.exec(await readFile(join(env.DATA_DIR, 'postgres.log'), 'utf8'))?.[1]
  const sql = postgres(`postgres://postgres:${databasePassword}@127.0.0.1:${port}/brucosijada`, {
    max: 1,
  })
  await sql`delete from lineup_items`
  await sql.end()
  expect(await readLineup()).toEqual([])
  expect(await runToEnd('restore', env, file, '--replace')).toMatchObject({ code: 0 })
  expect(await readLineup()).toEqual(lineup)
  expect((await fetch(`${url}/lineup`)).status).toBe(200)
  running.child.kill('SIGTERM')
  expect(await running.exit).toBe(0)

  // Backs up a festival that is not running, and restores it into a data folder that is new.
  const second = join(newDir(), 'y.backup')
  expect(await runToEnd('backup', env, second)).toMatchObject({ code: 0 })
  const freshEnv = { PORT: env.PORT, DATA_DIR: join(newDir(), 'data') }
  expect(await runToEnd('restore', freshEnv, second)).toMatchObject({ code: 0 })
  const restarted = start(freshEnv)
  await waitUntilServed(restarted)
  expect(await readLineup()).toEqual(lineup)
})
