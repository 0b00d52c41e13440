import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { endRuns, newDir, run, start, waitUntilServed } from '../support/command'
import { emptyDatabase, newDatabase } from '../support/database'
import { startPooler } from '../support/pooler'

afterEach(endRuns)

/**
 * Expects that the start exits with this code and prints one line, which says what to fix.
 */
async function expectSentence(env: Record<string, string>, sentence: RegExp, exitCode = 1) {
  const run = start(env)
  expect(await run.exit).toBe(exitCode)
  const lines = run.output().trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(sentence)
}

const SECRET = { AUTH_SECRET: 'a secret of the tests, long enough to be one' }

describe('start errors', () => {
  it.each([
    ['a mistyped setting', { FESTIVAL_YAER: '2026' }, /^FESTIVAL_YAER is not a setting/],
    ['a wrong value', { PORT: 'osamdeset' }, /^PORT is wrong/],
    ['a short secret', { AUTH_SECRET: 'x' }, /^AUTH_SECRET is wrong/],
    ['an unsafe demo', { DEMO: '1', HOST: '0.0.0.0' }, /^DEMO=1 .*HOST=127/],
    ['a demo in public', { PUBLIC_URL: 'https://a.example' }, /^DEMO=1 .*PUBLIC_URL/],
    ['a demo behind a proxy', { TRUST_PROXY: '1' }, /^DEMO=1 .*TRUST_PROXY=0/],
    [
      'a demo with Google',
      { DEMO: '1', GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y', GOOGLE_HOSTED_DOMAIN: 'a.hr' },
      /^DEMO=1 .*GOOGLE_CLIENT_ID/,
    ],
    [
      'Google without its domain',
      { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' },
      /^GOOGLE_HOSTED_DOMAIN is missing/,
    ],
    ['a mail key without sender', { RESEND_API_KEY: 'x' }, /^MAIL_FROM is missing/],
    ['half a wallet', { APPLE_WALLET_TEAM: 'A1B2C3D4E5' }, /^APPLE_WALLET_PASS_TYPE is missing/],
    [
      'a wallet without its certificate',
      {
        APPLE_WALLET_PASS_TYPE: 'pass.hr.example',
        APPLE_WALLET_TEAM: 'A1B2C3D4E5',
        APPLE_WALLET_CERTIFICATE: '/nowhere.pem',
        APPLE_WALLET_KEY: '/nowhere.key',
        APPLE_WALLET_WWDR: '/nowhere.pem',
      },
      /^APPLE_WALLET_CERTIFICATE is wrong: it is neither the text itself nor the path/,
    ],
    [
      'no secret with a database',
      { DATABASE_URL: 'postgres://u@127.0.0.1:1/x' },
      /^AUTH_SECRET is missing/,
    ],
    [
      'an unreachable database',
      { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', ...SECRET },
      /cannot be reached.*DATABASE_URL/,
    ],
    [
      'several databases of which none can be reached',
      { DATABASE_URL: 'postgres://u@127.0.0.1:1,127.0.0.1:2/x', ...SECRET },
      /^The database x at 127\.0\.0\.1:1, 127\.0\.0\.1:2 cannot be reached \(no server accepts writes: .*ECONNREFUSED/,
    ],
  ])('%s stops the start with one line of explanation', async (_what, env, sentence) => {
    await expectSentence({ PORT: String(await freePort()), DATA_DIR: newDir(), ...env }, sentence)
  })

  it('a busy port stops the start with one line of explanation', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    await expectSentence(
      { PORT: String(port), DATA_DIR: newDir() },
      /^Port \d+ .* is in use: set PORT/,
    )
    server.close()
  })

  it('a data folder that is a file stops the start with one line of explanation', async () => {
    const file = join(newDir(), 'x')
    writeFileSync(file, '')
    await expectSentence({ PORT: String(await freePort()), DATA_DIR: file }, /DATA_DIR/)
  })

  it('a pooler in transaction mode stops the start with one line of explanation', async () => {
    const pooler = await startPooler(await newDatabase(), 'transaction')
    const env = { PORT: String(await freePort()), DATA_DIR: newDir(), ...SECRET }
    await expectSentence(
      { ...env, DATABASE_URL: pooler.url },
      /is behind a connection pooler in transaction mode.*DATABASE_URL/,
    )
    pooler.stop()
  })

  it('a half-migrated, newer or foreign database stops the start with one line of explanation', async () => {
    const half = await emptyDatabase()
    const newer = await newDatabase()
    const foreign = await newDatabase()
    const at = (url: string) => postgres(url, { max: 1 })
    const [a, b, c] = [at(half), at(newer), at(foreign)]
    await a`create table guests (id int)`
    await b`insert into migrations (hash, created_at) values ('later', 9999999999999)`
    await c`update migrations set hash = 'other' where id = 1`
    await Promise.all([a, b, c].map((sql) => sql.end()))
    const base = async (DATABASE_URL: string) => ({
      PORT: String(await freePort()),
      DATABASE_URL,
      ...SECRET,
    })
    // The service does not start again after this exit code.
    await expectSentence(await base(half), /half-migrated/, 78)
    await expectSentence(await base(newer), /newer version/, 78)
    await expectSentence(await base(foreign), /different version/, 78)
  })
})

describe('npm start', () => {
  it('serves a demo, and starts again with the same data after kill -9', async () => {
    const env = { PORT: String(await freePort()), DATA_DIR: newDir() }
    const url = `http://127.0.0.1:${env.PORT}`
    const first = start(env)
    await waitUntilServed(first)
    expect(first.output()).toContain(`is served at ${url}`)
    // The line about demo accounts may be printed shortly after the URL.
    await expect.poll(first.output, { timeout: 30_000 }).toContain('demo accounts')
    const flags = await (await fetch(`${url}/api/visibility`)).json()
    expect(flags.find((f: { name: string }) => f.name === 'COMINGSOON_VISIBILITY').visible).toBe(
      '1',
    )

    const busy = start({ ...env, PORT: String(await freePort()) })
    expect(await busy.exit).toBe(1)
    expect(busy.output()).toMatch(/is in use by process \d+/)

    const seeded = run('seed', env, '--guests', '500')
    expect(await seeded.exit).toBe(0)
    expect(seeded.output()).toMatch(/Added 500 guests/)

    first.child.kill('SIGKILL')
    await first.exit
    // The child processes of the killed start end by themselves a moment later.
    const isAlive = () =>
      fetch(`${url}/api/health/live`).then(
        () => true,
        () => false,
      )
    await expect.poll(isAlive).toBe(false)
    const second = start(env)
    await waitUntilServed(second)
    await expect.poll(async () => (await fetch(`${url}/api/health`)).status).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.exit).toBe(0)
    expect(() =>
      process.kill(Number.parseInt(readFileSync(join(env.DATA_DIR, 'owner.pid'), 'utf8'), 10), 0),
    ).toThrow()
  })

  it('migrates once when two instances start at the same time on one database', async () => {
    const DATABASE_URL = await emptyDatabase()
    const launch = async () => start({ DATABASE_URL, PORT: String(await freePort()), ...SECRET })
    const [first, second] = [await launch(), await launch()]
    await Promise.all([waitUntilServed(first), waitUntilServed(second)])
    const sql = postgres(DATABASE_URL, { max: 1 })
    const [row] =
      await sql`select count(*)::int as n, count(distinct hash)::int as d from migrations`
    const [tags] = await sql`select count(*)::int as n from guest_lists`
    await sql.end()
    expect(row?.n).toBe(row?.d)
    expect(tags?.n).toBe(3)
    await expect.poll(first.output).toContain('Staff cannot sign in')
  })
})
