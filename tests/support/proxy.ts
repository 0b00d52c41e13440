import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { findProxies } from '@/scripts/lib/proxies'
import { makeCertificate } from './certificate'
import { tempDir } from './temp-dir'
import { Visitor } from './visitor'
import { noOpenssl } from './wallet-certificates'

type ProxyName = keyof ReturnType<typeof findProxies>

/**
 * Proxies that can be tested on this machine: those that are installed, if openssl is installed.
 */
export const installedProxies = (
  Object.entries(findProxies()) as [ProxyName, string | null][]
).flatMap(([name, path]) => (path && !noOpenssl ? [name] : []))
if (noOpenssl) process.stderr.write(`Proxies are not tested: ${noOpenssl}.\n`)

/** Value of the Strict-Transport-Security header in the configurations of deploy/. */
export const HSTS = 'max-age=63072000; includeSubDomains'

export interface RunningProxy {
  name: ProxyName
  /** URL with TLS: `https://localhost:…`. The proxy serves HTTP without TLS on `plainPort`. */
  origin: string
  plainPort: number
  pid: number
  /** Returns everything that the proxy has logged: accesses and errors. */
  logged: () => string
  /** Returns a client over TLS and HTTP/2 that connects from this local IP address. */
  visitor: (from?: string) => Visitor
  stop: () => Promise<void>
}

/**
 * Replaces texts of a configuration. Throws if a text is missing, since the test would then not
 * test the configuration of deploy/.
 */
function replaceTexts(text: string, ...pairs: [search: string | RegExp, replacement: string][]) {
  for (const [search, replacement] of pairs) {
    const changed = text.replaceAll(search as string, replacement)
    if (changed === text) throw new Error(`there is no ${search} in the configuration`)
    text = changed
  }
  return text
}

interface ProxySetup {
  dir: string
  port: number
  plainPort: number
  instances: [number, number]
}

/** Writes deploy/nginx.conf inside the smallest complete configuration. */
function nginx({ dir, port, plainPort, instances: [firstPort, secondPort] }: ProxySetup) {
  const site = replaceTexts(
    readFileSync('deploy/nginx.conf', 'utf8'),
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 443\b/g, `listen 127.0.0.1:${port}`],
    [/listen 80\b/g, `listen 127.0.0.1:${plainPort}`],
    [/\/etc\/letsencrypt\/live\/brucosijada\.example\/fullchain\.pem/g, join(dir, 'cert.pem')],
    [/\/etc\/letsencrypt\/live\/brucosijada\.example\/privkey\.pem/g, join(dir, 'key.pem')],
    ['/var/cache/brucosijada', join(dir, 'cache')],
    ['/var/log/nginx/', `${dir}/`],
    ['brucosijada.example', 'localhost'],
    ['127.0.0.1:3001', `127.0.0.1:${firstPort}`],
    ['127.0.0.1:3002', `127.0.0.1:${secondPort}`],
  )
  writeFileSync(join(dir, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(dir, kind)};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const config = `${user} daemon off; worker_processes 2; pid ${join(dir, 'pid')}; error_log stderr;
    events { worker_connections 8192; } http { access_log off; ${temporary} include ${join(dir, 'site.conf')}; }`
  writeFileSync(join(dir, 'nginx.conf'), config)
  return { args: ['-c', join(dir, 'nginx.conf'), '-p', dir, '-e', 'stderr'], env: {} }
}

/** Writes deploy/Caddyfile with a certificate of the test. Otherwise Caddy would request one. */
function caddy({ dir, port, plainPort, instances: [firstPort, secondPort] }: ProxySetup) {
  const globalOptions = `{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n\thttp_port ${plainPort}\n`
  const file = replaceTexts(
    readFileSync('deploy/Caddyfile', 'utf8'),
    [/^\{\n/gm, globalOptions],
    [
      /^(\{\$SITE:.*\} \{)\n/gm,
      `$1\n\ttls ${join(dir, 'cert.pem')} ${join(dir, 'key.pem')}\n\tlog\n`,
    ],
  )
  writeFileSync(join(dir, 'Caddyfile'), file)
  const env = {
    SITE: `https://localhost:${port}`,
    ONE: `127.0.0.1:${firstPort}`,
    TWO: `127.0.0.1:${secondPort}`,
    HOME: dir,
    XDG_DATA_HOME: dir,
    XDG_CONFIG_HOME: dir,
  }
  return { args: ['run', '--adapter', 'caddyfile', '--config', join(dir, 'Caddyfile')], env }
}

/**
 * Starts the real proxy with the configuration of deploy/, in front of two instances on these
 * ports.
 */
export async function startProxy(
  name: ProxyName,
  instances: [number, number],
): Promise<RunningProxy> {
  const program = findProxies()[name]
  if (!program) throw new Error(`there is no ${name} here`)
  const dir = join(tempDir(), name)
  mkdirSync(dir)
  const cert = readFileSync(makeCertificate(dir, 'DNS:localhost').certificate)
  const [port, plainPort] = [await freePort(), await freePort()]
  const { args, env } = { nginx, caddy }[name]({ dir, port, plainPort, instances })
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000)
    })
  const logged = () => {
    const logs = readdirSync(dir).filter((file) => file.endsWith('.log'))
    return output + logs.map((file) => readFileSync(join(dir, file), 'utf8')).join('')
  }
  const visitors: Visitor[] = []
  const stop = async () => {
    for (const visitor of visitors) visitor.close()
    await end(child)
    rmSync(join(dir, '..'), { recursive: true, force: true })
  }
  const origin = `https://localhost:${port}`
  const visitor = (from = '127.0.0.1') => {
    const client = new Visitor(port, cert, from)
    visitors.push(client)
    return client
  }
  const first = visitor()
  for (let i = 0; i < 600; i++) {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${output}`)
    const response = await first.request('/api/health/live').catch(() => null)
    if (response && response.status < 500)
      return { name, origin, plainPort, pid: child.pid as number, logged, visitor, stop }
    await sleep(50)
  }
  await stop()
  throw new Error(`${name} was not ready in time:\n${output}`)
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(force)
}
