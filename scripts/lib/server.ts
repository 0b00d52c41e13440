import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { localAddress, type Settings } from '@/lib/config/settings'
import { serverFile } from './build'
import { UserError } from './say'

/** Throws a UserError if the port is in use or cannot be used. */
export async function requireFreePort({ HOST, PORT }: Settings) {
  await new Promise<void>((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`
      reject(new UserError(`Port ${PORT} on ${HOST} ${why}: set PORT to another port.`))
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
  const told = new AbortController()
  for (const signal of SIGNALS) process.on(signal, () => told.abort())
  return told.signal
}

/** Time in ms after which a server that was told to stop is killed. */
const END_AFTER = 10_500

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
  let asked = false
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (!asked) setTimeout(() => child.kill('SIGKILL'), END_AFTER).unref()
      asked = true
      child.kill('SIGTERM')
    })
  /**
   * Resolves when the server has ended: true if it was told to stop, false if it ended by itself.
   */
  const ended = once(child, 'exit').then(() => asked)
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
    const answer = await fetch(health).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new UserError('The server was not ready within a minute.')
}

/**
 * Tells systemd that the server is ready, if systemd started this process and waits for that
 * (`Type=notify`).
 */
export function tellServiceManager() {
  if (process.env.NOTIFY_SOCKET) spawnSync('systemd-notify', ['--ready'], { stdio: 'ignore' })
}
