import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { localAddress, type Settings } from '@/lib/config/settings'
import { serverFile } from './build'
import { UserError } from './say'

/** Ends with a sentence when something listens there already. */
export async function requireFreePort({ HOST, PORT }: Settings) {
  await new Promise<void>((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`
      reject(new UserError(`Port ${PORT} on ${HOST} ${why}: set PORT to another one.`))
    })
    server.listen(PORT, HOST, () => server.close(() => resolve()))
  })
}

/**
 * The command that runs server.ts, here and in the tests. The limits of the heap make the collector
 * work a little earlier, and two arenas of malloc instead of eight per core free the buffers of
 * compressed responses. Both keep an instance at two thirds of its memory (docs/bench.md).
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

/** Tells of the first signal to end, which from now on ends nothing by itself. */
export function terminationSignal(): AbortSignal {
  const told = new AbortController()
  for (const signal of SIGNALS) process.on(signal, () => told.abort())
  return told.signal
}

/** Milliseconds after which a server that was told to end is ended. */
const END_AFTER = 10_500

/**
 * Starts the server as a child that ends with this process (also with kill -9: it watches the
 * channel between the two) and hands over signals.
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
  /** Resolves when it has ended; false when nobody had asked for that. */
  const ended = once(child, 'exit').then(() => asked)
  return { child, ended }
}

/** Resolves when the instance says that it may be sent visitors. */
export async function waitUntilReady(settings: Settings, child: ChildProcess) {
  const health = `${localAddress(settings)}/api/health`
  for (let i = 0; i < 600; i++) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new UserError('The server stopped while starting; the reason stands above.')
    const answer = await fetch(health).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new UserError('The server did not get ready within a minute.')
}

/** Tells systemd, where it started us and asks (`Type=notify`), that visitors may be sent here. */
export function tellServiceManager() {
  if (process.env.NOTIFY_SOCKET) spawnSync('systemd-notify', ['--ready'], { stdio: 'ignore' })
}
