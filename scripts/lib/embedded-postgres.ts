import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { print, UserError } from './command'
import { codeOf } from './error-code'
import { type Cluster, initialise, isInitialised, prepareCluster } from './postgres-cluster'
import { LOG_PRIVACY_FLAGS, openLog } from './postgres-log'
import { commandOf, isAlive, startIdOf } from './processes'

const DATABASE = 'brucosijada'

/**
 * Starts the PostgreSQL server of a data folder; the first call creates it. A server that a killed
 * process left behind is stopped first. A server of another running process is shared if `share` is
 * true; otherwise throws a UserError.
 */
export async function startEmbeddedPostgres(dataDir: string, password: string, share = false) {
  const cluster = prepareCluster(dataDir)
  const ownerFile = join(dataDir, 'owner.pid')
  const urlAt = (port: string | number) => (database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  const ownerPid = claim(ownerFile)
  if (ownerPid !== null) {
    const running = share ? await findServerOf(ownerPid, cluster, password) : null
    if (!running)
      throw new UserError(
        `The database in ${dataDir} is in use by process ${ownerPid}: stop that process, or set DATA_DIR to another folder.`,
      )
    const urlOf = urlAt(running.port)
    return {
      url: urlOf(DATABASE),
      urlOf,
      stop: async () => {},
      lost: new Promise<never>(() => {}),
    }
  }
  try {
    const running = await runningServer(cluster, password)
    if (running) await stopServer(cluster, running.pid)
    if (!isInitialised(cluster)) initialise(cluster, password)

    const port = await freePort()
    const log = join(dataDir, 'postgres.log')
    const url = urlAt(port)
    const server = superviseServer(cluster, port, log)
    await waitForServer(url('postgres'), server, log)
    await createDatabase(url('postgres'), DATABASE)
    server.restartOnExit()
    const stop = async () => {
      await server.stop()
      rmSync(ownerFile, { force: true })
    }
    return { url: url(DATABASE), urlOf: url, stop, lost: server.lost }
  } catch (error) {
    rmSync(ownerFile, { force: true })
    throw error
  }
}

/**
 * Makes this process the owner of the folder and returns null. If a running process owns it,
 * returns the id of that process. The file also contains the start time of the owner, because a
 * process id may be reused.
 */
export function claim(file: string): number | null {
  const ownContent = `${process.pid}\n${startIdOf(process.pid)}`
  for (;;) {
    // The file is complete before it gets its name: another start would take an empty file for a
    // stale claim.
    const unfinished = `${file}.${process.pid}.new`
    writeFileSync(unfinished, ownContent)
    const isClaimed = nullOnError('EEXIST', () => linkSync(unfinished, file)) !== null
    rmSync(unfinished)
    if (isClaimed) return null
    const found = nullOnError('ENOENT', () => readFileSync(file, 'utf8'))
    if (found === null) continue
    if (found === ownContent) return null
    const [number = '', birth] = found.split('\n')
    const pid = Number(number)
    const isSameProcess = birth ? birth === startIdOf(pid) : /node/.test(commandOf(pid) ?? 'node')
    if (pid > 0 && pid !== process.pid && isAlive(pid) && isSameProcess) return pid
    // Removes only the file that was read. Another start may have written its own meanwhile, which
    // is put back.
    const stale = `${file}.${process.pid}`
    if (nullOnError('ENOENT', () => renameSync(file, stale)) === null) continue
    if (readFileSync(stale, 'utf8') !== found) nullOnError('EEXIST', () => linkSync(stale, file))
    rmSync(stale)
  }
}

/**
 * Returns the result of `work`, which may be `undefined`; null if it throws an error with this
 * code.
 */
function nullOnError<T>(code: string, work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (codeOf(error) !== code) throw error
    return null
  }
}

/**
 * Returns the server of another process that owns the folder. Waits about a minute for it, because
 * it may be starting; then returns null.
 */
async function findServerOf(owner: number, cluster: Cluster, password: string) {
  for (let i = 0; i < 600 && isAlive(owner); i++) {
    const running = await runningServer(cluster, password)
    if (running && (await acceptsConnections(urlOfServer(running.port, password, DATABASE))))
      return running
    await sleep(100)
  }
  return null
}

const urlOfServer = (port: string, password: string, database = 'postgres') =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

/**
 * Maximum number of restarts per minute of a server that ended by itself. A restart waits one
 * second.
 */
const MAX_RESTARTS_PER_MINUTE = 5

/**
 * Runs the server of the data folder. After `restartOnExit`, a server that ends by itself is
 * started again on the same port. `lost` rejects with a UserError if the restarts do not help.
 */
