import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { endRuns, newDir, start, waitUntilServed } from '../support/command'
import { newDatabase, slowedDatabase } from '../support/database'
import { startInstance } from '../support/instance'

afterEach(endRuns)

async function startServer() {
  const env = { PORT: String(await freePort()), DATA_DIR: newDir() }
  const running = start(env)
  await waitUntilServed(running)
  return { ...running, ...env, url: `http://127.0.0.1:${env.PORT}` }
}

/** Returns the data folder and the process id of the embedded database of this start. */
async function databaseOf(dataDir: string) {
  const read = (name: string) => readFileSync(join(dataDir, name), 'utf8')
  const { databasePassword } = JSON.parse(read('secrets.json'))
  const port = [...read('postgres.log').matchAll(/port (\d+)/g)].at(-1)?.[1]
  const sql = postgres(`postgres://postgres:${databasePassword}@127.0.0.1:${port}/postgres`, {
    max: 1,
  })
  const [row] = await sql`show data_directory`
  await sql.end()
  const folder = row?.data_directory as string
  return {
    folder,
    pid: Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]),
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface ResponseInfo {
  status: number
  connection: string | undefined
}

const fetchStatus = (url: string, agent: Agent | false) =>
  new Promise<ResponseInfo>((resolve, reject) => {
    get(url, { agent }, (response) => {
      const { statusCode: status = 0, headers } = response
      response.resume().once('end', () => resolve({ status, connection: headers.connection }))
    }).once('error', reject)
  })

it('the server ends within 15 s of SIGTERM under load, and aborts no request', async () => {
  const running = await startServer()
  const { pid } = await databaseOf(running.DATA_DIR)
  let signalledAt = 0
  /** Time at which the health check first reported the shutdown (503). */
  let shutdownSeenAt = Number.POSITIVE_INFINITY
  const broken: unknown[] = []
  const lateResponses: ResponseInfo[] = []
  const sendRequests = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      const startedAt = performance.now()
      const response = await fetchStatus(`${running.url}/api/visibility`, agent).catch(
        (error) => error,
      )
      if (response instanceof Error) {
        // From 1 s after SIGTERM a connection may be refused, or closed before the request is read.
        const { code } = response as NodeJS.ErrnoException
        const isLate = signalledAt > 0 && startedAt > signalledAt + 1000
        const isRefused = isLate && (code === 'ECONNREFUSED' || code === 'ECONNRESET')
        if (!isRefused) broken.push(response)
        return agent.destroy()
      }
      // A fast machine reaches the rate limit, so a 429 is accepted like a 200.
      if (response.status !== 200 && response.status !== 429) broken.push(response)
      if (startedAt > shutdownSeenAt) lateResponses.push(response)
    }
  }
  const loops = Promise.all(Array.from({ length: 8 }, sendRequests))
  // A request that starts before SIGTERM and ends 5 s later.
  const slow = new Promise<ResponseInfo>((resolve, reject) => {
    const body = JSON.stringify({ email: 'a@b.hr' })
    const slowRequest = request(
      `${running.url}/api/gameLeaderboard/`,
      {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': body.length },
      },
      (response) =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
    )
    slowRequest.once('error', reject)
    slowRequest.write(body.slice(0, 5))
    void sleep(5000).then(() => slowRequest.end(body.slice(5)))
  })
  await sleep(1000)
  signalledAt = performance.now()
  running.child.kill('SIGTERM')
  const healthStatuses: number[] = []
  for (;;) {
    const health = await fetchStatus(`${running.url}/api/health`, false).catch(() => null)
    if (!health) break
    healthStatuses.push(health.status)
    if (health.status === 503) shutdownSeenAt = Math.min(shutdownSeenAt, performance.now())
  }
  expect(healthStatuses).toContain(503)
  expect((await slow).status).toBe(400)
  expect(await running.exit).toBe(0)
  expect(performance.now() - signalledAt).toBeLessThan(15_000)
  await loops
  expect(broken).toEqual([])
  expect(lateResponses.length).toBeGreaterThan(0)
  expect(lateResponses.every(({ connection }) => connection === 'close')).toBe(true)
  expect(isAlive(pid)).toBe(false)
})

it('the server keeps responding, and ends on SIGTERM, after its log output was closed', async () => {
  const instance = await startInstance(await newDatabase())
  try {
    instance.child.stdout?.destroy()
    instance.child.stderr?.destroy()
    const send = (path: string, init?: RequestInit) =>
      fetch(instance.url + path, { ...init, signal: AbortSignal.timeout(20_000) })
    const report = { 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'data' } }
    await send('/api/csp/', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify(report),
    })
    expect((await send('/api/health')).status).toBe(200)
    await instance.stop()
    expect(instance.child.exitCode).toBe(0)
  } finally {
    await instance.stop('SIGKILL')
  }
})

