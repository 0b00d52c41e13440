import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { localAddress, type Settings } from '@/lib/config/settings'
import { serverFile } from './build'
import { UserError } from './command'

/** Throws a UserError if the port is in use or cannot be used. */
export async function requireFreePort({ HOST, PORT }: Settings) {
  await new Promise<void>((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`
      reject(new UserError(`Port ${PORT} on ${HOST} ${problem}: set PORT to another port.`))
    })
    server.listen(PORT, HOST, () => server.close(() => resolve()))
  })
}

/**
 * Command that runs server.ts, here and in the tests. The heap limits make the garbage collector
 * run earlier, and MALLOC_ARENA_MAX=2 frees the buffers of compressed responses. Together they
 * reduce the memory of an instance to two thirds (docs/bench.md).
 */
export const serverCommand = (mode: 'production' | 'development', host: string, port: number) => ({
  args: [
    ...(mode === 'production' ? ['--max-old-space-size=512', '--max-semi-space-size=8'] : []),
    serverFile(mode),
  ],
  env: {
    HOST: host,
    PORT: String(port),
    NODE_ENV: mode,
    ...(mode === 'production' && { MALLOC_ARENA_MAX: '2' }),
  },
})

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Returns an AbortSignal that is aborted by the first SIGINT, SIGTERM or SIGHUP. From now on these
 * signals no longer end the process by themselves.
 */
export function terminationSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of SIGNALS) process.on(signal, () => controller.abort())
  return controller.signal
}

/** Time in ms between the signal to stop and the end by SIGKILL. */
const KILL_DELAY_MS = 10_500

/**
 * Starts the server as a child process and passes signals on to it. The child ends together with
 * this process, also after `kill -9`, because it watches the channel between the two.
 */
export function runServer(mode: 'production' | 'development', { HOST, PORT }: Settings) {
  const { args, env } = serverCommand(mode, HOST, PORT)
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', mode === 'development' ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  let isStopRequested = false
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (!isStopRequested) setTimeout(() => child.kill('SIGKILL'), KILL_DELAY_MS).unref()
      isStopRequested = true
      child.kill('SIGTERM')
    })
  /**
   * Resolves when the server has ended: true after a signal to stop, false if it ended by itself.
   */
  const ended = once(child, 'exit').then(() => isStopRequested)
  return { child, ended }
}

/**
 * Resolves when the health check of the instance succeeds. Throws a UserError if the server ends,
 * or is not ready within a minute.
 */
export async function waitUntilReady(settings: Settings, child: ChildProcess) {
  const health = `${localAddress(settings)}/api/health`
  for (let i = 0; i < 600; i++) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new UserError('The server stopped while it was starting. The reason is shown above.')
    const response = await fetch(health).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  throw new UserError('The server was not ready within a minute.')
}

/**
 * Notifies systemd that the server is ready, if systemd started this process and waits for that
 * (`Type=notify`).
 */
export function notifyServiceManager() {
  if (process.env.NOTIFY_SOCKET) spawnSync('systemd-notify', ['--ready'], { stdio: 'ignore' })
}
