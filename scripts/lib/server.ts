import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { localAddress, type Settings } from '@/lib/config/settings'
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
 * Milliseconds that a connection may rest before the server closes it: longer than proxies keep
 * theirs to it (nginx 60 s, Caddy 120 s), or a request sent in that moment fails for no reason.
 */
const REST = 130_000

/**
 * How the server process is started, here and in the tests. The bounds on its heap make the
 * collector work a little earlier; two arenas of malloc in place of eight a core keep what packed
 * answers leave behind. Both keep an instance at two thirds of its memory (docs/bench.md).
 */
export const nextCommand = (mode: 'start' | 'dev', host: string, port: number) => ({
  args: [
    ...(mode === 'start' ? ['--max-old-space-size=512', '--max-semi-space-size=8'] : []),
    'node_modules/next/dist/bin/next',
    mode,
    '-H',
    host,
    '-p',
    String(port),
    ...(mode === 'start' ? ['--keepAliveTimeout', String(REST)] : []),
  ],
  env: {
    HOST: host,
    PORT: String(port),
    // Signals are ours to answer (lib/instance/state.ts); the framework waits for busy connections for ever.
    ...(mode === 'start' && { NEXT_MANUAL_SIG_HANDLE: '1', MALLOC_ARENA_MAX: '2' }),
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
 * Starts Next.js as a child that ends with this process (also with kill -9: it watches the
 * channel between the two) and hands over signals.
 */
export function runNext(mode: 'start' | 'dev', { HOST, PORT }: Settings) {
  const { args, env } = nextCommand(mode, HOST, PORT)
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', mode === 'dev' ? 'inherit' : 'ignore', 'inherit', 'ipc'],
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
    if (child.exitCode !== null)
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
