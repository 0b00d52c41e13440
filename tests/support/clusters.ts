import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { createDatabase, freePort } from '@/scripts/lib/embedded-postgres'
import { initialise, prepareCluster } from '@/scripts/lib/postgres-cluster'
import { tempDir } from './temp-dir'

const PASSWORD = 'test'
const DATABASE = 'festival'

/**
 * Prepares a real PostgreSQL server with its own folder and port, which stay the same over
 * restarts.
 */
export async function makeServer(name: string) {
  const dir = tempDir()
  const cluster = prepareCluster(dir)
  const port = await freePort()
  const log = join(dir, 'postgres.log')
  const url = (database = DATABASE) =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`
  let child: ChildProcess | undefined
  let standbyFlags: string[] = []

  /** Runs SQL on this server as the owner and returns the rows. */
  const query = async (text: string, database = 'postgres'): Promise<postgres.Row[]> => {
    const sql = postgres(url(database), { max: 1, connect_timeout: 5, onnotice: () => {} })
    return sql.unsafe(text).finally(() => sql.end({ timeout: 1 }))
  }

  /** Starts the server on its existing data. Resolves when the server accepts queries. */
  const start = async () => {
    // Turns fsync off: tests kill processes, not the machine, so data need not reach the disk.
    const baseFlags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
    const flags = [...baseFlags, ...standbyFlags]
    const output = openSync(log, 'a')
    child = spawn(
      cluster.postgres,
      ['-D', cluster.dataDir, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])],
      { ...cluster.as, cwd: '/', stdio: ['ignore', output, output] },
    )
    while (!(await query('select 1').catch(() => null))) {
      if (child.exitCode !== null) throw new Error(`a database did not start: ${log}`)
      await sleep(50)
    }
  }

  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  const signalAll = (signal: NodeJS.Signals) => {
    const parent = Number(child?.pid)
    const children = execFileSync('pgrep', ['-P', `${parent}`], { encoding: 'utf8' })
    for (const pid of [parent, ...children.trim().split('\n').map(Number)])
      process.kill(pid, signal)
  }

  return {
    port,
    url,
    query,
    start,
    /** Kills the server without a shutdown, as `kill -9` does. */
    kill: () => end('SIGKILL'),
    /** Shuts the server down in order. */
    stop: () => end('SIGINT'),
    /**
     * `freeze` pauses all processes of the server, `thaw` resumes them. A paused server does not
     * respond, but loses no data.
     */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),

    /** Creates a new, empty database and starts the server. */
    createAndStart: async () => {
      initialise(cluster, PASSWORD)
      await start()
      await createDatabase(url('postgres'), DATABASE)
    },

    /**
     * Replaces this server by a copy of a running primary, and starts it as a standby of that
     * primary.
     */
    follow: async (primary: { port: number; url: (database?: string) => string }) => {
      await end('SIGKILL')
      const connection = postgres(primary.url('postgres'), { max: 1, onnotice: () => {} })
      await connection`select pg_backup_start('copy', true)`
      const [from] = await connection`show data_directory`
      rmSync(cluster.dataDir, { recursive: true, force: true })
      try {
        execFileSync('cp', ['-a', from?.data_directory, cluster.dataDir], { stdio: 'pipe' })
      } catch (error) {
        // Files may vanish while they are copied. The replay of the WAL repairs the copy.
        if (!/No such file|vanished/.test(String((error as { stderr?: Buffer }).stderr)))
          throw error
      }
      const [backup] = await connection`select labelfile from pg_backup_stop(false)`
      await connection.end()
      const dataPath = (...path: string[]) => join(cluster.dataDir, ...path)
      for (const file of ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf'])
        rmSync(dataPath(file), { force: true })
      for (const file of readdirSync(dataPath('pg_wal')))
        if (!/^(archive_status|summaries)$/.test(file)) rmSync(dataPath('pg_wal', file))
      writeFileSync(dataPath('backup_label'), backup?.labelfile)
      writeFileSync(dataPath('standby.signal'), '')
      const { uid, gid } = cluster.as
      if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, cluster.dataDir])
      standbyFlags = [
        `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD} application_name=${name}`,
      ]
      await start()
    },

    /** Promotes the standby to primary. Resolves when the server accepts writes. */
    promote: async () => {
      await query('select pg_promote(true, 60)')
    },

    /**
     * Makes commits synchronous: a commit returns only after this standby has also written it to
     * disk.
     */
    requireStandby: async (standby: string) => {
      await query(`alter system set synchronous_standby_names = '${standby}'`)
      await query('select pg_reload_conf()')
      const syncStandbyQuery = `select from pg_stat_replication where sync_state = 'sync'`
      while ((await query(syncStandbyQuery)).length === 0) await sleep(50)
    },

    clear: async () => {
      await end('SIGKILL')
      for (const path of [cluster.dataDir, dir]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/**
 * Starts two real servers. The second follows the first, and each commit waits for both. `url`
 * names both servers, as DATABASE_URL does. After `first.kill()` and `second.promote()` the second
 * is the primary. Then `first.start()` is the operator's mistake, and `first.follow(second)` the
 * right step.
 */
export async function startPair() {
  const [first, second] = [await makeServer('first'), await makeServer('second')]
  await first.createAndStart()
  await second.follow(first)
  await first.requireStandby('second')
  const hosts = (...servers: { port: number }[]) =>
    servers.map(({ port }) => `127.0.0.1:${port}`).join()
  const urlOf = (hostList: string, database = DATABASE) =>
    `postgres://postgres:${PASSWORD}@${hostList}/${database}?target_session_attrs=primary`
  return {
    first,
    second,
    url: urlOf(hosts(first, second)),
    /** Returns the database URL with other ports, such as the ports of proxies in between. */
    urlBy: (...ports: number[]) => urlOf(hosts(...ports.map((port) => ({ port })))),
    clear: async () => {
      await Promise.all([first.clear(), second.clear()])
    },
  }
}
