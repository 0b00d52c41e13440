import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { print, UserError } from './say'

/** Everything that a build is made from. */
const SOURCES = [
  'app',
  'components',
  'db',
  'emails',
  'lib',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  // Its rules judge the rounds, and its colours are the poster's.
  'public/game',
  'server.ts',
  'tsconfig.json',
]

/** Builds unless the last build was made from exactly these sources; given up when told to end. */
export async function buildIfStale(ending?: AbortSignal) {
  const dir = process.env.BUILD_DIR || '.next'
  const stamp = join(dir, 'made-from')
  const made = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  const sources = hashOfSources()
  if (made === sources) return
  print('Building…')
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: buildEnvironment(),
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  const giveUp = () => child.kill()
  ending?.addEventListener('abort', giveUp)
  if (ending?.aborted) giveUp()
  const [status] = await once(child, 'close')
  ending?.removeEventListener('abort', giveUp)
  if (ending?.aborted) return
  if (status !== 0) {
    process.stderr.write(Buffer.concat(output))
    throw new UserError('The build failed; the reason stands above. Mend it and start again.')
  }
  await bundleServer('production')
  writeFileSync(stamp, sources)
}

/** The file that Node.js runs: the development server never takes the place of the built one. */
export const serverFile = (mode: 'production' | 'development') =>
  join(process.env.BUILD_DIR || '.next', mode === 'production' ? 'server.mjs' : 'server.dev.mjs')

/** Makes plain JavaScript of server.ts and what it imports. Packages stay where they are. */
export async function bundleServer(mode: 'production' | 'development') {
  await build({
    entryPoints: ['server.ts'],
    outfile: serverFile(mode),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'error',
  })
}

/** A build never sees a database: what it would bake in is made fresh at the start anyway. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...env } = process.env
  return { ...env, NODE_ENV: 'production' }
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.env.BENCH_PAGES ?? '')
  const add = (path: string) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else hash.update(path).update(readFileSync(path))
  }
  SOURCES.forEach(add)
  return hash.digest('hex')
}
