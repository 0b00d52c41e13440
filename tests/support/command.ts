import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { tempDir } from './temp-dir'

export interface Run {
  child: ChildProcess
  output: () => string
  exit: Promise<number | null>
}

const runs: Run[] = []
const dirs: string[] = []
/** Creates a folder that `endRuns` deletes after the test. */
export const newDir = () => {
  const dir = tempDir()
  dirs.push(dir)
  return dir
}

/**
 * Runs a command of `scripts/` with only these settings. The first half of the command, which
 * installs packages, is skipped.
 */
export const run = (command: string, env: Record<string, string>, ...args: string[]) =>
  runIn('.', command, env, ...args)

/** Runs a command like `run`, but in a clone of the project in another folder. */
export const runIn = (
  dir: string,
  command: string,
  env: Record<string, string>,
  ...args: string[]
) => spawnCommand(process.execPath, ['--import', 'tsx', `scripts/${command}.ts`, ...args], env, dir)

function spawnCommand(
  program: string,
  args: string[],
  env: Record<string, string>,
  cwd = '.',
): Run {
  const inheritedEnv = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((k) =>
      process.env[k] ? [[k, process.env[k]]] : [],
    ),
  )
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inheritedEnv, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const running = { child, output: () => output, exit }
  runs.push(running)
  return running
}

export const start = (env: Record<string, string>, program?: 'npm') =>
  program ? spawnCommand(program, ['start'], env) : run('start', env)

/**
 * Resolves when a start prints that the site is served. Throws after five minutes, or when the
 * process ends.
 */
export async function waitUntilServed(run: Run) {
  for (let i = 0; i < 3000 && run.child.exitCode === null; i++) {
    if (run.output().includes('is served at')) return
    await sleep(100)
  }
  throw new Error(`not served:\n${run.output()}`)
}

/** Ends the commands that a test has started and deletes its folders. For its `afterEach`. */
export async function endRuns() {
  for (const run of runs.splice(0)) {
    if (run.child.exitCode === null && run.child.signalCode === null) run.child.kill('SIGTERM')
    await run.exit
  }
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
}
