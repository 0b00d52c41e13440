import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { acceptsConnections, freePort } from '@/scripts/lib/embedded-postgres'
import { initialise, prepareCluster } from '@/scripts/lib/postgres-cluster'

export const PASSWORD = 'test'
/**
 * Size of the volume of each server, small enough for a fault to fill it. FLAGS keeps the WAL
 * small.
 */
const VOLUME = '600m'
const FLAGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=150',
  'min_wal_size=32MB',
  'max_wal_size=96MB',
  'wal_keep_size=64MB',
]

const MEGABYTE = Buffer.alloc(1 << 20)

/**
 * Creates a PostgreSQL server that is restarted whenever it ends, as by a service manager. Its data
 * are on a small volume of its own if one can be mounted (`canFill`).
 */
export async function makeServer(dir: string, name: string) {
  const volume = join(dir, name)
  mkdirSync(volume)
  const mount = ['-t', 'tmpfs', '-o', `size=${VOLUME},mode=755`, 'tmpfs', volume]
  const canFill = spawnSync('mount', mount).status === 0
  const cluster = {
    ...prepareCluster(join(dir, 'cluster')),
    dataDir: join(volume, 'data'),
  }
  const { uid, gid } = cluster.as
  if (uid !== undefined && gid !== undefined) chownSync(volume, uid, gid)
  const port = await freePort()
  const log = openSync(join(dir, `${name}.log`), 'a')
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  const fillerFile = join(volume, 'filling')
  let child: ChildProcess | undefined
  let shouldRestart = false
  let standbyFlags: string[] = []

  const launch = () => {
    const flags = [...FLAGS, ...standbyFlags].flatMap((flag) => ['-c', flag])
    const args = ['-D', cluster.dataDir, '-p', String(port), ...flags]
    const launched = spawn(cluster.postgres, args, {
      ...cluster.as,
      stdio: ['ignore', log, log],
      cwd: '/',
      env: { ...process.env, LC_MESSAGES: 'C' },
    })
    child = launched
    launched.on('exit', async () => {
      await sleep(300)
      if (shouldRestart && child === launched) launch()
    })
  }
  const start = async () => {
    shouldRestart = true
    launch()
    await waitForDatabase(url)
  }
  const end = async () => {
    shouldRestart = false
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const query = async (text: string): Promise<postgres.Row[]> => {
    const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
    return sql.unsafe(text).finally(() => sql.end({ timeout: 1 }))
  }
  const copyDataOf = async (primary: { url: string }) => {
    const primarySql = postgres(primary.url, { max: 1, onnotice: () => {} })
    await primarySql`select pg_backup_start('copy', true)`
    const [from] = await primarySql`show data_directory`
    rmSync(cluster.dataDir, { recursive: true, force: true })
    // Files change while they are copied. Replaying the WAL afterwards corrects the copy.
    spawnSync('cp', ['-a', from?.data_directory, cluster.dataDir])
    const [backup] = await primarySql`select labelfile from pg_backup_stop(false)`
    await primarySql.end()
    return backup?.labelfile as string
  }
  return {
    name,
    port,
    url,
    canFill,
    start,
    end,
    query,
    createAndStart: async () => {
      initialise(cluster, PASSWORD)
      await start()
    },
    /**
     * Rebuilds this server as a standby of a running primary. From then on each commit of the
     * primary waits for this standby.
     */
    follow: async (primary: { port: number; url: string; query: typeof query }) => {
      const label = await copyDataOf(primary)
      const dataPath = (...path: string[]) => join(cluster.dataDir, ...path)
      for (const file of ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf'])
        rmSync(dataPath(file), { force: true })
      for (const file of readdirSync(dataPath('pg_wal')))
        if (!/^(archive_status|summaries)$/.test(file)) rmSync(dataPath('pg_wal', file))
      writeFileSync(dataPath('backup_label'), label)
      writeFileSync(dataPath('standby.signal'), '')
      if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, cluster.dataDir])
      const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD}`
      standbyFlags = [`primary_conninfo=${from} application_name=${name}`]
      await start()
      await primary.query(`alter system set synchronous_standby_names = '${name}'`)
      await primary.query('select pg_reload_conf()')
    },
    hasSyncStandby: () =>
      query(`select from pg_stat_replication where sync_state = 'sync'`).then(
        (rows) => rows.length > 0,
        () => false,
      ),
    signal: (signal: NodeJS.Signals) => child?.kill(signal),
    /** Process ids of the backends that serve connections to the festival database. */
    backends: () => childrenOf(child?.pid).filter((pid) => isBackend(pid)),
    fill: () => {
      const file = openSync(fillerFile, 'a')
      try {
        for (;;) writeSync(file, MEGABYTE)
      } catch {
        // The volume is full.
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(fillerFile, { force: true }),
    clear: async () => {
      await end()
      if (canFill) spawnSync('umount', ['-l', volume])
    },
  }
}

function childrenOf(pid = 0): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return list === '' ? [] : list.split(' ').map(Number)
  } catch {
    return []
  }
}

function isBackend(pid: number) {
  try {
    return /^postgres: postgres festival /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits until a database server accepts connections. Throws after two minutes. */
export async function waitForDatabase(url: string) {
  for (let i = 0; i < 600; i++) {
    if (await acceptsConnections(url)) return
    await sleep(200)
  }
  throw new Error('the database does not respond')
}
