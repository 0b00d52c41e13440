import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { acceptsConnections } from '@/scripts/lib/embedded-postgres'
import { prepareCluster } from '@/scripts/lib/postgres-cluster'
import { isAlive } from '@/scripts/lib/processes'
import { tempDir } from './temp-dir'

/**
 * Starts a process that owns the embedded database of a folder, as `npm start` does. Resolves when
 * the database accepts connections.
 */
export async function startOwner(dir: string) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tests/support/embedded-owner.ts', dir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: `${output}`.replace('up at ', '').trim() }
}

export async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export const lockFileOf = (dir: string) => join(prepareCluster(dir).dataDir, 'postmaster.pid')

/** Reads the id of the process that serves the embedded database of a folder. */
export const serverPid = (dir: string) =>
  Number(readFileSync(lockFileOf(dir), 'utf8').split('\n')[0])

/**
 * Prepares an embedded database as `npm start` does, owned by a process of its own. The owner
 * restarts a stopped server after a second, so `stop` pauses the owner until `start`.
 */
export async function makeEmbedded() {
  const dir = tempDir()
  let owner: Awaited<ReturnType<typeof startOwner>>
  return {
    createAndStart: async () => {
      owner = await startOwner(dir)
    },
    url: () => owner.url,
    stop: async () => {
      const pid = serverPid(dir)
      owner.child.kill('SIGSTOP')
      process.kill(pid, 'SIGINT')
      while (await acceptsConnections(owner.url)) await sleep(20)
    },
    start: async () => {
      owner.child.kill('SIGCONT')
      while (!(await acceptsConnections(owner.url))) await sleep(20)
    },
    clear: async () => {
      const pid = serverPid(dir)
      await kill(owner.child)
      process.kill(pid, 'SIGKILL')
      while (isAlive(pid)) await sleep(20)
      for (const path of [prepareCluster(dir).dataDir, dir])
        rmSync(path, { recursive: true, force: true })
    },
  }
}
