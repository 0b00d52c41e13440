import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { serverCommand } from '@/scripts/lib/server'

const CLOCK = pathToFileURL(join(import.meta.dirname, 'clock.mjs')).href
/** Heap limit of an instance in MB. With `little` an instance starts, but fails under load. */
export const HEAP = { usual: 512, little: 90 }

export interface InstanceOptions {
  name: string
  dir: string
  env: Record<string, string>
  /** Called with a description of each unexpected event. */
  onUnexpected: (what: string) => void
}

/**
 * Starts the built application on its own port, and restarts it whenever it ends, like a service
 * manager. Reports an instance that ends without a signal from here, unless its heap limit was
 * lowered.
 */
export async function superviseInstance({ name, dir, env, onUnexpected }: InstanceOptions) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(dir, `${name}.log`)
  const clock = join(dir, `${name}.clock`)
  let child: ChildProcess
  let heap = HEAP.usual
  let isEndExpected = false
  let shouldRestart = true
  let wasReady = false
  let output = ''
  let restartDelayMs = 0
  const launch = () => {
    const command = serverCommand('production', '127.0.0.1', port)
    const inheritedEnv = { ...process.env }
    const hasSmallHeap = heap !== HEAP.usual
    isEndExpected = false
    wasReady = false
    child = spawn(
      process.execPath,
      ['--import', CLOCK, `--max-old-space-size=${heap}`, ...command.args.slice(1)],
      {
        // With an IPC channel the instance ends together with this process, even if this process is
        // killed.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...inheritedEnv,
          ...command.env,
          ...env,
          CHAOS_CLOCK: clock,
          NODE_ENV: 'production',
        },
      },
    )
    const launched = child
    let recentOutput = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
        recentOutput = (recentOutput + chunk).slice(-3000)
        appendFileSync(log, chunk)
      })
    child.on('exit', async (code, signal) => {
      if (!isEndExpected && !hasSmallHeap && wasReady)
        onUnexpected(`${name} ended unexpectedly (${signal ?? code}):\n${recentOutput}`)
      await sleep(restartDelayMs || 500)
      restartDelayMs = 0
      if (shouldRestart && launched === child) launch()
    })
  }
  launch()
  return {
    name,
    url,
    port,
    log,
    output: () => output,
    isUp: () => child.exitCode === null && child.signalCode === null,
    isReady: async () => {
      const response = await fetch(`${url}/api/health`, {
        signal: AbortSignal.timeout(3_000),
      }).catch(() => null)
      if (response?.ok) wasReady = true
      return response?.ok ?? false
    },
    /** Sends a signal, and restarts the instance `after` ms after its end. */
    end: (signal: NodeJS.Signals, after: number) => {
      isEndExpected = true
      restartDelayMs = after
      child.kill(signal)
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    setClock: (offsetMs: number) => writeFileSync(clock, String(offsetMs)),
    /** Sets the heap limit in MB for the next start. */
    setHeap: (megabytes: number) => {
      heap = megabytes
    },
    stop: async () => {
      shouldRestart = false
      isEndExpected = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