function superviseServer(cluster: Cluster, port: number, logFile: string) {
  const { postgres, dataDir, as } = cluster
  const log = openLog(logFile)
  const flags = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...LOG_PRIVACY_FLAGS,
  ].flatMap((flag) => ['-c', flag])
  const exitTimes: number[] = []
  let child: ChildProcess
  let hasExited = false
  let shouldRestart = false
  let rejectLost = (_problem: UserError) => {}
  const lost = new Promise<never>((_, reject) => {
    rejectLost = reject
  })
  lost.catch(() => {})
  const launch = () => {
    hasExited = false
    takeOverLockFile(cluster)
    child = spawn(postgres, ['-D', dataDir, '-p', String(port), ...flags], {
      ...as,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { ...process.env, LC_MESSAGES: 'C' },
      cwd: '/',
    })
    child.on('exit', ended)
    child.unref()
  }
  const ended = async () => {
    hasExited = true
    if (!shouldRestart) return
    exitTimes.push(Date.now())
    if (exitTimes.filter((at) => at > Date.now() - 60_000).length > MAX_RESTARTS_PER_MINUTE)
      return rejectLost(
        new UserError(`The database ended and cannot be started again. Read ${logFile}.`),
      )
    print('The database ended unexpectedly and is started again.')
    await sleep(1000)
    if (shouldRestart) launch()
  }
  const waitForExit = async (timeoutMs: number) => {
    for (let i = 0; !hasExited && i < timeoutMs / 20; i++) await sleep(20)
    return hasExited
  }
  launch()
  return {
    lost,
    hasExited: () => hasExited,
    restartOnExit: () => {
      shouldRestart = true
    },
    /**
     * Stops the server within five seconds: first running queries are cancelled (SIGINT), then it
     * ends without a shutdown checkpoint (SIGQUIT), then it is killed.
     */
    stop: async () => {
      shouldRestart = false
      log.stopChecks()
      for (const [signal, timeoutMs] of [
        ['SIGINT', 3000],
        ['SIGQUIT', 1500],
        ['SIGKILL', 500],
      ] as const) {
        if (hasExited) return
        child.kill(signal)
        if (await waitForExit(timeoutMs)) return
      }
    },
  }
}

/**
 * Returns the running server of the data folder, for example after `kill -9` of its owner; null if
 * there is none. The process in `postmaster.pid` counts if its command line contains the folder, or
 * if it accepts our password and reports the folder. Its id alone may belong to any process.
 */
async function runningServer({ dataDir }: Cluster, password: string) {
  const [pid, , , port] = readLockFile(dataDir)
  if (!pid || !port || !isAlive(Number(pid))) return null
  const found = { pid: Number(pid), port }
  const command = commandOf(found.pid)
  if (command !== null) return isServerOf(command, dataDir) ? found : null
  const sql = postgres(urlOfServer(port, password), {
    max: 1,
    connect_timeout: 3,
    onnotice: () => {},
  })
  const isOurs = await sql`show data_directory`.then(
    ([row]) => row?.data_directory === dataDir,
    () => false,
  )
  await sql.end({ timeout: 1 })
  return isOurs ? found : null
}

const isServerOf = (command: string, dataDir: string) =>
  /postgres/.test(command) && command.split(' -D ')[1]?.startsWith(`${dataDir} `) === true

const lockFileOf = (dataDir: string) => join(dataDir, 'postmaster.pid')

function readLockFile(dataDir: string): string[] {
  const file = lockFileOf(dataDir)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
}

/**
 * Writes our process id into a lock file that a power cut left behind. PostgreSQL refuses to start
 * while a process with the id in the file runs, but it ignores the id of its own parent. It still
 * checks whether the shared memory named in the file is in use.
 */
function takeOverLockFile({ dataDir }: Cluster) {
  const [pid, ...otherLines] = readLockFile(dataDir)
  if (pid) writeFileSync(lockFileOf(dataDir), [process.pid, ...otherLines].join('\n'))
}

/**
 * Stops a server that was left running. Throws a UserError if it has not ended after 15 seconds.
 */
async function stopServer({ dataDir }: Cluster, pid: number) {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    for (let i = 0; i < 375; i++) {
      if (!existsSync(lockFileOf(dataDir)) || !isAlive(pid)) return
      await sleep(20)
    }
  }
  throw new UserError(
    `A database that was left running in ${dataDir} does not stop: end process ${pid}.`,
  )
}

async function waitForServer(
  url: string,
  { hasExited }: { hasExited: () => boolean },
  log: string,
) {
  for (let i = 0; i < 1200; i++) {
    if (hasExited()) throw new UserError(`The database did not start. The reason is in ${log}.`)
    if (await acceptsConnections(url)) return
    await sleep(50)
  }
  throw new UserError(`The database was not ready within a minute. Read ${log}.`)
}

/** Whether a database server accepts connections at this URL within two seconds. */
export async function acceptsConnections(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} })
  const isConnected = await sql`select 1`.then(
    () => true,
    () => false,
  )
  await sql.end({ timeout: 1 })
  return isConnected
}

/** Creates the database `name` on the server at `url`, unless it exists. */
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
 * Returns a free port below 32768. The system itself assigns ports from 32768 on, so another
 * process might get such a port before the caller uses it.
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
