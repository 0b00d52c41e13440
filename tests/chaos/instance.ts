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

export interface Told {
  name: string
  dir: string
  env: Record<string, string>
  /** Called with a description of each unexpected event. */
  wrong: (what: string) => void
}

/**
 * Starts the built application on its own port, and restarts it whenever it ends, like a service
 * manager. Reports an instance that ends without a signal from here, unless its heap limit was
 * lowered.
 */
export async function keepInstance({ name, dir, env, wrong }: Told) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(dir, `${name}.log`)
  const clock = join(dir, `${name}.clock`)
  let child: ChildProcess
  let heap = HEAP.usual
  let isAsked = false
  let isKept = true
  let wasReady = false
  let output = ''
  let pause = 0
  const launch = () => {
    const command = serverCommand('production', '127.0.0.1', port)
    const inherited = { ...process.env }
    const hadLittle = heap !== HEAP.usual
    isAsked = false
    wasReady = false
    child = spawn(
      process.execPath,
      ['--import', CLOCK, `--max-old-space-size=${heap}`, ...command.args.slice(1)],
      {
        // With an IPC channel the instance ends together with this process, even if this process is
        // killed.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: { ...inherited, ...command.env, ...env, CHAOS_CLOCK: clock, NODE_ENV: 'production' },
      },
    )
    const mine = child
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
        said = (said + chunk).slice(-3000)
        appendFileSync(log, chunk)
      })
    child.on('exit', async (code, signal) => {
      if (!isAsked && !hadLittle && wasReady)
        wrong(`${name} ended unexpectedly (${signal ?? code}):\n${said}`)
      await sleep(pause || 500)
      pause = 0
      if (isKept && mine === child) launch()
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
    ready: async () => {
      const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(3_000) }).catch(
        () => null,
      )
      if (answer?.ok) wasReady = true
      return answer?.ok ?? false
    },
    /** Sends a signal, and restarts the instance `after` ms after its end. */
    end: (signal: NodeJS.Signals, after: number) => {
      isAsked = true
      pause = after
      child.kill(signal)
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    setClock: (ahead: number) => writeFileSync(clock, String(ahead)),
    /** Sets the heap limit in MB for the next start. */
    setHeap: (to: number) => {
      heap = to
    },
    stop: async () => {
      isKept = false
      isAsked = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
