import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { serverCommand } from '@/scripts/lib/server'

export interface Instance {
  url: string
  port: number
  child: ChildProcess
  /** Returns everything that the instance has printed so far. */
  output: () => string
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Environment of a test instance on loopback: users sign in as demo users, without Google. */
const DEFAULTS: Partial<NodeJS.ProcessEnv> = {
  AUTH_SECRET: 'a secret of the tests, long enough to be one',
  DEMO: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NODE_ENV: 'production',
}

/**
 * Serves the built application on a free port, with the given database. With NODE_ENV=development
 * it starts the development server instead.
 */
export async function startInstance(
  databaseUrl: string,
  env: Record<string, string> = {},
  onPort?: number,
): Promise<Instance> {
  const port = onPort ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const inheritedEnv = { ...process.env }
  for (const name of ['TEST_POSTGRES', 'NODE_OPTIONS', 'VITEST']) delete inheritedEnv[name]
  const isDevelopment = env.NODE_ENV === 'development'
  const command = serverCommand(isDevelopment ? 'development' : 'production', '127.0.0.1', port)
  const child = spawn(process.execPath, command.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inheritedEnv,
      ...DEFAULTS,
      ...command.env,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: url,
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  for (let i = 0; i < 300; i++) {
    if (child.exitCode !== null) throw new Error(`the instance ended:\n${output}`)
    const response = await fetch(`${url}/api/health`).catch(() => null)
    if (response?.ok) return { url, port, child, output: () => output, stop }
    await sleep(100)
  }
  await stop('SIGKILL')
  throw new Error(`the instance was not ready in time:\n${output}`)
}

/**
 * Signs in as the demo user with this privilege and returns the Cookie header. `existing` are the
 * cookies that the browser already has.
 */
export async function demoCookie(url: string, privilege: number, existing = ''): Promise<string> {
  const jar = new Map<string, string>()
  const setCookie = (pair: string) => jar.set(pair.slice(0, pair.indexOf('=')), pair)
  for (const pair of existing.split('; ').filter(Boolean)) setCookie(pair)
  const storeCookies = (response: Response) => {
    for (const line of response.headers.getSetCookie()) setCookie(line.split(';')[0] as string)
    return response
  }
  const cookie = () => [...jar.values()].join('; ')
  const csrf = await storeCookies(await fetch(`${url}/api/auth/csrf`)).json()
  storeCookies(
    await fetch(`${url}/api/auth/callback/demo`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookie() },
      body: new URLSearchParams({
        csrfToken: csrf.csrfToken,
        privilege: String(privilege),
        json: 'true',
      }),
    }),
  )
  return cookie()
}
