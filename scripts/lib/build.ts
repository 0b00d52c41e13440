import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { readBuildId, workerPath } from '@/lib/config/release'
import { print, UserError } from './command'

/** All files and folders that a build is made from. */
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
  // Included because the server uses the rules of the game to verify rounds, and the site uses its
  // colours.
  'public/game',
  'server.ts',
  'tsconfig.json',
]

/**
 * Builds, unless the last build was made from exactly the same sources. Aborting `ending` stops the
 * build. Throws a UserError if the build fails.
 */
export async function buildIfStale(ending?: AbortSignal) {
  const dir = process.env.BUILD_DIR || '.next'
  const stamp = join(dir, 'made-from')
  const builtFrom = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  const sources = hashOfSources()
  if (builtFrom === sources) return
  print('Building…')
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: buildEnvironment(),
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  const stopBuild = () => child.kill()
  ending?.addEventListener('abort', stopBuild)
  if (ending?.aborted) stopBuild()
  const [status] = await once(child, 'close')
  ending?.removeEventListener('abort', stopBuild)
  if (ending?.aborted) return
  if (status !== 0) {
    process.stderr.write(Buffer.concat(output))
    throw new UserError('The build failed. Fix the error shown above, then start again.')
  }
  await bundleServer('production')
  writeFileSync(stamp, sources)
}

/**
 * Path of the server bundle. Development has a file of its own, so it never overwrites the
 * production build.
 */
export const serverFile = (mode: 'production' | 'development') =>
  join(process.env.BUILD_DIR || '.next', mode === 'production' ? 'server.mjs' : 'server.dev.mjs')

/** Bundles each service worker into one script, which starts with the build id. */
async function bundleServiceWorkers(mode: 'production' | 'development') {
  await build({
    entryPoints: {
      sw: 'components/public/offline/worker.js',
      'ulaz-sw': 'components/gate/worker.js',
    },
    outdir: workerPath(mode),
    bundle: true,
    format: 'iife',
    banner: { js: `const RELEASE = '${readBuildId()}'` },
    logLevel: 'error',
  })
}

/**
 * Bundles server.ts and its imports into one JavaScript file, without packages, and the service
 * workers.
 */
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
  await bundleServiceWorkers(mode)
}

/**
 * Environment of a build, without DATABASE_URL: a build needs no data, because pages are rendered
 * again when the server starts.
 */
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
