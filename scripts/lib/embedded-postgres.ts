import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type Cluster, initialise, prepareCluster } from './postgres-cluster'
import { StartProblem, say } from './say'

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
      return {
        url: urlOf(DATABASE),
        urlOf,
        stop: async () => {},
        lost: new Promise<never>(() => {}),
      }
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
  const log = join(dataDir, 'postgres.log')
  const url = urlAt(port)
  const server = keepServer(cluster, port, log)
  await ready(url('postgres'), server, log)
  await createDatabase(url('postgres'), DATABASE)
  server.watch()
  const stop = async () => {
    await server.stop()
    rmSync(owner, { force: true })
  }
  return { url: url(DATABASE), urlOf: url, stop, lost: server.lost }
}

/** So often within a minute, and a second apart, a server that ended by itself is started again. */
const TRIES = 5

/**
 * Runs the server of this folder. Once watched, one that ends by itself is started again on the
 * same port, where everybody finds it; `lost` rejects with a sentence when that does not help.
 */
function keepServer({ postgres, dataDir, as }: Cluster, port: number, logFile: string) {
  const log = openSync(logFile, 'a')
  const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const ends: number[] = []
  let child: ChildProcess
  let hasExited = false
  let isKept = false
  let giveUp = (_problem: StartProblem) => {}
  const lost = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  lost.catch(() => {})
  const launch = () => {
    hasExited = false
    child = spawn(postgres, ['-D', dataDir, '-p', String(port), ...flags], {
      ...as,
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, LC_MESSAGES: 'C' },
      cwd: '/',
    })
    child.on('exit', ended)
    child.unref()
  }
  const ended = async () => {
    hasExited = true
    if (!isKept) return
    ends.push(Date.now())
    if (ends.filter((at) => at > Date.now() - 60_000).length > TRIES)
      return giveUp(
        new StartProblem(`The database ended and cannot be started again; see ${logFile}.`),
      )
    say('The database ended by itself and is started again.')
    await sleep(1000)
    if (isKept) launch()
  }
  const gone = async (milliseconds: number) => {
    for (let i = 0; !hasExited && i < milliseconds / 20; i++) await sleep(20)
    return hasExited
  }
  launch()
  return {
    lost,
    hasExited: () => hasExited,
    watch: () => {
      isKept = true
    },
    /** Ends what runs in it, then without a farewell, then by force: five seconds at the most. */
    stop: async () => {
      isKept = false
      for (const [signal, patience] of [
        ['SIGINT', 3000],
        ['SIGQUIT', 1500],
        ['SIGKILL', 500],
      ] as const) {
        if (hasExited) return
        child.kill(signal)
        if (await gone(patience)) return
      }
    },
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
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

async function ready(url: string, { hasExited }: { hasExited: () => boolean }, log: string) {
  for (let i = 0; i < 1200; i++) {
    if (hasExited()) throw new StartProblem(`The database did not start; the reason is in ${log}.`)
    if (await answers(url)) return
    await sleep(50)
  }
  throw new StartProblem(`The database did not get ready within a minute; see ${log}.`)
}

/** Whether a server answers there, within two seconds. */
export async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} })
  const isThere = await sql`select 1`.then(
    () => true,
    () => false,
  )
  await sql.end({ timeout: 1 })
  return isThere
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

/**
 * A port that nobody listens on. Not one of those that the system gives out by itself, from 32768
 * on: until whoever asked listens on it, somebody else might be given it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const isFree = await new Promise<boolean>((resolve, reject) => {
      const server = createServer().once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      )
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
