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
import { answers, freePort } from '@/scripts/lib/embedded-postgres'
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

const PIECE = Buffer.alloc(1 << 20)

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
  const filling = join(volume, 'filling')
  let child: ChildProcess | undefined
  let isKept = false
  let more: string[] = []

  const launch = () => {
    const flags = [...FLAGS, ...more].flatMap((flag) => ['-c', flag])
    const args = ['-D', cluster.dataDir, '-p', String(port), ...flags]
    const mine = spawn(cluster.postgres, args, {
      ...cluster.as,
      stdio: ['ignore', log, log],
      cwd: '/',
      env: { ...process.env, LC_MESSAGES: 'C' },
    })
    child = mine
    mine.on('exit', async () => {
      await sleep(300)
      if (isKept && child === mine) launch()
    })
  }
  const start = async () => {
    isKept = true
    launch()
    await untilAnswers(url)
  }
  const end = async () => {
    isKept = false
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const ask = async (text: string): Promise<postgres.Row[]> => {
    const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
    return sql.unsafe(text).finally(() => sql.end({ timeout: 1 }))
  }
  const copyOf = async (primary: { url: string }) => {
    const at = postgres(primary.url, { max: 1, onnotice: () => {} })
    await at`select pg_backup_start('copy', true)`
    const [from] = await at`show data_directory`
    rmSync(cluster.dataDir, { recursive: true, force: true })
    // Files change while they are copied. Replaying the WAL afterwards corrects the copy.
    spawnSync('cp', ['-a', from?.data_directory, cluster.dataDir])
    const [backup] = await at`select labelfile from pg_backup_stop(false)`
    await at.end()
    return backup?.labelfile as string
  }
  return {
    name,
    port,
    url,
    canFill,
    start,
    end,
    ask,
    begin: async () => {
      initialise(cluster, PASSWORD)
      await start()
    },
    /**
     * Rebuilds this server as a standby of a running primary. From then on each commit of the
     * primary waits for this standby.
     */
    follow: async (primary: { port: number; url: string; ask: typeof ask }) => {
      const label = await copyOf(primary)
      const within = (...path: string[]) => join(cluster.dataDir, ...path)
      for (const file of ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf'])
        rmSync(within(file), { force: true })
      for (const file of readdirSync(within('pg_wal')))
        if (!/^(archive_status|summaries)$/.test(file)) rmSync(within('pg_wal', file))
      writeFileSync(within('backup_label'), label)
      writeFileSync(within('standby.signal'), '')
      if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, cluster.dataDir])
      const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD}`
      more = [`primary_conninfo=${from} application_name=${name}`]
      await start()
      await primary.ask(`alter system set synchronous_standby_names = '${name}'`)
      await primary.ask('select pg_reload_conf()')
    },
    isFollowed: () =>
      ask(`select from pg_stat_replication where sync_state = 'sync'`).then(
        (rows) => rows.length > 0,
        () => false,
      ),
    signal: (signal: NodeJS.Signals) => child?.kill(signal),
    /** Process ids of the backends that serve connections to the festival database. */
    backends: () => childrenOf(child?.pid).filter((pid) => isBackend(pid)),
    fill: () => {
      const file = openSync(filling, 'a')
      try {
        for (;;) writeSync(file, PIECE)
      } catch {
        // That was the last of it.
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filling, { force: true }),
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

/** Waits until a database server answers. Throws after two minutes. */
export async function untilAnswers(url: string) {
  for (let i = 0; i < 600; i++) {
    if (await answers(url)) return
    await sleep(200)
  }
  throw new Error('the database does not respond')
}
