import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import postgres from 'postgres'
import { afterEach, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from '@/scripts/lib/embedded-postgres'
import { initialise, isInitialised, prepareCluster } from '@/scripts/lib/postgres-cluster'
import { openLog } from '@/scripts/lib/postgres-log'
import { isAlive } from '@/scripts/lib/processes'
import { endRuns, newDir, run } from '../support/command'
import { kill, lockFileOf, serverPid, startOwner } from '../support/embedded'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await endRuns()
})

async function startServer(dir: string) {
  const server = await startEmbeddedPostgres(dir, 'x')
  stops.push(server.stop)
  return server
}

async function runSql(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  return sql.unsafe(text).finally(() => sql.end())
}

async function spawnOwner(dir: string) {
  const owner = await startOwner(dir)
  stops.push(() => kill(owner.child))
  return owner
}

it('starts after a power cut if another process has the stored process id', {
  tags: ['full'],
}, async () => {
  const dir = newDir()
  const { child, url } = await spawnOwner(dir)
  await runSql(url, 'create table numbers (n int)')
  await kill(child)
  const orphanPid = serverPid(dir)
  process.kill(orphanPid, 'SIGKILL')
  await expect.poll(() => isAlive(orphanPid)).toBe(false)
  // PostgreSQL takes any process of its own system user for a running server, if the lock file
  // names its PID.
  const { uid } = prepareCluster(dir).as
  const another = spawn('sleep', ['600'], { uid })
  stops.push(() => kill(another))
  const lines = readFileSync(lockFileOf(dir), 'utf8').split('\n')
  writeFileSync(lockFileOf(dir), [another.pid, ...lines.slice(1)].join('\n'))
  writeFileSync(join(dir, 'owner.pid'), `${another.pid}\nanother boot`)
  const server = await startServer(dir)
  expect(await runSql(server.url, 'select from numbers')).toEqual([])
})

it('stops a server that was left running before it starts the cluster', {
  tags: ['full'],
}, async () => {
  const dir = newDir()
  const { child } = await spawnOwner(dir)
  const first = serverPid(dir)
  await kill(child)
  expect(isAlive(first)).toBe(true)
  // A PostgreSQL server that does not respond is still identified as the server of this folder.
  process.kill(first, 'SIGSTOP')
  await expect(startEmbeddedPostgres(dir, 'x')).rejects.toThrow(`end process ${first}`)
  expect(serverPid(dir)).toBe(first)
  process.kill(first, 'SIGCONT')
  await startServer(dir)
  // The system may still list an ended process for a short time.
  await expect.poll(() => isAlive(first)).toBe(false)
})

it('a cluster belongs to one process at a time, and to the next after that process ends', {
  tags: ['full'],
}, async () => {
  const dir = newDir()
  const { child, url } = await spawnOwner(dir)
  await expect(startEmbeddedPostgres(dir, 'x')).rejects.toThrow(`is in use by process ${child.pid}`)
  expect((await startEmbeddedPostgres(dir, 'x', true)).url).toBe(url)
  await kill(child)
  await startServer(dir)
})

it('starts after a kill during the first start', { tags: ['full'] }, async () => {
  const dir = newDir()
  const { dataDir } = prepareCluster(dir)
  const isCreating = () =>
    existsSync(dirname(dataDir)) &&
    readdirSync(dirname(dataDir)).some((name) => name.startsWith(`${basename(dataDir)}.unfinished`))
  const first = run('db-migrate', { DATA_DIR: dir })
  await expect.poll(isCreating, { interval: 5 }).toBe(true)
  first.child.kill('SIGKILL')
  await first.exit
  expect(existsSync(join(dataDir, 'PG_VERSION'))).toBe(false)
  const second = run('db-migrate', { DATA_DIR: dir })
  expect(`${await second.exit} ${second.output()}`).toMatch(/^0 /)
  expect(isCreating()).toBe(false)
})

it('creates one cluster for two concurrent first starts', { tags: ['full'] }, async () => {
  const dir = newDir()
  const both = [run('db-migrate', { DATA_DIR: dir }), run('db-migrate', { DATA_DIR: dir })]
  const exits = await Promise.all(both.map(async ({ exit, output }) => `${await exit} ${output()}`))
  expect(exits.filter((exit) => exit.startsWith('0 ')).length).toBeGreaterThan(0)
  // The second process may lose the database when the first ends, and reports that.
  for (const exit of exits) expect(exit).toMatch(/^0 |^1 The database /)
  const third = run('db-migrate', { DATA_DIR: dir })
  expect(`${await third.exit} ${third.output()}`).toMatch(/^0 The database is up to date/)
})

it('writes a small log without personal data, readable only by its owner', async () => {
  const dir = newDir()
  const file = join(dir, 'postgres.log')
  writeFileSync(file, '', { mode: 0o644 })
  const server = await startServer(dir)
  await runSql(server.url, 'create table people (jmbag text unique)')
  await runSql(server.url, `insert into people values ('0036500001')`)
  await expect(runSql(server.url, `insert into people values ('0036500001')`)).rejects.toThrow()
  expect(readFileSync(file, 'utf8')).toContain('duplicate key value')
  expect(readFileSync(file, 'utf8')).not.toContain('0036500001')
  expect(statSync(file).mode & 0o777).toBe(0o600)

  truncateSync(file, 20_000_000)
  openLog(file).stopChecks()
  expect(statSync(file).size).toBe(0)
  expect(statSync(`${file}.1`).size).toBe(20_000_000)
  expect(statSync(`${file}.1`).mode & 0o777).toBe(0o600)
})

it('empties a large log that cannot be copied, without ending the process', () => {
  const dir = newDir()
  const file = join(dir, 'postgres.log')
  writeFileSync(file, '')
  truncateSync(file, 20_000_000)
  mkdirSync(`${file}.1`)
  openLog(file).stopChecks()
  expect(statSync(file).size).toBe(0)

  const timers = vi.spyOn(globalThis, 'setInterval')
  const log = openLog(file)
  const checkSize = timers.mock.calls[0]?.[0] as () => void
  timers.mockRestore()
  truncateSync(file, 20_000_000)
  rmSync(file)
  expect(checkSize).not.toThrow()
  log.stopChecks()
})

it('keeps a damaged cluster next to the new one, and reports it', async () => {
  const dir = newDir()
  const cluster = prepareCluster(dir)
  mkdirSync(join(cluster.dataDir, 'base'), { recursive: true })
  writeFileSync(join(cluster.dataDir, 'PG_VERSION'), '18')
  writeFileSync(join(cluster.dataDir, 'base', 'people'), 'rows')
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  initialise(cluster, 'x')
  const output = String(written.mock.calls.flat())
  written.mockRestore()
  const [brokenDir = ''] = readdirSync(dirname(cluster.dataDir)).filter((name) =>
    name.startsWith(`${basename(cluster.dataDir)}.broken-`),
  )
  expect(output).toContain(join(dirname(cluster.dataDir), brokenDir))
  expect(readFileSync(join(dirname(cluster.dataDir), brokenDir, 'base', 'people'), 'utf8')).toBe(
    'rows',
  )
  expect(isInitialised(cluster)).toBe(true)
})
