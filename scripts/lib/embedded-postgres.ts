import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type Cluster, prepareCluster } from './postgres-binaries'
import { StartProblem } from './say'

const DATABASE = 'brucosijada'

/**
 * A real PostgreSQL of this folder's own: made at the first call, found again at later
 * ones. A server left behind by a killed process is stopped first; one that belongs to a
 * running process is used along with it if `share`, and ends the start with a sentence if not.
 */
export async function startEmbeddedPostgres(dataDir: string, password: string, share = false) {
  const cluster = prepareCluster(dataDir)
  const owner = join(dataDir, 'owner.pid')
  const urlAt = (port: string | number) => (database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  const running = await runningServer(cluster, password)
  if (running) {
    const by = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0
    const isOwned = by !== 0 && by !== process.pid && isAlive(by)
    if (isOwned && share) {
      const urlOf = urlAt(running.port)
      return { url: urlOf(DATABASE), urlOf, stop: async () => {} }
    }
    if (isOwned)
      throw new StartProblem(
        `The database in ${dataDir} is in use by process ${by}: stop that one, or set DATA_DIR to another folder.`,
      )
    await stopServer(cluster, running.pid)
  }
  writeFileSync(owner, String(process.pid))
  if (!existsSync(join(cluster.dataDir, 'PG_VERSION'))) initialise(cluster, password)

  const port = await freePort()
  const log = openSync(join(dataDir, 'postgres.log'), 'a')
  const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const child = spawn(cluster.postgres, ['-D', cluster.dataDir, '-p', String(port), ...flags], {
    ...cluster.as,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_MESSAGES: 'C' },
    cwd: '/',
  })
  let exited = false
  child.on('exit', () => {
    exited = true
  })
  child.unref()
  const url = urlAt(port)
  await ready(url('postgres'), () => exited, join(dataDir, 'postgres.log'))
  await createDatabase(url('postgres'), DATABASE)

  const stop = async () => {
    if (!exited) child.kill('SIGINT')
    while (!exited) await sleep(20)
    rmSync(owner, { force: true })
  }
  return { url: url(DATABASE), urlOf: url, stop }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function initialise({ initdb, dataDir, as }: Cluster, password: string) {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secret = join(tmpdir(), `brucosijada-${process.pid}-${Date.now()}`)
  writeFileSync(secret, password, { mode: 0o600 })
  if (as.uid !== undefined && as.gid !== undefined)
    for (const path of [dataDir, secret]) chownSync(path, as.uid, as.gid)
  try {
    execFileSync(
      initdb,
      ['-D', dataDir, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${secret}`].concat(
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
      ),
      { ...as, stdio: 'pipe', cwd: '/', env: { ...process.env, LC_ALL: 'C' } },
    )
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    const reason = String((error as { stderr?: Buffer }).stderr ?? error).trim()
    throw new StartProblem(`The database could not be made in ${dataDir}: ${reason}`)
  } finally {
    rmSync(secret, { force: true })
  }
}

/**
 * The server of this folder if one runs, as after kill -9 of its owner. It counts only
 * when it answers with our password and names our folder: a process number alone may be
 * anybody's.
 */
async function runningServer({ dataDir }: Cluster, password: string) {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pid, , , port] = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  if (!pid || !port || !isAlive(Number(pid))) return null
  const sql = postgres(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, {
    max: 1,
    connect_timeout: 3,
    onnotice: () => {},
  })
  const isOurs = await sql`show data_directory`.then(
    ([row]) => row?.data_directory === dataDir,
    () => false,
  )
  await sql.end({ timeout: 1 })
  return isOurs ? { pid: Number(pid), port } : null
}

async function stopServer({ dataDir }: Cluster, pid: number) {
  process.kill(pid, 'SIGINT')
  const file = join(dataDir, 'postmaster.pid')
  for (let i = 0; existsSync(file) && i < 500; i++) await sleep(20)
}

async function ready(url: string, hasExited: () => boolean, log: string) {
  for (let i = 0; i < 1200; i++) {
    if (hasExited()) throw new StartProblem(`The database did not start; the reason is in ${log}.`)
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} })
    const answered = await sql`select 1`.then(
      () => true,
      () => false,
    )
    await sql.end({ timeout: 1 })
    if (answered) return
    await sleep(50)
  }
  throw new StartProblem(`The database did not get ready within a minute; see ${log}.`)
}

/** Makes the database `name` on the server at `url` unless it is there. */
export async function createDatabase(url: string, name: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`
    if (!found) await sql`create database ${sql(name)}`
  } finally {
    await sql.end()
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
