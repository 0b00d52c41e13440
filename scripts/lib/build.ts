import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const build = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: buildEnvironment(),
  })
  const output: Buffer[] = []
  for (const stream of [build.stdout, build.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  const giveUp = () => build.kill()
  ending?.addEventListener('abort', giveUp)
  if (ending?.aborted) giveUp()
  const [status] = await once(build, 'close')
  ending?.removeEventListener('abort', giveUp)
  if (ending?.aborted) return
  if (status !== 0) {
    process.stderr.write(Buffer.concat(output))
    throw new UserError('The build failed; the reason stands above. Mend it and start again.')
  }
  writeFileSync(stamp, sources)
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