it('the database ends when npm gets SIGTERM, although the shell of npm forwards no signal', async () => {
  const env = { PORT: String(await freePort()), DATA_DIR: newDir() }
  const running = start(env, 'npm')
  await waitUntilServed(running)
  const { pid } = await databaseOf(env.DATA_DIR)
  running.child.kill('SIGTERM')
  await expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false)
})

it('a SIGTERM during the build leaves neither a finished build nor a running database', async () => {
  const env = { PORT: String(await freePort()), DATA_DIR: newDir(), BUILD_DIR: '.next/ending' }
  rmSync(env.BUILD_DIR, { recursive: true, force: true })
  const running = start(env)
  await expect.poll(running.output, { timeout: 60_000 }).toContain('Building…')
  const { pid } = await databaseOf(env.DATA_DIR)
  running.child.kill('SIGTERM')
  expect(await running.exit).toBe(0)
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(env.BUILD_DIR, 'made-from'))).toBe(false)
})

it('the server restarts a dead database, and exits with an explanation when that fails', async () => {
  const running = await startServer()
  const health = async () => (await fetch(`${running.url}/api/health`)).status
  const first = await databaseOf(running.DATA_DIR)
  process.kill(first.pid, 'SIGKILL')
  await expect.poll(running.output, { timeout: 30_000 }).toContain('is started again')
  await expect.poll(health, { timeout: 30_000 }).toBe(200)
  expect((await fetch(`${running.url}/api/public/lineup`)).status).toBe(200)

  const { folder, pid } = await databaseOf(running.DATA_DIR)
  expect(pid).not.toBe(first.pid)
  renameSync(join(folder, 'PG_VERSION'), join(folder, 'PG_VERSION.away'))
  process.kill(pid, 'SIGKILL')
  expect(await running.exit).toBe(1)
  expect(running.output()).toMatch(/The database ended and cannot be started again. Read .*log/)
})

it('the health check responds within 2 s when the database hangs, and reports a read-only database', async () => {
  const database = await newDatabase()
  const databaseProxy = await slowedDatabase(database)
  const instance = await startInstance(databaseProxy.url)
  let durations: number[] = []
  const health = async () => {
    const startedAt = performance.now()
    const response = await fetch(`${instance.url}/api/health`)
    durations.push(performance.now() - startedAt)
    return `${response.status} ${(await response.json()).database}`
  }
  try {
    await expect.poll(health).toBe('200 ok')
    databaseProxy.hang()
    durations = []
    for (let i = 0; i < 5; i++) expect(await health()).toBe('503 unreachable')
    // Takes the fastest of five responses, so that a stall of the test machine causes no failure.
    expect(Math.min(...durations)).toBeLessThan(2000)
    databaseProxy.resume()
    await expect.poll(health, { timeout: 30_000 }).toBe('200 ok')

    const sql = postgres(database, { max: 1, onnotice: () => {} })
    const name = new URL(database).pathname.slice(1)
    const setReadOnly = async (on: boolean) => {
      await sql`alter database ${sql(name)} set default_transaction_read_only = ${sql.unsafe(on ? 'on' : 'off')}`
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
    }
    await setReadOnly(true)
    await expect.poll(health, { timeout: 30_000 }).toBe('503 full')
    await sql`set default_transaction_read_only = off`
    await setReadOnly(false)
    await expect.poll(health, { timeout: 30_000 }).toBe('200 ok')
    await sql.end()
  } finally {
    await instance.stop()
    databaseProxy.stop()
  }
})

it('the health check reports a full disk, and recovers when there is space again', async ({
  skip,
}) => {
  const disk = newDir()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', disk])
  // Mounting a small disk needs root, so the test is skipped without it.
  if (mounted.status !== 0) return skip()
  const env = { PORT: String(await freePort()), DATA_DIR: join(disk, 'data') }
  const running = start(env)
  const health = async () => {
    const response = await fetch(`http://127.0.0.1:${env.PORT}/api/health`)
    return `${response.status} ${(await response.json()).database}`
  }
  try {
    await waitUntilServed(running)
    await expect.poll(health).toBe('200 ok')
    const fillerFile = join(disk, 'filling')
    expect(() => writeFileSync(fillerFile, Buffer.alloc(150 << 20))).toThrow('ENOSPC')
    await expect.poll(health, { timeout: 30_000 }).toBe('503 full')
    rmSync(fillerFile)
    await expect.poll(health, { timeout: 30_000 }).toBe('200 ok')
  } finally {
    running.child.kill('SIGTERM')
    await running.exit
    spawnSync('umount', [disk])
  }
})
